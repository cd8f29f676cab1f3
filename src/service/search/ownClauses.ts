/** Finds the clauses of the user's own documents that a question cites: "section 6.1 of the loan agreement", "§ 5 des Mietvertrags". */
import type { DocumentRow, LibraryReader, PassageRow } from '../store/libraryReader.ts';
import { MAX_CITED } from './pin.ts';
import type { Query } from './query.ts';
import { stemsOf, wordsInName, wordsOf } from './words.ts';

const MARK = String.raw`(?:§|\b(?:sections?|clauses?|articles?|art\.|klausel|artikel|ziffer|ziff\.))`;
/** Contracts have no clause of three digits. */
const CLAUSE = new RegExp(
  String.raw`${MARK}\s?(?<number>\d{1,2}(?:\.\d{1,2}){0,3})(?<pins>(?:\(\w{1,4}\)){0,3})(?![\p{L}\d(.-]{0,20}[\p{L}\d(])(?:\s(?:abs\.|absatz|satz)\s?\d{1,2}){0,2}` +
    String.raw`(?:\s(?:(?:of|in|from)\s(?:the|this|that|our|their)|des|der|dem|im|vom)\s(?<name>\p{L}[\p{L}’'-]{0,40}(?:\s[\p{L}’'-]{1,40}){0,5}))?`,
  'giu',
);
/** "section 5 of the Tax Act" and "§ 5 des Gesetzes" are law, whatever documents are called. */
const LAW = /(?<!\p{L})(?:act|code(?! of)|i\.?r\.?c|regulations?|statute|law|\p{L}*gesetz\p{L}*)(?!\p{L})/iu;

/** Clauses of a question that are looked for. A selected text can cite hundreds. */
const MAX_CLAUSES = 5;
/** Documents that are read for one clause, and passages of each. */
const MAX_DOCUMENTS = 8;
const MAX_PASSAGES = 2000;

export interface OwnClause {
  /** As the question cites it: "section 6.1 of the loan agreement". */
  readonly text: string;
  readonly document: number;
  /** Its first passages. Empty if the document has clauses, and not this one. */
  readonly passages: readonly number[];
}

/**
 * The clauses of the documents whose name the question states behind the number. Without a name, the clause of the first document of
 * `before` that has it: the documents that the question before led to.
 */
export async function findOwnClauses(
  reader: Pick<LibraryReader, 'best' | 'documents' | 'passagesOf'>,
  query: Query,
  before: readonly Pick<DocumentRow, 'id'>[],
): Promise<OwnClause[]> {
  const found: OwnClause[] = [];
  const clauses = clausesIn(query).filter(({ name }) => name !== '' || before.length > 0);
  for (const { number, place, name } of clauses.slice(0, MAX_CLAUSES)) {
    const isNamed = name !== '';
    const known = isNamed ? await named(reader, query, name) : { documents: before.map(({ id }) => id), words: 0 };
    const ids = known.documents.slice(0, MAX_DOCUMENTS);
    const text = [place, ...name.split(/\s/).slice(0, known.words)].join(' ');
    const rows = await reader.passagesOf(ids);
    const ofDocuments = ids.flatMap((document): OwnClause[] => {
      const own = rows.filter((row) => row.document === document);
      const passages = passagesWith(number, own);
      return passages.length > 0 || (isNamed && hasClauses(own)) ? [{ text, document, passages }] : [];
    });
    const having = ofDocuments.filter(({ passages }) => passages.length > 0);
    found.push(...(having.length > 0 ? having : ofDocuments).slice(0, isNamed ? MAX_CITED : 1));
  }
  return found;
}

interface Clause {
  readonly number: string;
  /** "section 6.1 of the". */
  readonly place: string;
  /** The words that follow: those of the name of the document, and others. Empty if no name can follow. */
  readonly name: string;
}

/** Each clause once, those of the question first. */
function clausesIn({ question, selections }: Query): Clause[] {
  const all = [question, ...selections.map(({ text }) => text)].flatMap(clausesOf);
  return [...new Map(all.map((clause) => [`${clause.place} ${clause.name}`, clause])).values()];
}

function clausesOf(text: string): Clause[] {
  return Array.from(text.matchAll(CLAUSE)).flatMap(({ 0: written, groups = {} }) => {
    const { number = '', pins = '', name = '' } = groups;
    // "Section 61(a)" is law, and "section 7.1(a)" is not.
    const isLaw = LAW.test(name) || (pins !== '' && name === '' && !number.includes('.'));
    return isLaw ? [] : [{ number, place: written.slice(0, written.length - name.length).trimEnd(), name }];
  });
}

/** The user's documents whose names have most of the words, from the first one on, and how many these are. */
async function named(reader: Pick<LibraryReader, 'best' | 'documents'>, { terms }: Query, text: string) {
  const words = wordsOf(text);
  const hits = await reader.best(
    terms.filter(({ word }) => words.includes(word)),
    new Map(),
  );
  const ids = [...new Set(hits.flatMap(({ lane, document }) => (lane === 'own' ? [document] : [])))];
  const rows = await reader.documents(ids);
  const documents = ids.flatMap((id) => rows.get(id) ?? []).filter(({ passages }) => passages <= MAX_PASSAGES);
  const numbers = documents.map((document) => wordsOfName(document, words));
  const most = Math.max(1, ...numbers);
  return { documents: documents.filter((_document, at) => numbers[at] === most).map(({ id }) => id), words: most };
}

/** How many of the words, from the first one on, the name of a document has. */
function wordsOfName({ title, name, language }: DocumentRow, words: readonly string[]): number {
  const stems = new Set(stemsOf(`${title}\n${wordsInName(name)}`, language));
  const other = words.findIndex((word) => !stemsOf(word, language).some((stem) => stems.has(stem)));
  return other === -1 ? words.length : other;
}

const headings = ({ heading }: PassageRow) => heading.split(' › ');
const lines = ({ text }: PassageRow) => text.split('\n');

/** The first passages with the heading of a clause or a line that begins with its number, or else with those of its parts. */
function passagesWith(number: string, passages: readonly PassageRow[]): number[] {
  const escaped = number.replaceAll('.', String.raw`\.`);
  const ways = [beginning(String.raw`${escaped}[.):]?(?=[\s*|]|$)`), beginning(String.raw`${escaped}\.\d`)].flatMap(
    (pattern) =>
      [headings, lines].map((read) => passages.filter((passage) => read(passage).some((line) => pattern.test(line)))),
  );
  return (ways.find(({ length }) => length > 0) ?? []).slice(0, MAX_CITED).map(({ id }) => id);
}

const ANY = beginning(String.raw`\d{1,2}[.):]?(?=\s)`);

function hasClauses(passages: readonly PassageRow[]): boolean {
  return passages.some((passage) => headings(passage).some((heading) => ANY.test(heading)));
}

function beginning(number: string): RegExp {
  return new RegExp(String.raw`^[\s*#|]{0,9}(?:${MARK}\s?)?${number}`, 'iu');
}
