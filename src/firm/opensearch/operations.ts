/** A document that was read as operations of the engine: its row, its sections and its passages. */
import { createHash } from 'node:crypto';
import type { PassageDocument } from '../../service/documents/passages.ts';
import type { FoundFile } from '../../service/documents/walk.ts';
import { documentRow, numberedSections, passageRows } from '../../service/index/documentRows.ts';
import { stemsOf, wordsInName } from '../../service/search/words.ts';
import { digestOfName } from '../library/places.ts';
import { IDS } from './layout.ts';
import { digestOfHeading, lowerAscii, reversed } from './reader.ts';

/** Where the passages and sections of a document are. */
export interface Numbered {
  readonly id: number;
  readonly passages: number;
  readonly sections: number;
}

export interface Written extends Numbered {
  /** The row of the file. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Ids and sources of its sections. */
  readonly sectionRows: readonly (readonly [string, unknown])[];
  /** Ids and sources of its passages, made when they are asked for: the stems take more space than the text. */
  passageRows(): Generator<readonly [string, unknown], void, void>;
}

export function rowId(collection: string, path: string): string {
  return createHash('sha256').update(`${collection}\0${path}`).digest('hex');
}

/** The id of the row that says how many files of a collection are not read yet. */
export const stateId = (collection: string): string => `state-${collection}`;

export const sectionId = (id: number): string => `section-${id}`;

/** Throws RangeError for a document with more passages than ids. */
export function toOperations(
  collection: string,
  id: number,
  file: FoundFile,
  name: string,
  document: PassageDocument,
): Written {
  const row = documentRow(file.path, name, document);
  const { authority } = document;
  const numbered = numberedSections(authority);
  if (row.passages > IDS || numbered.length > IDS) throw new RangeError('The document has too many passages.');
  const first = id * IDS;
  const places = authority.sections.map(() => ({ first: -1, last: -1 }));
  for (const [at, { section }] of document.passages.entries()) {
    const place = places[section];
    if (!place) continue;
    if (place.first < 0) place.first = at;
    place.last = at;
  }
  return {
    id,
    passages: row.passages,
    sections: numbered.length,
    row: {
      ...fileOf(collection, file),
      ...row,
      type: 'document',
      id,
      sections: numbered.length,
      lowerPath: lowerAscii(file.path),
      reversedPath: reversed(lowerAscii(file.path)),
      tails: tailsOf(file.path),
      nameDigest: digestOfName(name),
      topics: topicsOf(row.authority),
      ...(row.authority !== '' && { content: `${row.authority} ${row.digest}` }),
    },
    sectionRows: numbered.flatMap(({ number, section: index }, at) => {
      const place = places[index];
      if (!place || place.first < 0) return [];
      const { pin = '', title = '' } = authority.sections[index] ?? {};
      const section = {
        type: 'section',
        collection,
        id: first + at,
        document: id,
        path: file.path,
        isAuthority: row.isAuthority,
        number,
        pin,
        title,
        firstPassage: first + place.first,
        lastPassage: first + place.last,
        authority: row.authority,
        abbreviation: row.abbreviation,
        names: authority.names,
      };
      return [[sectionId(first + at), section] as const];
    }),
    *passageRows() {
      const { language } = row;
      const stems = (text: string) => stemsOf(text, language).join(' ');
      const titleStems = stems(row.title);
      const pathStems = stems(wordsInName(row.name));
      const known = new Set<string>();
      let at = 0;
      for (const { section, ...passage } of passageRows(document)) {
        const opens = !known.has(passage.heading);
        known.add(passage.heading);
        const headingStems = stems(passage.heading);
        const textStems = stems(passage.text);
        const source = {
          collection,
          id: first + at,
          document: id,
          copy: `${row.digest} ${at}`,
          isAuthority: row.isAuthority,
          isOneAuthority: row.authority !== '',
          titleStems,
          pathStems,
          headingStems,
          [row.isAuthority ? 'lawStems' : 'ownStems']: textStems,
          length: lengthOf([titleStems, pathStems, headingStems, textStems]),
          nodes: nodesOf(passage.pins),
          headingDigest: digestOfHeading(passage.heading),
          opens,
          row: { ...passage, section: section < 0 ? null : first + section },
        };
        yield [String(first + at), source];
        at += 1;
      }
    },
  };
}

/** The number of stems in all fields. */
function lengthOf(fields: readonly string[]): number {
  return fields.reduce((sum, field) => sum + (field === '' ? 0 : field.split(' ').length), 0);
}

export function fileOf(collection: string, { path, size, mtime }: FoundFile) {
  return { collection, path, size, mtime };
}

/** The path from each of its parts on, with slashes: what may name the file. */
function tailsOf(path: string): string[] {
  const whole = path.replaceAll('\\', '/');
  const ends = Array.from(whole.matchAll(/\//g), ({ index }) => whole.slice(index + 1));
  return [...new Set([whole, ...ends])].filter((tail) => tail !== '');
}

/** `asc 360` and `asc 360-10` of `asc 360-10-35`. */
function topicsOf(authority: string): string[] {
  return Array.from(authority.matchAll(/-/g), ({ index }) => authority.slice(0, index));
}

/** Each pinpoint and those around it: `b.2` and `b` of `b.2`. */
function nodesOf(pins: readonly string[]): string[] {
  return [
    ...new Set(pins.flatMap((pin) => [pin, ...Array.from(pin.matchAll(/\./g), ({ index }) => pin.slice(0, index))])),
  ];
}
