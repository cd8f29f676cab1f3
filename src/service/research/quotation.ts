/** Turns what was found into quotations. Each is one source of the answer. */
import { basename } from 'node:path';
import { formatOf } from '../documents/formats.ts';
import { headingDate } from '../documents/headDate.ts';
import { type ItemRange, joinRanges, readRanges } from '../documents/itemRange.ts';
import { namesOfCorrespondents } from '../documents/mail/correspondents.ts';
import { exactPlace, type PassagePlace, type PlacedLine, placeInWords, readPlace } from '../documents/place.ts';
import { joinHeadings, splitHeadings } from '../headings.ts';
import { readMarks } from '../nodeMarks.ts';
import type { LibrarySource } from '../researcher.ts';
import type { Candidate } from '../search/chooseQuotables.ts';
import { linesOf } from '../search/documentNodes.ts';
import { pathsAdjustedBy } from '../search/inflation.ts';
import type { Query } from '../search/query.ts';
import { commonPath, type Quotable } from '../search/quotable.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundDocument, FoundPassage, RankedPassage } from '../search/searchResult.ts';
import { isHeaderOf } from '../tableHeading.ts';
import { keyOf, type QuotedParagraph } from './amounts.ts';
import { excerpt, withoutCode } from './excerpt.ts';
import { auditRoleOf, type Role, roleOf } from './role.ts';
import { citedName, distinctTitle, pinnedTitle, type QuotedPlace, sectionBelow, sectionIn } from './sourceName.ts';
import { rowExcerpt } from './tableRows.ts';

interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

/** One quotation of an answer, which is one source. */
export interface Quotation {
  readonly found: Candidate;
  readonly source: LibrarySource;
  /** Null for the user's own documents, because a memo states no rule. */
  readonly role: Role | null;
  /** The reference that led to it, if the search did not: "§ 168(k), referred to in § 179". */
  readonly reference: string | null;
  /** Where tables of amounts are looked up for it. */
  readonly paragraph: QuotedParagraph;
}

export function toQuotation(
  found: Candidate,
  query: Query,
  scorer: PassageScorer,
  audit: boolean,
  reference: string | null,
): Quotation {
  const { document, quotable } = found;
  const format = formatOf(document.path);
  const whole =
    rowExcerpt(quotable, document, query, scorer) ??
    excerpt(quotable, scorer, document.language, {
      signs: format !== 'csv' && format !== 'code' && format !== 'data',
      levels: document.isAuthority,
    });
  const quoted = format === 'code' ? withoutCode(whole) : whole;
  const heading = joinHeadings(quotable.headings);
  const text = quotable.lines.map((line) => line.text).join('\n');
  const passage = quotable.lines[0]?.passage;
  const role = audit ? auditRoleOf(heading, text) : roleOf(heading, text);
  return {
    found,
    reference,
    role: document.isAuthority ? role : null,
    source: source(document, quotedPlace(found, quoted), quoted, passage),
    paragraph: paragraphOf(found),
  };
}

function paragraphOf(found: Candidate): QuotedParagraph {
  const { document, quotable } = found;
  const key = keyOf(document, quotable.lines[0]?.passage);
  return { key, paths: [quotable.path], adjusted: pathsAdjustedBy(found) };
}

/** The headings without the cells of the header of a table and without the sheet that the place names. */
function captionsOf({ document, quotable }: Candidate, place: PassagePlace | null): string[] {
  const first = quotable.header?.text ?? quotable.lines[0]?.text.split('\n')[0] ?? '';
  const headings = quotable.headings.filter((heading) => !isHeaderOf(first, heading) && heading !== place?.sheet);
  return shownHeadings(document, headings);
}

function shownHeadings({ path }: FoundDocument, headings: readonly string[]): string[] {
  const format = formatOf(path);
  return format === 'eml' || format === 'msg' ? headings.map(namesOfCorrespondents) : [...headings];
}

/** The place of the quoted lines, which can be part of a passage, or of several. */
function placeOf({ leadIn, lines }: Quotable, quoted: LineRange): PassagePlace | null {
  const at = (line: number): PlacedLine | null => {
    const own = [...leadIn.flat(), ...lines].find(({ passage }) => passage.line <= line && line <= passage.endLine);
    const { place = '', placeWords = null, line: start = line } = own?.passage ?? {};
    return own ? { place, lines: placeWords, line: line - start } : null;
  };
  const first = at(quoted.line);
  return first ? exactPlace(first, at(quoted.endLine) ?? first) : readPlace(lines[0]?.passage.place ?? '');
}

function quotedPlace(found: Candidate, quoted: LineRange): QuotedPlace {
  const { document, quotable } = found;
  const place = placeOf(quotable, quoted);
  return {
    title: titleOf(document, quotable.lines[0]?.passage),
    headings: captionsOf(found, place),
    place: placeInWords(place),
    pinpoint: pinpoint(found),
  };
}

/** Gives each source a title of its own, also where one document is quoted several times, and names each paragraph of a section in one style. */
export function withDistinctTitles(quotations: readonly Quotation[]): Quotation[] {
  const counts = new Map<string, number>();
  for (const { source } of quotations) counts.set(source.location.path, (counts.get(source.location.path) ?? 0) + 1);
  return quotations.map((quotation) => {
    const { source, found } = quotation;
    const place = quotedPlace(found, source.location);
    if ((counts.get(source.location.path) ?? 0) < 2 && pinnedTitle(place.title, place.pinpoint) === null)
      return quotation;
    const title = distinctTitle(place);
    return { ...quotation, source: { ...source, title, section: sectionBelow(title, place) || undefined } };
  });
}

/** The source of consecutive lines of a passage, or of the whole passage, named by the node that all of them belong to. */
export function toSource(
  { document, passage }: RankedPassage,
  quoted: LineRange & { readonly text: string },
): LibrarySource {
  return source(
    document,
    passagePlace(document, passage, document.isAuthority ? nodeOf(passage, quoted) : ''),
    quoted,
    passage,
  );
}

/** Where a passage begins, in words. */
export function sectionOf({ document, passage }: RankedPassage): string {
  const place = passagePlace(document, passage, document.isAuthority ? (passage.pins[0] ?? '') : '');
  return sectionBelow(place.title, place);
}

function passagePlace(document: FoundDocument, passage: FoundPassage, node: string): QuotedPlace {
  return {
    title: titleOf(document, passage),
    headings: shownHeadings(document, splitHeadings(passage.heading)),
    place: placeInWords(readPlace(passage.place)),
    pinpoint: brackets(node),
  };
}

/** The innermost node that contains all of the lines: that of (b)(1) and (b)(2) is (b). */
function nodeOf(passage: FoundPassage, { line, endLine }: LineRange): string {
  const nodes = linesOf(passage, readMarks(passage.marks)).filter(
    (node) => node.line <= endLine && node.endLine >= line,
  );
  return commonPath(nodes.map(({ path }) => path));
}

function titleOf(document: FoundDocument, passage: FoundPassage | undefined): string {
  return passage?.sectionTitle || document.title || basename(document.path);
}

function source(
  document: FoundDocument,
  place: QuotedPlace,
  quoted: LineRange & { readonly text: string },
  passage: FoundPassage | undefined,
): LibrarySource {
  const { page = null, pageLabel = null, sectionDate = '' } = passage ?? {};
  const items = passage ? itemsOf(passage, quoted) : null;
  const date = sectionDate || (document.date ?? (document.isAuthority ? '' : dateAbove(place.headings)));
  const section = sectionBelow(place.title, place);
  return {
    title: place.title,
    cited: citedName(place),
    url: document.url,
    snippet: quoted.text,
    location: {
      path: document.path,
      line: quoted.line,
      endLine: quoted.endLine,
      ...(page === null ? {} : { page }),
      ...(pageLabel === null ? {} : { pageLabel }),
      ...(place.place === '' ? {} : { place: place.place }),
      ...(items === null ? {} : { items }),
    },
    ...(section === '' ? {} : { section }),
    ...(document.kind === null ? {} : { kind: document.kind }),
    ...(date === '' ? {} : { date }),
  };
}

/** The date of the nearest heading that has one. */
function dateAbove(headings: readonly string[]): string {
  return headings.map(headingDate).findLast((date) => date !== '') ?? '';
}

/** The text items of the page that the quoted lines of a PDF were read from. */
function itemsOf({ itemRanges, line }: FoundPassage, quoted: LineRange): ItemRange | null {
  if (!itemRanges) return null;
  return joinRanges(
    readRanges(itemRanges).slice(Math.max(0, quoted.line - line), Math.max(0, quoted.endLine - line + 1)),
  );
}

/** `(b)(2)(B)`: the path of the quoted node. */
export function pinpoint({ document, quotable }: Pick<Candidate, 'document' | 'quotable'>): string {
  return !document.isAuthority ? '' : brackets(quotable.path);
}

function brackets(path: string): string {
  return path === '' ? '' : `(${path.split('.').join(')(').replaceAll('_', '.')})`;
}

/** A section of a law that is one document: "§ 4 UStG Steuerbefreiungen", "Article 135 Exemptions", "§§ 3 bis 5 EStG". */
const SECTION_OF_LAW = /^(?:§{1,2}|Art(?:icle|ikel)?\.?) ?\d[\w.-]*(?:(?: (?:bis|und|to|and) |, )\d[\w.-]*)*/;

/** What is quoted, inside a sentence: "§ 179(b)(1)", "§ 4(19) UStG". */
export function quotedName(found: Candidate): string {
  const { document, quotable } = found;
  const [section] = SECTION_OF_LAW.exec(quotable.lines[0]?.passage.sectionTitle ?? '') ?? [];
  if (section === undefined || sectionIn(document.title) !== null) return shortName(found) + pinpoint(found);
  const [, law] = /\(([^()\s]{2,20})\)$/.exec(document.title) ?? [];
  return `${section}${pinpoint(found)}${law === undefined ? '' : ` ${law}`}`;
}

/** Longest name of a document or a section inside a sentence, in UTF-16 units. */
export const MAX_NAME = 80;

/** The short name of the document: "§ 179" for an authority, else its title. A pinpoint can follow the section. */
export function shortName({ document }: { readonly document: FoundDocument }): string {
  const mark =
    sectionIn(document.title) ??
    /^\s*(§+\s*[\w.-]*\w|(?:ASC|AS|AU-C|Reg\.?)\s*§?\s*[\w.-]*\w)/.exec(document.title)?.[1];
  if (mark !== undefined || document.title.length <= MAX_NAME) return mark ?? document.title;
  return `${document.title.slice(0, MAX_NAME).replace(/\s+\S*$/, '')}…`;
}
