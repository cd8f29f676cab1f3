/** Rows of the tables of the index as the port has them. */
import type { SQLOutputValue } from 'node:sqlite';
import type { DocumentRow, PassageRow, SectionRow } from '../libraryReader.ts';

export type Row = Record<string, SQLOutputValue>;

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export function toDocument(row: Row): DocumentRow {
  return {
    id: Number(row.id),
    path: String(row.path),
    name: String(row.name),
    title: String(row.title),
    isAuthority: Number(row.isAuthority) === 1,
    language: row.language === 'de' ? 'de' : 'en',
    authority: String(row.authority),
    abbreviation: String(row.abbreviation),
    kind: textOrNull(row.kind),
    date: textOrNull(row.date),
    url: textOrNull(row.url),
    digest: String(row.digest),
    passages: Number(row.passages),
  };
}

export function toPassage(row: Row): PassageRow {
  return {
    id: Number(row.id),
    document: Number(row.document),
    heading: String(row.heading),
    pins: toPins(row.pins),
    marks: String(row.marks),
    line: Number(row.line),
    endLine: Number(row.endLine),
    page: row.page === null ? null : Number(row.page),
    pageLabel: textOrNull(row.pageLabel),
    place: String(row.place),
    itemRanges: textOrNull(row.itemRanges),
    placeWords: textOrNull(row.placeWords),
    text: String(row.text),
    section: row.section === null ? null : Number(row.section),
    sectionTitle: String(row.sectionTitle),
    sectionDate: String(row.sectionDate),
  };
}

export function toPins(value: unknown): string[] {
  return String(value).trim().split(' ').filter(Boolean);
}

export function toSection(row: Row): SectionRow {
  return {
    id: Number(row.id),
    document: Number(row.document),
    number: String(row.number),
    pin: String(row.pin),
    title: String(row.title),
    firstPassage: Number(row.firstPassage),
    lastPassage: Number(row.lastPassage),
    authority: String(row.authority),
    abbreviation: String(row.abbreviation),
    names: String(row.names ?? '').split('\n'),
  };
}
