/** Whole files that are attached to a question: their documents answer first. */
import type { DatabaseSync } from 'node:sqlite';
import type { ResearchQuestion } from '../../protocol/question.ts';

export interface Attached {
  readonly ids: ReadonlySet<number>;
  /** One of the ids by the content of the document. */
  readonly byContent: ReadonlyMap<string, number>;
  /** Paths of those that the library does not have. */
  readonly missing: readonly string[];
}

/** The documents that are attached to a question. */
export function findAttached(database: DatabaseSync, attachments: ResearchQuestion['attachments']): Attached {
  const ids = new Set<number>();
  const byContent = new Map<string, number>();
  const missing: string[] = [];
  if (attachments.length === 0) return { ids, byContent, missing };
  const documents = database.prepare('SELECT id, path, digest FROM documents WHERE skipReason IS NULL').all();
  for (const attachment of attachments) {
    const label = attachment.path.replaceAll('\\', '/');
    const found = documents.filter(({ path }) => {
      const normal = String(path).replaceAll('\\', '/');
      return normal === label || normal.endsWith(`/${label}`);
    });
    if (found.length === 0) missing.push(attachment.path);
    for (const { id, digest } of found) {
      ids.add(Number(id));
      byContent.set(String(digest), Number(id));
    }
  }
  return { ids, byContent, missing };
}
