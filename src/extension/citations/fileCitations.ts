/** The citations of an open file: the one at a position, and all of them. */
import type * as Vscode from 'vscode';
import { isOwnReference } from '../../authority/citationName.ts';
import { citationsIn } from '../../authority/citationsIn.ts';
import { type OwnLaw, ownLawOf } from '../../authority/ownLaw.ts';
import type { AuthorityCitation } from '../../authority/parseAuthorities.ts';
import { lastPinpointLine } from '../../text/pinpoints.ts';
import { isProse, isWithinSpans, READABLE_LANGUAGES, readableSpans, type Span } from './comments.ts';

export interface FileCitation {
  readonly citation: AuthorityCitation;
  readonly range: Vscode.Range;
}

/** Characters before and after a position that are read for the citation there. */
const AROUND = 2000;
/** Characters of a program in which its comments are looked for. Larger programs have no citations. */
export const MAX_PROGRAM = 2_000_000;

/** Lines at the beginning of a file, and characters, in which it says that it is law. */
const HEAD_LINES = 30;
const HEAD = 4000;
/** A heading with the number of a section: "## § 4 Zahlung", "Section 2. Term". Contracts have no section of three digits. */
const NUMBERED =
  /^[ \t]{0,3}(?:#{1,6}[ \t]{1,3})?\*{0,3}(?:§|Section|SECTION)[ \t\u00a0]?(?<number>\d{1,2})(?![\w(-])(?!\.\d)/gm;
/** Characters in which the last pinpoint of a file is looked for. */
const MAX_NODE = 300;

type Document = Vscode.TextDocument;
type Api = Pick<typeof Vscode, 'Range' | 'Position'>;

/** Reads the line of the position and the lines next to it. The time does not depend on the size of a text or Markdown file. */
export function citationAt(
  { Range, Position }: Api,
  document: Document,
  position: Vscode.Position,
): FileCitation | null {
  if (!READABLE_LANGUAGES.has(document.languageId)) return null;
  const last = document.lineCount - 1;
  const before = position.line > 0 ? document.lineAt(position.line - 1).text.slice(-AROUND) : null;
  const line = document.lineAt(position.line).text;
  const after = position.line < last ? document.lineAt(position.line + 1).text.slice(0, AROUND) : null;
  const from = wordStart(line, position.character - AROUND);
  const head = before === null || from > 0 ? '' : `${before}\n`;
  const text = `${head}${line.slice(from, position.character + AROUND)}\n${after ?? ''}`;
  const offset = head.length + position.character - from;
  const law =
    document.lineAt(0).text === '---'
      ? ownLawOf(document.getText(new Range(0, 0, HEAD_LINES, 0)).slice(0, HEAD))
      : null;
  const citation = citationsOfText(text, law, position.line >= lastNode(document) ? 0 : text.length).find(
    ({ start, text: written }) => start <= offset && offset <= start + written.length,
  );
  if (!citation || (law === null && isOwnSection(document, citation))) return null;
  const beforeLength = before === null ? 0 : document.lineAt(position.line - 1).text.length - before.length;
  const place = (at: number) => {
    if (at < head.length) return new Position(position.line - 1, beforeLength + at);
    const inLine = at - head.length + from;
    return inLine <= line.length
      ? new Position(position.line, inLine)
      : new Position(position.line + 1, inLine - line.length - 1);
  };
  const range = new Range(place(citation.start), place(citation.start + citation.text.length));
  if (!isProse(document.languageId)) {
    const spans = spansOf(document);
    if (spans === null || !isWithinSpans(spans, document.offsetAt(range.start))) return null;
  }
  return { citation, range };
}

/** `notesFrom`: where the notes of a law begin in the text. */
export function citationsOfText(text: string, law: OwnLaw | null, notesFrom: number): AuthorityCitation[] {
  if (law) return citationsIn(text, { law, notesFrom });
  return citationsIn(text).filter((citation) => !isOwnReference(text, citation));
}

const sectionsByDocument = new WeakMap<Document, { readonly version: number; readonly numbers: ReadonlySet<string> }>();

/** True for "§ 4" in a contract that numbers its own sections from 1 on. The whole file is read once for each version. */
function isOwnSection(document: Document, { type, key, text }: AuthorityCitation): boolean {
  if (type !== 'code' || !/^\d{1,2}$/.test(key) || !/^(?:§|sec)/i.test(text)) return false;
  const known = sectionsByDocument.get(document);
  if (known?.version === document.version) return known.numbers.has(key);
  const all = Array.from(document.getText().matchAll(NUMBERED), ({ groups }) => groups?.number ?? '');
  const isNumbered = all.includes('2') && all.indexOf('1') === 0;
  const numbers = new Set(isNumbered ? all : []);
  sectionsByDocument.set(document, { version: document.version, numbers });
  return numbers.has(key);
}

/** The law that a whole file is. */
export function lawOfText(text: string): OwnLaw | null {
  return text.startsWith('---') ? ownLawOf(text.slice(0, HEAD)) : null;
}

/** The number of the last line with a pinpoint of the publisher, which the file of a law names at its end. Its notes are below it. */
function lastNode(document: Document): number {
  const { lineCount } = document;
  for (let line = lineCount - 1; line >= 0 && line > lineCount - 3; line -= 1) {
    const last = lastPinpointLine(document.lineAt(line).text.slice(-MAX_NODE));
    if (last !== null) return last;
  }
  return lineCount;
}

/** Where the line with an index from 0 starts. */
function lineStart(text: string, line: number): number {
  let start = 0;
  for (let at = 0; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return start;
}

/** The start of the first whole word from `at` on. */
function wordStart(line: string, at: number): number {
  if (at <= 0) return 0;
  const blank = line.slice(at, at + 100).search(/\s/);
  return blank === -1 ? at : at + blank;
}

const spansByDocument = new WeakMap<Document, { readonly version: number; readonly spans: readonly Span[] | null }>();

/** null for a program that is too large. */
function spansOf(document: Document): readonly Span[] | null {
  const known = spansByDocument.get(document);
  if (known?.version === document.version) return known.spans;
  const text = document.getText();
  const spans = text.length > MAX_PROGRAM ? null : readableSpans(text, document.languageId);
  spansByDocument.set(document, { version: document.version, spans });
  return spans;
}

const citationsByDocument = new WeakMap<
  Document,
  { readonly version: number; readonly citations: readonly AuthorityCitation[] }
>();

/** True for a program whose comments are not looked for, because it is too large. */
export function isTooLarge(document: Document): boolean {
  return READABLE_LANGUAGES.has(document.languageId) && !isProse(document.languageId) && spansOf(document) === null;
}

/** All citations in the order of the text. Parsed once for each version of the file. */
export function citationsOf(document: Document): readonly AuthorityCitation[] {
  if (!READABLE_LANGUAGES.has(document.languageId)) return [];
  const known = citationsByDocument.get(document);
  if (known?.version === document.version) return known.citations;
  if (isTooLarge(document)) return [];
  const text = document.getText();
  const spans = isProse(document.languageId) ? null : spansOf(document);
  const law = lawOfText(text);
  const notesFrom = law ? lineStart(text, lastNode(document)) : text.length;
  const citations = citationsOfText(text, law, notesFrom).filter(
    (citation) =>
      (spans === null || isWithinSpans(spans, citation.start)) && (law !== null || !isOwnSection(document, citation)),
  );
  citationsByDocument.set(document, { version: document.version, citations });
  return citations;
}

/** The comments of a program; empty for a file that is read whole. */
export function commentsOf(document: Document): readonly Span[] {
  return isProse(document.languageId) ? [] : (spansOf(document) ?? []);
}

export function rangeOf({ Range }: Pick<Api, 'Range'>, document: Document, citation: AuthorityCitation): Vscode.Range {
  return new Range(document.positionAt(citation.start), document.positionAt(citation.start + citation.text.length));
}
