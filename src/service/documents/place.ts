/** Places of blocks, joined to the place of a passage and written for people. */
import { columnNumber } from '../../text/cellNames.ts';
import { t } from '../translate.ts';
import type { DocumentPlace } from './document.ts';

/** True if a passage must not contain blocks of both places: another page, sheet, note or attachment begins. */
export function isElsewhere(one: DocumentPlace | undefined, other: DocumentPlace | undefined): boolean {
  return one?.page !== other?.page || one?.part !== other?.part || sheetOf(one?.cells) !== sheetOf(other?.cells);
}

/** "page iv", "paragraphs 12–15", "Additions!A2:H12", "Attachment lease.pdf, page 3"; empty without a place. */
export function placeText(first: DocumentPlace | undefined, last: DocumentPlace | undefined = first): string {
  if (first === undefined) return '';
  const parts = [first.part, pageText(first), paragraphText(first, last), cellText(first, last)];
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}

/** The paragraph, or the cells without their sheet, of each line, one word a line: `12 - 13`, `A2:H2 A3:H3`. Null if it has neither. */
export function writePlaces(places: readonly (DocumentPlace | null)[]): string | null {
  const words = places.map((place) => place?.paragraph ?? place?.cells?.slice(place.cells.lastIndexOf('!') + 1) ?? '-');
  return words.some((word) => word !== '-') ? words.join(' ') : null;
}

/** The lines of a passage that are quoted, counted from 0, with the place of the passage in words and what `writePlaces` gave for it. */
export interface PlacedLine {
  readonly place: string;
  readonly words: string | null;
  readonly line: number;
}

/** The place of the lines from `first` to `last` in words. That of the passage of the first line, if it is not known more exactly. */
export function exactPlace(first: PlacedLine, last: PlacedLine): string {
  const from = placeOfLine(first);
  return from === null ? first.place : placeText(from, placeOfLine(last) ?? from);
}

/**
 * A place in the language of the answer, or of VS Code outside of an answer: "Seite iv". The index has places in English, because it
 * serves questions in each language. The names of parts, attachments and sheets stay as they are.
 */
export function translatedPlace(place: string): string {
  const [, before = '', page, from = '', to] =
    /^(.*, |)(?:page ([^!.,]+)|paragraphs? (\d+)(?:–(\d+))?)$/s.exec(place) ?? [];
  if (page !== undefined) return `${before}${t('page {0}', page)}`;
  if (from === '') return place;
  return `${before}${to === undefined ? t('paragraph {0}', from) : t('paragraphs {0}–{1}', from, to)}`;
}

function placeOfLine({ place, words, line }: PlacedLine): DocumentPlace | null {
  const word = words
    ?.split(' ')
    .slice(0, line + 1)
    .findLast((each) => each !== '-');
  if (word === undefined) return null;
  if (/\D/.test(word)) return { cells: `${place.slice(0, place.lastIndexOf('!'))}!${word}` };
  const part = place.replace(/(?:, )?paragraphs? \d+(?:–\d+)?$/, '');
  return { ...(part === '' ? {} : { part }), paragraph: Number(word) };
}

function pageText({ page, pageLabel }: DocumentPlace): string {
  return page === undefined ? '' : `page ${pageLabel ?? page}`;
}

function paragraphText({ paragraph }: DocumentPlace, last: DocumentPlace | undefined): string {
  if (paragraph === undefined) return '';
  const end = last?.paragraph ?? paragraph;
  return end > paragraph ? `paragraphs ${paragraph}–${end}` : `paragraph ${paragraph}`;
}

/** `Additions!A2:H9` and `Additions!A10:K12` become `Additions!A2:K12`. */
function cellText({ cells }: DocumentPlace, last: DocumentPlace | undefined): string {
  const one = rangeOf(cells);
  const other = rangeOf(last?.cells);
  if (cells === undefined || one === null || other === null) return cells ?? '';
  const right = columnNumber(other.right) > columnNumber(one.right) ? other.right : one.right;
  const left = columnNumber(other.left) < columnNumber(one.left) ? other.left : one.left;
  const from = `${left}${one.top}`;
  const to = `${right}${Math.max(one.bottom, other.bottom)}`;
  return `${sheetOf(cells)}!${from === to ? from : `${from}:${to}`}`;
}

function sheetOf(cells: string | undefined): string | undefined {
  return cells?.slice(0, cells.lastIndexOf('!'));
}

function rangeOf(cells: string | undefined) {
  const match = /!([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(cells ?? '');
  if (!match) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return { left, right, top: Number(top), bottom: Number(bottom) };
}
