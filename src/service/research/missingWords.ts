/** The words of a question that quotations do not contain, as the first line and the end of an answer name them. */
import { ANY_KIND } from '../../protocol/documentKinds.ts';
import { type Format, formatOf } from '../documents/formats.ts';
import { namedNumbers } from '../search/namedNumbers.ts';
import { hasTerm, type Term } from '../search/query.ts';
import type { FoundDocument } from '../search/searchResult.ts';
import { stem } from '../search/stem.ts';
import { findSynonyms } from '../search/synonyms.ts';
import { askedValue, hasValue } from '../search/wanted.ts';
import { stemsOf, wordsInName } from '../search/words.ts';
import type { Gathered } from './gather.ts';
import type { Quotation } from './quotation.ts';

/** Missing words that are named, at most. */
const MAX_MISSING = 8;

export const NUMBER = /^\d+$/;

/** Words of the question, as the user wrote them, that none of the quotations contains. Of numbers, only those that name something. */
export function missingWords({ result }: Gathered, quotations: readonly Quotation[]): string[] {
  const { language } = result.query;
  // A text in another language has other words for the same thing.
  if (language !== null && quotations.every(({ found }) => found.document.language !== language)) return [];
  const quoted = quotations.map(stemsQuoted);
  const numbers = namedNumbers(result.query);
  const asked = result.query.question.toLowerCase();
  // "d20251231" for a date in words is a word that the user did not write.
  const isCompared = ({ word, written }: Term) =>
    (!NUMBER.test(word) || numbers.includes(word)) && asked.includes(written.toLowerCase());
  // "section" of "section 704(c)" says how a citation is written.
  const cited = new Set(result.query.citations.flatMap(({ text }) => text.toLowerCase().split(/[^\p{L}]+/u)));
  const terms = result.query.terms.filter(
    (term) => term.from === undefined && isCompared(term) && !cited.has(term.word),
  );
  const present = new Set(
    terms.filter((term) => quoted.some((stems) => isIn(stems, term))).map(({ written }) => written),
  );
  // The law may use another word, a word with a hyphen is there if a part of it is, and an amount answers a question for the limit.
  const wanted = askedValue(result.query.question);
  const hasWanted = wanted !== null && quotations.some(({ source }) => hasValue(source.snippet, wanted));
  const asking = [INSTRUCTION, ...STATES].map((pattern) => pattern.exec(result.query.question)?.[1]);
  const words = [...new Set(terms.map(({ written }) => written))].filter(
    (word) => !present.has(word) && !asking.includes(word),
  );
  return words.filter((word) => !(hasWanted && askedValue(word) === wanted)).slice(0, MAX_MISSING);
}

/** "List all deadlines", "Show me the rent", "Erkläre, wie es geht": a first word in front of such a word says what to do, and is no word of a document. */
const INSTRUCTION =
  /^\s*(?:(?:please|(?:can|could|would) you|bitte)\s+)*(\p{L}+),?\s+(?:me|us|mir|uns|whether|what|which|why|who|ob|was|warum|wer|welche[mnrs]?|(?:how|wie)(?!\s+(?:much|many|high|large|long|hoch|viele?|groß|lange)\s)|an?|the|all|every|each|both|any|these|those|th(?:is|at)|(?:m|th)y|our|your|their|its|d(?:er|ie|as|en|em|es)|alle[nr]?|jede[mnrs]?|[mdsk]?eine?[mnrs]?|unsere?[mnrs]?)\s/iu;

/** "What does the memo decide on the lease?", "Was regelt der Vertrag?": what is asked for is what the document states. */
const STATES = [
  String.raw`^\s*what\s+(?:do|does|did)\s.{0,60}?${ANY_KIND}\s+(\p{L}+)(?=\W*$|\s+(?:about|as|concerning|for|if|in|on|regarding|that|the|to|under|when|with)\s)`,
  String.raw`^\s*was\s+(\p{L}+)\s+(?:d(?:er|ie|as)|diese[rs]?|unsere?|mein)\s+(?:\p{L}+\s+)?${ANY_KIND}`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** What people call any document. */
const DOCUMENT_NAMES = 'document file Dokument Datei Unterlage';

/** The stems of a quotation, of its place, and of what people call its document. */
export function stemsQuoted({ source, found: { document } }: Quotation): Set<string> {
  const text = `${source.title} ${wordsInName(document.name)} ${namesOf(document)} ${source.section ?? ''} ${source.snippet}`;
  return new Set(stemsOf(text, document.language));
}

/** What people call documents of a format. A mail need not contain the word. */
const NAMES: Partial<Record<Format, string>> = {
  eml: 'mail email message sent sender wrote written Nachricht',
  msg: 'mail email message sent sender wrote written Nachricht',
  pdf: 'PDF',
  word: 'Word',
  excel: 'Excel workbook spreadsheet sheet table Tabelle',
  csv: 'table list Tabelle Liste',
  code: 'code program script Programm',
};

function namesOf({ isAuthority, path }: FoundDocument): string {
  return isAuthority ? 'law laws statute code Gesetz' : `${DOCUMENT_NAMES} ${NAMES[formatOf(path) ?? 'text'] ?? ''}`;
}

/** Whether a text with these stems has the word, a synonym, or a word that is derived from the same one. */
export function isIn(stems: ReadonlySet<string>, term: Term): boolean {
  const synonyms = findSynonyms([term.word]).map(({ word }) => word);
  if (hasTerm(stems, term) || synonyms.some((word) => stems.has(stem(word)))) return true;
  return term.stems.some((one) => [...stems].some((other) => areDerived(one, other)));
}

/** Letters that stems of one family begin with, at least, and letters after them in both together, at most. */
const FAMILY = { same: 5, other: 2 };

/** The stems of "accrual" and "accrued", of "extension" and "extended". */
function areDerived(one: string, other: string): boolean {
  if (!/^\p{L}+$/u.test(one + other)) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= FAMILY.same && one.length + other.length - 2 * same <= FAMILY.other;
}
