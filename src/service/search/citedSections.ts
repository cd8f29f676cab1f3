/** Finds sections by the numbers of their headings: of a law in one file as of a file for each section. */
import type { DatabaseSync } from 'node:sqlite';
import { isWithin } from '../nodeMarks.ts';

export interface CitedSection {
  readonly id: number;
  readonly document: number;
  readonly pin: string;
  readonly title: string;
  readonly firstPassage: number;
  readonly lastPassage: number;
}

/** Sections of one number that are considered, and those that are returned. */
const MAX_ROWS = 200;
const MAX_SECTIONS = 4;
const MAX_PASSAGES = 3;

/** The sections of a citation with the key `estg 15`, `200.501`, `2 cfr 200.501` or `asc 606-10-25-1`: those of authorities first. */
export function findSections(database: DatabaseSync, key: string, pin: string): CitedSection[] {
  const space = key.lastIndexOf(' ');
  const law = space === -1 ? '' : key.slice(0, space);
  const rows = database
    .prepare(
      `SELECT s.*, d.authority AS authority, d.abbreviation AS abbreviation,
         (SELECT group_concat(name, char(10)) FROM names WHERE names.document = d.id) AS names
       FROM sections s JOIN documents d ON d.id = s.document
       WHERE s.number = ? AND s.lastPassage >= s.firstPassage ORDER BY d.isAuthority DESC, d.path, s.id LIMIT ?`,
    )
    .all(key.slice(space + 1), MAX_ROWS);
  const named = rows.filter(
    (row) => law === '' || isNamed(law, String(row.names ?? '').split('\n'), String(row.authority)),
  );
  // A document that says nothing of its name may be the cited law.
  const found = named.length > 0 ? named : rows.filter((row) => row.abbreviation === '' && row.authority === '');
  return (
    found
      .map(toSection)
      // "§ 168(k)" is a better match for § 168(k)(2) than "§ 168", and "§ 168" for § 168.
      .filter((section) => isWithin(pin, section.pin))
      .sort((one, other) => other.pin.length - one.pin.length)
      .slice(0, MAX_SECTIONS)
  );
}

/** "Umsatzsteuergesetzes" is the genitive of a name. */
function isNamed(law: string, names: readonly string[], authority: string): boolean {
  const own = authority.slice(0, Math.max(0, authority.lastIndexOf(' ')));
  const written = [law, law.replace(/e?s$/, ''), law.replace(/^(?:the|council) /, '')];
  return (own !== '' && own === law) || names.some((name) => written.includes(name));
}

function toSection(row: Record<string, unknown>): CitedSection {
  return {
    id: Number(row.id),
    document: Number(row.document),
    pin: String(row.pin),
    title: String(row.title),
    firstPassage: Number(row.firstPassage),
    lastPassage: Number(row.lastPassage),
  };
}

/** The first passages of the section, or those in which the subsection or the nearest one around it begins. */
export function passagesOfSection(
  database: DatabaseSync,
  { document, pin: own, firstPassage, lastPassage }: CitedSection,
  pin: string,
): number[] {
  const find = database.prepare(
    'SELECT id FROM passages WHERE document = ? AND id BETWEEN ? AND ? AND instr(pins, ?) > 0 ORDER BY id LIMIT ?',
  );
  const parts = pin.split('.').filter((part) => part !== '');
  for (let depth = parts.length; depth > 0 && parts.slice(0, depth).join('.') !== own; depth -= 1) {
    const path = parts.slice(0, depth).join('.');
    for (const end of [' ', '.']) {
      const found = find.all(document, firstPassage, lastPassage, ` ${path}${end}`, MAX_PASSAGES);
      if (found.length > 0) return found.map((row) => Number(row.id));
    }
  }
  return database
    .prepare('SELECT id FROM passages WHERE document = ? AND id BETWEEN ? AND ? ORDER BY id LIMIT ?')
    .all(document, firstPassage, lastPassage, MAX_PASSAGES)
    .map((row) => Number(row.id));
}
