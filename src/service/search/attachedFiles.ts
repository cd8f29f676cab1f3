/** Whole files that are attached to a question, or named in it: their documents answer first. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { LibraryReader } from '../store/libraryReader.ts';

export interface Attached {
  readonly ids: ReadonlySet<number>;
  /** One of the ids by the content of the document. */
  readonly byContent: ReadonlyMap<string, number>;
  /** Paths of those that the library does not have. */
  readonly missing: readonly string[];
}

/** Words of the name of a file, at most, and names that are read of a question. */
const MAX_WORDS = 10;
const MAX_NAMES = 5;
/** Characters of a word that is read. The name of a file has at most 255. */
const MAX_WORD = 255;
/** "e.g." and "U.S.C." have one letter after a full stop. */
const WITH_EXTENSION = /[\p{L}\p{N}_)-]\.[a-z][a-z\d]{1,4}$/iu;
/** Signs around a name in a sentence. */
const AROUND = /^["'“”„‚‘’«»(`]+|["'“”‘’«»)`,;:.!?]+$/gu;

/** The documents that are attached to a question, and those that its text names: "What does rates.py use?" */
export async function findAttached(
  reader: LibraryReader,
  attachments: ResearchQuestion['attachments'],
  question = '',
): Promise<Attached> {
  const labelOf = ({ path }: ResearchQuestion['attachments'][number]) => path.replaceAll('\\', '/');
  const documents = await reader.named([...attachments.map(labelOf), ...namesIn(question)]);
  const labels = new Set(documents.map(({ label }) => label));
  return {
    ids: new Set(documents.map(({ id }) => id)),
    byContent: new Map(documents.map(({ digest, id }) => [digest, id])),
    missing: attachments.filter((one) => !labels.has(labelOf(one))).map(({ path }) => path),
  };
}

/** What may be the name of a file in a text, with up to nine words before the one with the extension. */
function namesIn(question: string): string[] {
  // The signs around a very long word would take long to find.
  const words = question.split(/\s+/).map((word) => (word.length > MAX_WORD ? '' : word));
  const ends = words.flatMap((word, at) => (WITH_EXTENSION.test(word.replace(AROUND, '')) ? [at] : []));
  return ends.slice(0, MAX_NAMES).flatMap((end) =>
    Array.from({ length: Math.min(MAX_WORDS, end + 1) }, (_, before) =>
      words
        .slice(end - before, end + 1)
        .join(' ')
        .replace(AROUND, ''),
    ),
  );
}
