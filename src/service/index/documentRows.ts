/** A document that was read as the rows that every store has of it, without the ids, which a store gives. */
import { createHash } from 'node:crypto';
import { writeRanges } from '../documents/itemRange.ts';
import type { PassageDocument } from '../documents/passages.ts';
import { placeOf, writePlace, writePlaces } from '../documents/place.ts';
import type { Authority } from '../documents/sections.ts';
import { joinHeadings } from '../headings.ts';
import { writeMarks } from '../nodeMarks.ts';
import { languageOf } from '../search/language.ts';
import type { DocumentRow, PassageRow } from '../store/libraryReader.ts';

/** Passages from whose text the language of a document is known. */
const LANGUAGE_PASSAGES = 5;

/** `name` has the names of its folders and of the file, inside the library. */
export function documentRow(path: string, name: string, document: PassageDocument): Omit<DocumentRow, 'id'> {
  const { title, authority, passages, meta } = document;
  const beginning = passages.slice(0, LANGUAGE_PASSAGES).map(({ text }) => text);
  return {
    path,
    name,
    title,
    isAuthority: authority.isAuthority,
    language: languageOf(beginning.join('\n')) ?? 'en',
    authority: authority.key,
    abbreviation: authority.abbreviation,
    kind: meta.kind ?? null,
    date: meta.date ?? (authority.date || null),
    url: meta.url ?? null,
    digest: digestOf(document),
    passages: passages.length,
  };
}

/** Maximum number of section numbers of one document, besides the first number of each heading. */
const MAX_OTHERS = 20_000;

/** A number by which a section is found, and the place of the section in the document, from 0. */
export interface NumberedSection {
  readonly number: string;
  readonly section: number;
}

/** The first number of each section, in their order, and then the other numbers of headings for several sections. */
export function numberedSections({ sections }: Authority): NumberedSection[] {
  const others = sections.flatMap(({ others }, section) => others.map((number) => ({ number, section })));
  return [...sections.map(({ number }, section) => ({ number, section })), ...others.slice(0, MAX_OTHERS)];
}

/** The section of a passage is its place among the sections of the document, from 0; -1 outside of sections. */
export type UnnumberedPassage = Omit<PassageRow, 'id' | 'document' | 'section'> & { readonly section: number };

/** The passages of a document in its order. */
export function* passageRows({ authority, passages }: PassageDocument): Generator<UnnumberedPassage, void, void> {
  const isOneOfMany = authority.isAuthority && authority.key === '';
  for (const passage of passages) {
    const section = isOneOfMany ? authority.sections[passage.section] : undefined;
    yield {
      heading: joinHeadings(passage.headings),
      pins: passage.pins,
      marks: writeMarks(passage.marks),
      line: passage.line,
      endLine: passage.endLine,
      page: passage.place?.page ?? null,
      pageLabel: passage.place?.pageLabel ?? null,
      place: writePlace(placeOf(passage.place, passage.endPlace)),
      itemRanges: passage.items ? writeRanges(passage.items) : null,
      placeWords: passage.linePlaces ? writePlaces(passage.linePlaces) : null,
      text: passage.text,
      section: passage.section in authority.sections ? passage.section : -1,
      sectionTitle: section?.title ?? '',
      sectionDate: section?.date ?? '',
    };
  }
}

/** Equal for two documents if what is searched and shown of them is equal. */
export function digestOf({ title, meta, passages }: PassageDocument): string {
  const hash = createHash('sha1').update(JSON.stringify([title, meta]));
  for (const { headings, text } of passages) hash.update(`\0${headings.join('\0')}\0${text}`);
  return hash.digest('base64');
}
