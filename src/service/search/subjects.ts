/**
 * What people call a section of the Code or a topic of the standards, as in the index of a handbook. It only says where to look, and only
 * in a library that has these sections: elsewhere the same numbers are other law.
 */
import type { DocumentRow, LibraryReader, LibraryScope } from '../store/libraryReader.ts';
import { isStopWord } from './language.ts';
import { parseSubjects } from './parseWordList.ts';
import { MAX_CITED } from './pin.ts';
import type { Term } from './query.ts';
import { readWordList } from './wordLists.ts';
import { stemsOf } from './words.ts';

/** One file per part of the Code, and one for the standards. */
export const SUBJECT_LISTS = [
  'subjectsCredits',
  'subjectsIncome',
  'subjectsDeductions',
  'subjectsCorporations',
  'subjectsEntities',
  'subjectsInternational',
  'subjectsGains',
  'subjectsTransfers',
  'subjectsExcises',
  'subjectsProcedure',
  'subjectsStandards',
] as const;

/** Subjects of a question that are looked up. */
const MAX_FOUND = 40;

/** The share of a list that the library has, for it to be the law that the list describes. */
const MIN_SHARE = 0.01;

interface Entry {
  readonly key: string;
  readonly stems: ReadonlySet<string>;
}

interface Table {
  readonly entries: readonly Entry[];
  readonly byStem: ReadonlyMap<string, readonly number[]>;
}

let table: Table | null = null;

/**
 * The score of each document whose subject shares words with the question: the rarity of these words in the lists. A word and its
 * synonyms count once, as the best of them. The length of an entry does not count, because the subjects that are asked about most have
 * the longest entries.
 */
export async function subjectScores(
  reader: LibraryReader,
  terms: readonly Term[],
  originals: ReadonlyMap<string, number>,
): Promise<Map<number, number>> {
  table ??= build();
  const { entries, byStem } = table;
  const gains = new Map<number, Map<string, number>>();
  for (const term of terms) {
    const rows = new Set(term.stems.flatMap((own) => byStem.get(own) ?? []));
    const rarity = Math.log((entries.length - rows.size + 0.5) / (rows.size + 0.5));
    for (const row of rows) {
      const of = term.of ?? term.stems[0] ?? '';
      const own = gains.get(row) ?? new Map<string, number>();
      gains.set(row, own.set(of, Math.max(own.get(of) ?? 0, term.weight * rarity)));
    }
  }
  const best = [...gains]
    .map(([row, own]) => ({ row, score: [...own.values()].reduce((sum, gain) => sum + gain, 0) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND);
  const scores = new Map<number, number>();
  const documents = await documentsIn(reader);
  for (const { row, score } of best) {
    for (const { id, digest } of documents[row] ?? []) {
      const original = originals.get(digest) ?? id;
      scores.set(original, Math.max(score, scores.get(original) ?? 0));
    }
  }
  return scores;
}

/** The words that people use for an authority of the lists. Empty for others. */
export function wordsOfSubject(key: string, title: string): ReadonlySet<string> {
  table ??= build();
  const entry = table.entries.find((one) => one.key === key);
  return entry && isAbout(title, entry) ? entry.stems : new Set();
}

/** The title of § 117 of another law shares no word with the subject of § 117 of the Code. */
function isAbout(title: string, { stems }: Entry): boolean {
  return stemsOf(title).some((own) => stems.has(own));
}

type Found = Pick<DocumentRow, 'id' | 'digest'>;

/** Of each library the documents of each entry. */
const known = new WeakMap<LibraryScope, readonly (readonly Found[])[]>();

/** The documents that are about an entry, for each of them: those of its authority, and of its subtopics, `asc 360-10` of `asc 360`. */
async function documentsIn(reader: LibraryReader): Promise<readonly (readonly Found[])[]> {
  const { scope } = reader;
  const read = known.get(scope);
  if (read) return read;
  table ??= build();
  const { entries } = table;
  const byKey = await reader.byAuthority(
    entries.map(({ key }) => key),
    true,
  );
  const documents = entries.map((entry) =>
    (byKey.get(entry.key) ?? [])
      .toSorted(
        (one, other) =>
          Number(one.authority !== entry.key) - Number(other.authority !== entry.key) || one.id - other.id,
      )
      .slice(0, MAX_CITED)
      .filter(({ title }) => isAbout(title, entry))
      .map(({ id, digest }) => ({ id, digest })),
  );
  known.set(scope, documents);
  return documents;
}

/** Whether the library has the law that the lists describe. */
export async function hasSubjects(reader: LibraryReader): Promise<boolean> {
  const documents = await documentsIn(reader);
  return documents.filter(({ length }) => length > 0).length >= MIN_SHARE * documents.length;
}

function build(): Table {
  const entries = SUBJECT_LISTS.flatMap((name) => parseSubjects(readWordList(name))).map(
    ({ key, words }): Entry => ({ key, stems: new Set(stemsIn(words)) }),
  );
  const byStem = new Map<string, number[]>();
  for (const [row, { stems }] of entries.entries()) {
    for (const own of stems) byStem.set(own, [...(byStem.get(own) ?? []), row]);
  }
  return { entries, byStem };
}

function stemsIn(words: string): string[] {
  return (words.replace(/[’']s\b/g, '').match(/[\p{L}\p{N}’']+/gu) ?? [])
    .filter((word) => !isStopWord(word.toLowerCase(), 'en'))
    .flatMap((word) => stemsOf(word));
}
