/** The passage of one authority by its exact path: `179` with the pinpoint `b.1`, `asc 606-10-25-1`, `ifrs 16.22`. No search by words. */
import type { AuthorityPassage, AuthorityRequest } from '../../protocol/worker.ts';
import { lastHeading, splitHeadings } from '../headings.ts';
import { isWithin, readMarks } from '../nodeMarks.ts';
import type { DocumentRow, LibraryReader, PassageRow } from '../store/libraryReader.ts';
import { authorityOf, pinOfTitle } from './authority.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { widerKeys } from './citedDocuments.ts';
import { findSections, passagesOfSections } from './citedSections.ts';
import { linesOf, type NodeText } from './documentNodes.ts';
import { toFound } from './fetchPassages.ts';
import { MAX_CITED, outermost } from './pin.ts';

/** Passages that one authority is read from. */
const MAX_PASSAGES = 500;

/** Passages that are read at once. Most authorities end within the first ones. */
const PART = 20;

/** null if the library has neither the authority nor one that it belongs to. The text ends after `maxText` characters. */
export async function lookUpAuthority(
  reader: LibraryReader,
  { key, pin, base }: AuthorityRequest,
  maxText: number,
): Promise<AuthorityPassage | null> {
  const documents = await documentsOf(reader, key);
  for (const document of documents) {
    const found = await inDocument(reader, document, pin, maxText);
    if (found) return found;
  }
  const numbered = await numberedParagraph(reader, key, base, maxText);
  if (numbered) return numbered;
  const section = await inSections(reader, key, pin, maxText);
  if (section?.match === 'exact') return section;
  const enclosing = await enclosingDocument(reader, documents, pin);
  // The document has no such subsection.
  if (enclosing) return passageOf(enclosing, [], 'enclosing', maxText);
  if (section) return section;
  for (const wider of widerKeys({ key, base })) {
    const [document] = await documentsOf(reader, wider);
    if (document) return passageOf(document, [], 'enclosing', maxText);
  }
  return null;
}

/** In the sections of laws that are one file, and of own documents that number their sections as laws do. */
async function inSections(
  reader: LibraryReader,
  key: string,
  pin: string,
  maxText: number,
): Promise<AuthorityPassage | null> {
  const sections = (await findSections(reader, [{ key, pin }])).flat();
  const [passages, documents] = await Promise.all([
    passagesOfSections(
      reader,
      sections.map((section) => ({ section, pin })),
    ),
    reader.documents(sections.map(({ document }) => document)),
  ]);
  let enclosing: AuthorityPassage | null = null;
  for (const [at, section] of sections.entries()) {
    const row = documents.get(section.document);
    const first = passages[at]?.[0];
    if (!row || first === undefined || !(row.isAuthority || authorityOf(section.title) === key)) continue;
    const { firstPassage, lastPassage } = section;
    const inside = ({ passage }: NodeText) => passage.id >= firstPassage && passage.id <= lastPassage;
    const belongs = (line: NodeText) => inside(line) && (pin === section.pin || isWithin(line.path, pin));
    const lines = await linesFrom(passagesFrom(reader, section.document, first), belongs, maxText);
    const document = { ...row, title: section.title };
    if (lines.length > 0) return passageOf(document, lines, 'exact', maxText);
    enclosing ??= passageOf(document, lines, 'enclosing', maxText);
  }
  return enclosing;
}

/** The user's own memos and workpapers come last. */
async function documentsOf(reader: LibraryReader, key: string): Promise<DocumentRow[]> {
  const rows = (await reader.byAuthority([key])).get(key) ?? [];
  const own = ({ kind, title }: DocumentRow) => /workpaper/i.test(kind ?? '') || /\bmemo(?:randum)?\b/i.test(title);
  return rows.toSorted((one, other) => Number(own(one)) - Number(own(other))).slice(0, MAX_CITED);
}

async function inDocument(
  reader: LibraryReader,
  document: DocumentRow,
  pin: string,
  maxText: number,
): Promise<AuthorityPassage | null> {
  const titlePin = pinOfTitle(document.title);
  // "§ 168" is not the document "§ 168(k)", but "§ 168(k)" is the whole of it.
  if (pin === titlePin) {
    const first = (await reader.firstPassages([document.id])).get(document.id) ?? 0;
    return passageOf(
      document,
      await linesFrom(passagesFrom(reader, document.id, first), () => true, maxText),
      'exact',
      maxText,
    );
  }
  if (pin === '') return null;
  const [first] = await reader.pinned([{ document: document.id, path: pin }]);
  if (!first) return null;
  const rows = passagesFrom(reader, document.id, first.id);
  const lines = await linesFrom(rows, ({ path }) => isWithin(path, pin), maxText);
  return lines.length === 0 ? null : passageOf(document, lines, 'exact', maxText);
}

/** The document that has the most of a subsection that none has: for (b)(1), one with (b) before one of the whole section. "§ 168(k)" has none of it. */
async function enclosingDocument(
  reader: LibraryReader,
  documents: readonly DocumentRow[],
  pin: string,
): Promise<DocumentRow | null> {
  const wanted = pin === '' ? [] : documents.map(({ id }) => ({ document: id, path: outermost(pin) }));
  const pinned = await reader.pinned(wanted);
  const depth = (document: DocumentRow): number => {
    const titlePin = pinOfTitle(document.title);
    if (titlePin !== '' && !isWithin(pin, titlePin)) return -1;
    const pins = pinned.filter((one) => one.document === document.id).flatMap((one) => one.pins);
    let outer = pin;
    while (outer !== '' && !pins.some((one) => isWithin(one, outer)))
      outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')));
    return outer.length;
  };
  const [best] = documents
    .map((document) => ({ document, depth: depth(document) }))
    .filter((each) => each.depth >= 0)
    .sort((one, other) => other.depth - one.depth);
  return best?.document ?? null;
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
