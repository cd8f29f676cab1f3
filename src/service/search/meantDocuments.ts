/** What a question is about that continues another one: the documents of that question, or others that it names. */
import { parse } from 'node:path';
import type { Lane, LibraryReader } from '../store/libraryReader.ts';
import { pointsBack } from './earlierQuestions.ts';
import { coverageOf, coverageOfBest } from './lead.ts';
import { namesIn } from './names.ts';
import { HALF, hasTerm, type Query, type Term } from './query.ts';
import type { FoundDocument, SearchResult } from './searchResult.ts';
import type { TermStatistics } from './termStatistics.ts';
import { stemsOf, wordsInName } from './words.ts';

export interface Meant {
  readonly lane: Lane;
  readonly documents: readonly FoundDocument[];
  /** Whether the words of the question say nothing more than which documents are meant. */
  readonly isBefore: boolean;
}

/** Documents that the question before led to: the first ones, if they have this share of the best score. */
const DOCUMENTS = 4;
const QUOTED = 0.6;

/** The documents that a question led to. */
export function ledTo(documents: readonly FoundDocument[]): FoundDocument[] {
  return documents.slice(0, DOCUMENTS).filter(({ score }) => score >= QUOTED * (documents[0]?.score ?? 0));
}

/**
 * The question certainly continues the one before. Null if it cites another document, or if another document has half of its words, of
 * which those before have none, or as authorities less than half as many in a passage.
 */
export async function meantDocuments(
  reader: LibraryReader,
  statistics: TermStatistics,
  query: Query,
  { lead, documents, query: last }: SearchResult,
  found: readonly FoundDocument[],
): Promise<Meant | null> {
  const led = ledTo(documents);
  const rows = await reader.passagesOf(led.map(({ id }) => id));
  const textOf = (id: number) => rows.flatMap((row) => (row.document === id ? [row.heading, row.text] : [])).join('\n');
  const wordsOf = (one: FoundDocument) => [...namesOf(one), ...stemsOf(textOf(one.id), one.language)];
  const numbered = led.filter((one) => hasNumberOf(last, new Set(wordsOf(one))));
  const before = numbered.length > 0 ? numbered : led;
  const known = before.flatMap(wordsOf);
  const knownWords = new Set(known);
  const own = query.terms.filter(({ from }) => from === undefined);
  const citesOther = found.some(({ id, cited }) => cited?.certain && !before.some((one) => one.id === id));
  const lacks = own.filter(({ stems }) => {
    const synonyms = query.added.filter(({ of = '' }) => stems.includes(of)).flatMap((one) => one.stems);
    // A "Mietvertrag" is a "Vertrag".
    const isKind = (word: string) => stems.some((end) => end.length > 4 && word.endsWith(end));
    return !hasTerm(knownWords, { stems: [...stems, ...synonyms] }) && !(query.language === 'de' && known.some(isKind));
  });
  // A name of another client or contract. Words of laws are in many names of files.
  const isName = ({ word, stems }: Term) =>
    statistics.isOnlyOwn(stems) && (query.language === 'de' || namesIn(query).has(word));
  const isNamed = (document: FoundDocument) =>
    hasTerm(new Set(namesOf(document)), { stems: names }) || isNamedBy(own, lacks, document);
  const names = lacks.filter(isName).flatMap(({ stems }) => stems);
  const named = found.filter((document) => !document.isAuthority && isNamed(document));
  if (named.length > 0) {
    const words = new Set(named.flatMap(namesOf));
    const isBefore = own.every((term) => hasTerm(words, term));
    return { lane: 'own', documents: named, isBefore };
  }
  const isBefore = lacks.length === own.length;
  const passages = before.flatMap((one) => rows.filter((row) => row.document === one.id).map((row) => ({ one, row })));
  const covered = Math.max(0, ...passages.map(({ one, row }) => coverageOf(statistics, own, one, row)));
  // A single word is in many documents, whatever they are about. "And VAT?" is about one with VAT in its title.
  const answers = (one: FoundDocument) => {
    const other = coverageOfBest(statistics, own, [one]);
    return own.length > 1
      ? other >= HALF && (isBefore || (lead === 'law' && covered < HALF * other))
      : isBefore && own.some((term) => hasTerm(new Set(stemsOf(one.title, one.language)), term));
  };
  // A document in another language cannot have the words.
  const isAnswerable = query.language === before[0]?.language;
  const isOther = isAnswerable && !pointsBack(query.question) && found.some(answers);
  if (before.length === 0 || isOther || citesOther) return null;
  return { lane: lead, documents: before.map(uncited), isBefore };
}

/** What the question before cites is not cited by this one. */
export const uncited = (document: FoundDocument): FoundDocument => ({
  ...document,
  cited: null,
  citedPins: [],
  citedPassages: [],
});

/** The number of an invoice or an account. A year is none. */
const NUMBER = /^(?!(?:19|20)\d\d$)\p{L}*\d{4,}$/u;

/** Whether a document with these words has a number that the question asks about: of two invoices, that with the number is meant. */
function hasNumberOf({ terms }: Query, words: ReadonlySet<string>): boolean {
  return terms.some((term) => term.from === undefined && NUMBER.test(term.word) && hasTerm(words, term));
}

/** Adds the best score to each document that is meant. Among them, the question itself decides. */
export function meantFirst(found: readonly FoundDocument[], meant: readonly FoundDocument[]): FoundDocument[] {
  const best = found[0]?.score || 1;
  const ids = new Set(meant.map(({ id }) => id));
  const others = meant.filter(({ id }) => !found.some((one) => one.id === id)).map((one) => ({ ...one, score: 0 }));
  return [...found, ...others]
    .map((document) => (ids.has(document.id) ? { ...document, score: document.score + best, added: best } : document))
    .sort((one, other) => other.score - one.score);
}

/**
 * "And the audit committee minutes?" has all words of the name of "2025-11-04 Audit committee minutes.md". Dates and numbers need not be said. A
 * name of one word is a word like others. "And the group instructions?" has no other words than the name of "Group audit instructions Tannhof.md".
 * A single word must be the whole title, and in no document of the answer before.
 */
function isNamedBy(own: readonly Term[], lacks: readonly Term[], document: FoundDocument): boolean {
  const { path, title, language } = document;
  const asked = new Set(own.flatMap(({ stems }) => stems));
  const file = new Set(stemsOf(wordsInName(parse(path).name).replace(/\S*\d\S*/g, ' '), language));
  if (file.size > 1 && [...file].every((word) => asked.has(word))) return true;
  const isWhole = lacks.length > 0 && stemsOf(title, language).every((word) => asked.has(word));
  const names = new Set(namesOf(document));
  return own.length > (isWhole ? 0 : 1) && own.every((term) => hasTerm(names, term));
}

const namesOf = ({ title, name, language }: FoundDocument) => stemsOf(`${title}\n${wordsInName(name)}`, language);
