/** Whole files that are attached to a question (src/conversation/context.ts): their documents answer first. */
import type { DatabaseSync } from 'node:sqlite';

/** The line before the text of an attached file. */
const HEAD = /^From (.{1,300}), (?:the whole file|the first [\d,]+ of [\d,]+ characters):$/;

interface Split {
  readonly rest: string;
  /** Labels of the files: paths relative to a folder, or names. */
  readonly labels: readonly string[];
}

/** Takes linear time, because a file may be long. A head without a fenced text after it belongs to the question. */
function split(content: string): Split {
  const lines = content.split('\n');
  const rest: string[] = [];
  const labels: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const label = HEAD.exec(line)?.[1];
    const fence = /^(`{3,})[^`]*$/.exec(lines[at + 2] ?? '')?.[1];
    const end = label !== undefined && fence !== undefined && lines[at + 1] === '' ? lines.indexOf(fence, at + 3) : -1;
    if (label === undefined || end === -1) rest.push(line);
    else {
      labels.push(label.replaceAll('\\', '/'));
      at = end;
    }
  }
  return { rest: rest.join('\n'), labels };
}

/** The question without the texts of attached files, which are found in the library and not searched for. */
export function withoutFiles(content: string): string {
  return split(content).rest;
}

export interface Attached {
  readonly ids: ReadonlySet<number>;
  /** One of the ids by the content of the document. */
  readonly byContent: ReadonlyMap<string, number>;
  /** Labels of those that the library does not have. */
  readonly missing: readonly string[];
}

/** The documents that are attached to a question. */
export function findAttached(database: DatabaseSync, content: string): Attached {
  const { labels } = split(content);
  const ids = new Set<number>();
  const byContent = new Map<string, number>();
  const missing: string[] = [];
  if (labels.length === 0) return { ids, byContent, missing };
  const documents = database.prepare('SELECT id, path, digest FROM documents WHERE skipReason IS NULL').all();
  for (const label of labels) {
    const found = documents.filter(({ path }) => {
      const normal = String(path).replaceAll('\\', '/');
      return normal === label || normal.endsWith(`/${label}`);
    });
    if (found.length === 0) missing.push(label);
    for (const { id, digest } of found) {
      ids.add(Number(id));
      byContent.set(String(digest), Number(id));
    }
  }
  return { ids, byContent, missing };
}
