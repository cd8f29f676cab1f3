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
  const documents = await documentsOf(
    reader,
    best.flatMap(({ row }) => entries[row]?.key ?? []),
  );
  for (const { row, score } of best) {
    const entry = entries[row];
    if (!entry) continue;
    for (const { id, digest, title } of documents(entry.key)) {
      if (!isAbout(title, entry)) continue;
      const original = originals.get(digest) ?? id;
      scores.set(original, Math.max(score, scores.get(original) ?? 0));
    }
  }
  return scores;
}

/** The documents of each authority, and those of its subtopics: `asc 360-10` of `asc 360`. */
async function documentsOf(reader: LibraryReader, keys: readonly string[]) {
  const found = await reader.byAuthority(keys, true);
  return (key: string): DocumentRow[] =>
    [...(found.get(key) ?? [])]
      .sort((one, other) => Number(one.authority !== key) - Number(other.authority !== key) || one.id - other.id)
      .slice(0, MAX_CITED);
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

const active = new WeakMap<LibraryScope, boolean>();

/** Whether the library has the law that the lists describe. */
export async function hasSubjects(reader: LibraryReader): Promise<boolean> {
  const known = active.get(reader.scope);
  if (known !== undefined) return known;
  table ??= build();
  const { entries } = table;
  const find = await documentsOf(
    reader,
    entries.map(({ key }) => key),
  );
  const count = entries.filter((entry) => find(entry.key).some(({ title }) => isAbout(title, entry))).length;
  const has = count >= MIN_SHARE * entries.length;
  active.set(reader.scope, has);
  return has;
}

function build(): Table {
  const entries = SUBJECT_LISTS.flatMap((name) => parseSubjects(readWordList(name)).entries).map(
    ({ key, words, everyday }): Entry => ({ key, stems: new Set(stemsIn(`${words} ${everyday}`)) }),
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
