/** Whole files that are attached to a question: their documents answer first. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { LibraryReader } from '../store/libraryReader.ts';

export interface Attached {
  readonly ids: ReadonlySet<number>;
  /** One of the ids by the content of the document. */
  readonly byContent: ReadonlyMap<string, number>;
  /** Paths of those that the library does not have. */
  readonly missing: readonly string[];
}

/** The documents that are attached to a question. */
export async function findAttached(
  reader: LibraryReader,
  attachments: ResearchQuestion['attachments'],
): Promise<Attached> {
  const labelOf = ({ path }: ResearchQuestion['attachments'][number]) => path.replaceAll('\\', '/');
  const documents = await reader.named(attachments.map(labelOf));
  const labels = new Set(documents.map(({ label }) => label));
  return {
    ids: new Set(documents.map(({ id }) => id)),
    byContent: new Map(documents.map(({ digest, id }) => [digest, id])),
    missing: attachments.filter((one) => !labels.has(labelOf(one))).map(({ path }) => path),
  };
}
