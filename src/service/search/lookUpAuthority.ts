/** The passage of one authority by its exact path: `179` with the pinpoint `b.1`, `asc 606-10-25-1`, `ifrs 16.22`. No search by words. */
import type { AuthorityPassage, AuthorityRequest } from '../../protocol/worker.ts';
import { lastHeading, splitHeadings } from '../headings.ts';
import { isWithin, readMarks } from '../nodeMarks.ts';
import type { DocumentRow, LibraryReader, PassageRow } from '../store/libraryReader.ts';
import { authorityOf, pinOfTitle } from './authority.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { widerKeys } from './citedDocuments.ts';
import { findSections } from './citedSections.ts';
import { linesOf, type NodeText } from './documentNodes.ts';
import { toFound } from './fetchPassages.ts';
import { MAX_CITED, outermost } from './pin.ts';

/** Passages that one authority is read from. */
const MAX_PASSAGES = 500;

/** Passages that are read at once. Most authorities end within the first ones. */
const PART = 20;

/** Where an authority is looked for: the document that it is, or a section of a document, by its passages. */
interface Place {
  readonly document: DocumentRow;
  /** The subsection that it is: `k` for "§ 168(k)". Empty for a whole section. */
  readonly pin: string;
  readonly first: number;
  readonly last: number;
}

/** null if the library has neither the authority nor one that it belongs to. The text ends after `maxText` characters. */
export async function lookUpAuthority(
  reader: LibraryReader,
  { key, pin, base }: AuthorityRequest,
  maxText: number,
): Promise<AuthorityPassage | null> {
  const documents = await documentPlaces(reader, key);
  const ofDocument = await exactIn(reader, documents, pin, maxText);
  if (ofDocument) return ofDocument;
  const numbered = await numberedParagraph(reader, key, base, maxText);
  if (numbered) return numbered;
  const sections = await sectionPlaces(reader, key, pin);
  const ofSection = await exactIn(reader, sections, pin, maxText);
  if (ofSection) return ofSection;
  const enclosing = await enclosingOf(reader, [...documents, ...sections], pin);
  // It has no such subsection.
  if (enclosing) return passageOf(enclosing.document, [], 'enclosing', maxText);
  for (const wider of widerKeys({ key, base })) {
    const [document] = await documentsOf(reader, wider);
    if (document) return passageOf(document, [], 'enclosing', maxText);
  }
  return null;
}

/** The user's own memos and workpapers come last. */
async function documentsOf(reader: LibraryReader, key: string): Promise<DocumentRow[]> {
  const rows = (await reader.byAuthority([key])).get(key) ?? [];
  const own = ({ kind, title }: DocumentRow) => /workpaper/i.test(kind ?? '') || /\bmemo(?:randum)?\b/i.test(title);
  return rows.toSorted((one, other) => Number(own(one)) - Number(own(other))).slice(0, MAX_CITED);
}

async function documentPlaces(reader: LibraryReader, key: string): Promise<Place[]> {
  const documents = await documentsOf(reader, key);
  const passages = await reader.firstPassages(documents.map(({ id }) => id));
  return documents.map((document) => {
    const first = passages.get(document.id) ?? 0;
    return { document, pin: pinOfTitle(document.title), first, last: first + document.passages - 1 };
  });
}

/** The sections of laws that are one file, and of own documents that number their sections as laws do. */
async function sectionPlaces(reader: LibraryReader, key: string, pin: string): Promise<Place[]> {
  const sections = (await findSections(reader, [{ key, pin }])).flat();
  const documents = await reader.documents(sections.map(({ document }) => document));
  return sections.flatMap(({ document: id, title, firstPassage: first, lastPassage: last, ...section }) => {
    const row = documents.get(id);
    if (!row || !(row.isAuthority || authorityOf(title) === key)) return [];
    return [{ document: { ...row, title }, pin: section.pin, first, last }];
  });
}

/** "§ 168" is not the document "§ 168(k)", but "§ 168(k)" is the whole of it. */
async function exactIn(
  reader: LibraryReader,
  places: readonly Place[],
  pin: string,
  maxText: number,
): Promise<AuthorityPassage | null> {
  for (const { document, first, last, ...place } of places) {
    const isWhole = pin === place.pin;
    const [begins] =
      isWhole || pin === '' ? [] : await reader.pinned([{ document: document.id, path: pin, first, last }]);
    const start = isWhole ? first : begins?.id;
    if (start === undefined) continue;
    const belongs = ({ path, passage }: NodeText) => passage.id <= last && (isWhole || isWithin(path, pin));
    const lines = await linesFrom(passagesFrom(reader, document.id, start), belongs, maxText);
    if (lines.length > 0) return passageOf(document, lines, 'exact', maxText);
  }
  return null;
}

/** The place that has the most of a subsection that none has: for (b)(1), one with (b) before one of the whole section. "§ 168(k)" has none of it. */
async function enclosingOf(reader: LibraryReader, places: readonly Place[], pin: string): Promise<Place | null> {
  const around = places.filter((place) => isWithin(pin, place.pin));
  const path = outermost(pin);
  const pinned = await reader.pinned(
    path === '' ? [] : around.map(({ document: { id: document }, first, last }) => ({ document, path, first, last })),
  );
  const depth = ({ first, last }: Place): number => {
    const pins = pinned.filter(({ id }) => id >= first && id <= last).flatMap((one) => one.pins);
    let outer = pin;
    while (outer !== '' && !pins.some((one) => isWithin(one, outer)))
      outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')));
    return outer.length;
  };
  return around.toSorted((one, other) => depth(other) - depth(one))[0] ?? null;
}

/** The passages of a document from one on, in parts. */
async function* passagesFrom(reader: LibraryReader, document: number, first: number): AsyncGenerator<PassageRow, void> {
  for (let at = 0; at < MAX_PASSAGES; at += PART) {
    const ids = Array.from({ length: PART }, (_, place) => first + at + place);
    const rows = (await reader.passages(ids)).filter((row) => row.document === document);
    yield* rows;
    if (rows.length < PART) return;
  }
}

/** The first lines of a run that belong to the node. */
async function linesFrom(
  rows: Iterable<PassageRow> | AsyncIterable<PassageRow>,
  belongs: (line: NodeText) => boolean,
  maxText: number,
): Promise<NodeText[]> {
  const lines: NodeText[] = [];
  let length = 0;
  for await (const row of rows) {
    const passage = toFound(row);
    for (const line of withoutBoilerplate({
      heading: passage.heading,
      lines: linesOf(passage, readMarks(row.marks)),
    }).lines) {
      if (!belongs(line)) {
        if (lines.length > 0) return lines;
        continue;
      }
      lines.push(line);
      length += line.text.length;
      if (length > maxText) return lines;
    }
  }
  return lines;
}

/** Paragraph 22 of IFRS 16: a line or heading that begins with "22", "16.22" or ".22". */
async function numberedParagraph(
  reader: LibraryReader,
  key: string,
  base: string,
  maxText: number,
): Promise<AuthorityPassage | null> {
  const paragraph = /\.([a-c]{0,2}\d{1,3})$/.exec(key)?.[1];
  if (base === key || paragraph === undefined || !key.startsWith(`${base}.`)) return null;
  const label = new RegExp(String.raw`^[\s#*]*(?:[\d-]*\.)?0*${paragraph}(?=[\s.:)*])`, 'i');
  const other = /^[\s#*]*(?:[\d-]*\.)?[A-C]{0,2}\d{1,3}[A-Z]?[\s.:)*]/;
  for (const document of await documentsOf(reader, base)) {
    const all = await reader.passagesOf([document.id]);
    for (const [at, row] of all.entries()) {
      if (!`${row.heading}\n${row.text}`.toLowerCase().includes(paragraph)) continue;
      let state: 'before' | 'inside' | 'after' = 'before';
      const belongs = (line: NodeText) => {
        const heading = lastHeading(line.passage.heading);
        if (label.test(heading)) return true;
        if (label.test(line.text)) state = 'inside';
        else if (state === 'inside' && other.test(line.text)) state = 'after';
        return state === 'inside';
      };
      const lines = await linesFrom(all.slice(at, at + MAX_PASSAGES), belongs, maxText);
      if (lines[0]?.passage.id === row.id) {
        return passageOf(document, lines, 'exact', maxText);
      }
    }
  }
  return null;
}

function passageOf(
  document: DocumentRow,
  lines: readonly NodeText[],
  match: AuthorityPassage['match'],
  maxText: number,
): AuthorityPassage {
  const first = lines[0];
  const text = lines.map((line) => line.text).join('\n');
  return {
    match,
    title: document.title,
    path: document.path,
    date: document.date,
    headings: splitHeadings(first?.passage.heading ?? ''),
    place: first?.passage.place ?? '',
    line: first?.line ?? 1,
    endLine: lines.at(-1)?.endLine ?? 1,
    text: text.slice(0, maxText),
    isWhole: text.length <= maxText,
  };
}
