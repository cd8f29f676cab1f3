/**
 * Where a passage is in a file that has no lines of its own. The index has the place as JSON. It is put into words when it is shown, in the
 * language of the answer, or of VS Code outside of an answer.
 */
import * as z from 'zod/mini';
import { columnNumber } from '../../text/cellNames.ts';
import { parseJson } from '../../text/json.ts';
import { t } from '../translate.ts';
import { type DocumentPlace, MESSAGE_TEXT } from './document.ts';

const textSchema = z.optional(z.string());
const passagePlaceSchema = z.object({
  /** Note, comment, header or attachment: "Footnotes", "Attachment lease.pdf". */
  part: textSchema,
  /** The label of the page of a PDF, or its number. */
  page: textSchema,
  /** The first and the last one of a Word document, from 1. */
  paragraphs: z.optional(z.tuple([z.number(), z.number()])),
  /** The sheet of a workbook. */
  sheet: textSchema,
  /** `A2:H9`. */
  cells: textSchema,
});
export type PassagePlace = z.infer<typeof passagePlaceSchema>;

/** True if a passage must not contain blocks of both places: another page, sheet, note or attachment begins. */
export function isElsewhere(one: DocumentPlace | undefined, other: DocumentPlace | undefined): boolean {
  return one?.page !== other?.page || one?.part !== other?.part || one?.sheet !== other?.sheet;
}

/** The place from the first block to the last one. Null in a file that has lines of its own. */
export function placeOf(
  first: DocumentPlace | undefined,
  last: DocumentPlace | undefined = first,
): PassagePlace | null {
  if (first === undefined) return null;
  const { part, page, pageLabel, paragraph, sheet, cells } = first;
  return {
    ...(part !== undefined && { part }),
    ...(page !== undefined && { page: pageLabel ?? String(page) }),
    ...(paragraph !== undefined && { paragraphs: [paragraph, Math.max(paragraph, last?.paragraph ?? paragraph)] }),
    ...(sheet !== undefined && { sheet }),
    ...(cells !== undefined && { cells: joined(cells, last?.cells ?? cells) }),
  };
}

/** As the index has it; empty for null. */
export function writePlace(place: PassagePlace | null): string {
  return place === null || Object.keys(place).length === 0 ? '' : JSON.stringify(place);
}

/** Null for a text that is no place. */
export function readPlace(written: string): PassagePlace | null {
  return passagePlaceSchema.safeParse(parseJson(written)).data ?? null;
}

/** "Seite iv", "Absätze 12–15", "Additions!A2:H12", "Attachment lease.pdf, Seite 3"; empty for null. */
export function placeInWords(place: PassagePlace | null): string {
  const { part = '', page, paragraphs, sheet, cells } = place ?? {};
  const words = [
    part === MESSAGE_TEXT ? '' : part,
    page === undefined ? '' : t('page {0}', page),
    paragraphs === undefined ? '' : paragraphWords(...paragraphs),
    [sheet, cells].filter((each) => each !== undefined).join('!'),
  ];
  return words.filter((each) => each !== '').join(', ');
}

function paragraphWords(from: number, to: number): string {
  return from === to ? t('paragraph {0}', String(from)) : t('paragraphs {0}–{1}', String(from), String(to));
}

/** The paragraph, or the cells without their sheet, of each line, one word a line: `12 - 13`, `A2:H2 A3:H3`. Null if it has neither. */
export function writePlaces(places: readonly (DocumentPlace | null)[]): string | null {
  const words = places.map((place) => place?.paragraph ?? place?.cells ?? '-');
  return words.some((word) => word !== '-') ? words.join(' ') : null;
}

/** The lines of a passage that are quoted, counted from 0, with what the index has for the passage and, from `writePlaces`, for its lines. */
export interface PlacedLine {
  readonly place: string;
  readonly lines: string | null;
  readonly line: number;
}

/** The place of the lines from `first` to `last`. That of the passage of the first line, if it is not known more exactly. */
export function exactPlace(first: PlacedLine, last: PlacedLine): PassagePlace | null {
  const place = readPlace(first.place);
  const from = lineOf(first);
  if (from === undefined) return place;
  const to = lineOf(last) ?? from;
  if (/\D/.test(from)) return { ...place, cells: joined(from, to) };
  const paragraph = Number(from);
  return { ...place, paragraphs: [paragraph, Math.max(paragraph, Number(to) || paragraph)] };
}

function lineOf({ lines, line }: PlacedLine): string | undefined {
  return lines
    ?.split(' ')
    .slice(0, line + 1)
    .findLast((each) => each !== '-');
}

/** `A2:H9` and `A10:K12` become `A2:K12`. */
function joined(first: string, last: string): string {
  const one = rangeOf(first);
  const other = rangeOf(last);
  if (one === null || other === null) return first;
  const right = columnNumber(other.right) > columnNumber(one.right) ? other.right : one.right;
  const left = columnNumber(other.left) < columnNumber(one.left) ? other.left : one.left;
  const from = `${left}${one.top}`;
  const to = `${right}${Math.max(one.bottom, other.bottom)}`;
  return from === to ? from : `${from}:${to}`;
}

function rangeOf(cells: string) {
  const match = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(cells);
  if (!match) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return { left, right, top: Number(top), bottom: Number(bottom) };
}
