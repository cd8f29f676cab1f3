/** The passage of one authority by its exact path: `179` with the pinpoint `b.1`, `asc 606-10-25-1`, `ifrs 16.22`. No search by words. */
import type { DatabaseSync } from 'node:sqlite';
import type { AuthorityPassage, AuthorityRequest } from '../../protocol/worker.ts';
import { isWithin, readMarks } from '../nodeMarks.ts';
import { authorityOf, pinOfTitle } from './authority.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { findSections, passagesOfSection } from './citedSections.ts';
import { linesOf, type NodeText } from './documentNodes.ts';
import { toPassage } from './fetchPassages.ts';
import { wordsOf } from './words.ts';

/** Documents of one authority that are considered. */
const MAX_DOCUMENTS = 5;
/** Passages whose headings have the numbers of the authority that are compared. */
const MAX_HEADINGS = 40;
/** Passages that one authority is read from. */
const MAX_PASSAGES = 500;

interface DocumentRow {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly authority: string;
  readonly date: string | null;
}

/** null if the library has neither the authority nor one that it belongs to. The text ends after `maxText` characters. */
export function lookUpAuthority(
  database: DatabaseSync,
  { key, pin, base }: AuthorityRequest,
  maxText: number,
): AuthorityPassage | null {
  const documents = documentsOf(database, key);
  for (const document of documents) {
    const found = inDocument(database, document, pin, maxText);
    if (found) return found;
  }
  const heading = belowHeading(database, key, pin, maxText);
  if (heading?.match === 'exact') return heading;
  const numbered = numberedParagraph(database, key, base, maxText);
  if (numbered) return numbered;
  const section = inSections(database, key, pin, maxText);
  if (section?.match === 'exact') return section;
  const enclosing = enclosingDocument(database, documents, pin);
  // The document has no such subsection.
  if (enclosing) return passageOf(enclosing, [], 'enclosing', maxText);
  if (section) return section;
  for (const wider of widerKeys(key, base)) {
    const [document] = documentsOf(database, wider);
    if (document) return heading ?? passageOf(document, [], 'enclosing', maxText);
  }
  return heading;
}

/** In the sections of laws that are one file. */
function inSections(database: DatabaseSync, key: string, pin: string, maxText: number): AuthorityPassage | null {
  const select = database.prepare(
    'SELECT id, path, title, authority, date FROM documents WHERE id = ? AND isAuthority = 1',
  );
  for (const section of findSections(database, key, pin)) {
    const row = select.get(section.document);
    const [first] = passagesOfSection(database, section, pin);
    if (row === undefined || first === undefined) continue;
    const { firstPassage, lastPassage } = section;
    const inside = ({ passage }: NodeText) => passage.id >= firstPassage && passage.id <= lastPassage;
    const belongs = (line: NodeText) => inside(line) && (pin === section.pin || isWithin(line.path, pin));
    const lines = linesFrom(database, section.document, first, belongs, maxText);
    const document = { ...toDocument(row), title: section.title };
    return passageOf(document, lines, lines.length > 0 ? 'exact' : 'enclosing', maxText);
  }
  return null;
}

/** The user's own memos and workpapers come last. */
function documentsOf(database: DatabaseSync, key: string): DocumentRow[] {
  const rows = database
    .prepare(
      "SELECT id, path, title, authority, date, kind FROM documents WHERE authority <> '' AND authority = ? ORDER BY path LIMIT ?",
    )
    .all(key, MAX_DOCUMENTS);
  const own = (row: Record<string, unknown>) =>
    /workpaper/i.test(String(row.kind ?? '')) || /\bmemo(?:randum)?\b/i.test(String(row.title));
  return rows.sort((one, other) => Number(own(one)) - Number(own(other))).map(toDocument);
}

function toDocument(row: Record<string, unknown>): DocumentRow {
  return {
    id: Number(row.id),
    path: String(row.path),
    title: String(row.title),
    authority: String(row.authority),
    date: typeof row.date === 'string' && row.date !== '' ? row.date : null,
  };
}

function inDocument(
  database: DatabaseSync,
  document: DocumentRow,
  pin: string,
  maxText: number,
): AuthorityPassage | null {
  const titlePin = pinOfTitle(document.title);
  // "§ 168" is not the document "§ 168(k)", but "§ 168(k)" is the whole of it.
  if (pin === titlePin) {
    return passageOf(
      document,
      linesFrom(database, document.id, 0, () => true, maxText),
      'exact',
      maxText,
    );
  }
  if (pin === '') return null;
  const first = firstPassageWith(database, document.id, pin);
  if (first === null) return null;
  const lines = linesFrom(database, document.id, first, ({ path }) => isWithin(path, pin), maxText);
  return lines.length === 0 ? null : passageOf(document, lines, 'exact', maxText);
}

/** The document that has the most of a subsection that none has: for (b)(1), one with (b) before one of the whole section. "§ 168(k)" has none of it. */
function enclosingDocument(database: DatabaseSync, documents: readonly DocumentRow[], pin: string): DocumentRow | null {
  const depth = (document: DocumentRow): number => {
    const titlePin = pinOfTitle(document.title);
    if (titlePin !== '' && !isWithin(pin, titlePin)) return -1;
    let outer = pin;
    while (outer !== '' && firstPassageWith(database, document.id, outer) === null)
      outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')));
    return outer.length;
  };
  const [best] = documents
    .map((document) => ({ document, depth: depth(document) }))
    .filter((each) => each.depth >= 0)
    .sort((one, other) => other.depth - one.depth);
  return best?.document ?? null;
}

/** The first passage in which the subsection, or a part of it, begins. */
function firstPassageWith(database: DatabaseSync, document: number, pin: string): number | null {
  const find = database.prepare(
    'SELECT id FROM passages WHERE document = ? AND (instr(pins, ?) > 0 OR instr(pins, ?) > 0) ORDER BY id LIMIT 1',
  );
  const row = find.get(document, ` ${pin} `, ` ${pin}.`);
  return row ? Number(row.id) : null;
}

/** The first lines of a run that belong to the node, from the passage `first` on. */
function linesFrom(
  database: DatabaseSync,
  document: number,
  first: number,
  belongs: (line: NodeText) => boolean,
  maxText: number,
): NodeText[] {
  const rows = database
    .prepare('SELECT * FROM passages WHERE document = ? AND id >= ? ORDER BY id LIMIT ?')
    .iterate(document, first, MAX_PASSAGES);
  const lines: NodeText[] = [];
  let length = 0;
  for (const row of rows) {
    const passage = toPassage(row);
    for (const line of withoutBoilerplate({
      heading: passage.heading,
      lines: linesOf(passage, readMarks(String(row.marks))),
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

/** A paragraph below a heading that names it: "606-10-25-1 Identifying the contract", "Reg. § 1.263(a)-2 Amounts paid". */
function belowHeading(database: DatabaseSync, key: string, pin: string, maxText: number): AuthorityPassage | null {
  const number = key.replace(/^.*[a-z.] (?=\d)/, '');
  const words = wordsOf(number);
  if (words.length === 0) return null;
  const rows = database
    .prepare(
      `SELECT passages.id AS passage, passages.heading AS heading, documents.id AS id, documents.path AS path,
         documents.title AS title, documents.authority AS authority, documents.date AS date
       FROM passageIndex JOIN passages ON passages.id = passageIndex.rowid JOIN documents ON documents.id = passages.document
       WHERE passageIndex MATCH ? ORDER BY passages.id LIMIT ?`,
    )
    .all(`heading : "${words.join(' ')}"`, MAX_HEADINGS);
  for (const row of rows) {
    const document = toDocument(row);
    const heading = String(row.heading)
      .split(' › ')
      .find((part) => isHeadingOf(part, key, number, document.authority));
    if (heading === undefined) continue;
    const below = (line: NodeText) => line.passage.heading.split(' › ').includes(heading);
    const all = linesFrom(database, document.id, Number(row.passage), below, maxText);
    const own = pin === '' ? all : all.filter(({ path }) => isWithin(path, pin));
    return own.length > 0 ? passageOf(document, own, 'exact', maxText) : passageOf(document, all, 'enclosing', maxText);
  }
  return null;
}

function isHeadingOf(heading: string, key: string, number: string, documentAuthority: string): boolean {
  const text = heading.replace(/^[\s#*_]+/, '');
  if (authorityOf(text) === key) return true;
  const family = key.slice(0, key.length - number.length);
  if (family === '' || !documentAuthority.startsWith(family)) return false;
  return authorityOf(family.toUpperCase() + text) === key;
}

/** Paragraph 22 of IFRS 16: a line or heading that begins with "22", "16.22" or ".22". */
function numberedParagraph(
  database: DatabaseSync,
  key: string,
  base: string,
  maxText: number,
): AuthorityPassage | null {
  const paragraph = /\.([a-c]{0,2}\d{1,3})$/.exec(key)?.[1];
  if (base === key || paragraph === undefined || !key.startsWith(`${base}.`)) return null;
  const label = new RegExp(String.raw`^[\s#*]*(?:[\d-]*\.)?0*${paragraph}(?=[\s.:)*])`, 'i');
  const other = /^[\s#*]*(?:[\d-]*\.)?[A-C]{0,2}\d{1,3}[A-Z]?[\s.:)*]/;
  for (const document of documentsOf(database, base)) {
    const rows = database
      .prepare(
        'SELECT id FROM passages WHERE document = ? AND instr(lower(heading || char(10) || text), ?) > 0 ORDER BY id',
      )
      .iterate(document.id, paragraph);
    for (const row of rows) {
      let state: 'before' | 'inside' | 'after' = 'before';
      const belongs = (line: NodeText) => {
        const heading = line.passage.heading.split(' › ').at(-1) ?? '';
        if (label.test(heading)) return true;
        if (label.test(line.text)) state = 'inside';
        else if (state === 'inside' && other.test(line.text)) state = 'after';
        return state === 'inside';
      };
      const lines = linesFrom(database, document.id, Number(row.id), belongs, maxText);
      if (lines.length > 0 && lines[0]?.passage.id === Number(row.id)) {
        return passageOf(document, lines, 'exact', maxText);
      }
    }
  }
  return null;
}

/** `asc 606-10-25-99` -> `asc 606-10-25`, `asc 606-10`, `asc 606`; `1.704-1` -> `704`. */
function widerKeys(key: string, base: string): string[] {
  const topic = base === key ? [] : [base];
  const whole = key.includes(' ') ? base : key;
  if (!key.includes(' ') && topic.length > 0) return topic;
  const parts = whole.split('-');
  return [...topic, ...parts.slice(0, -1).map((_part, at) => parts.slice(0, parts.length - 1 - at).join('-'))];
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
    heading: first?.passage.heading ?? '',
    place: first?.passage.place ?? '',
    line: first?.line ?? 1,
    endLine: lines.at(-1)?.endLine ?? 1,
    text: text.slice(0, maxText),
    isWhole: text.length <= maxText,
  };
}
