/** The amount or rate at a position of an open file. */
import type * as Vscode from 'vscode';
import { csvFields, csvSeparator } from '../../text/csvRecords.ts';
import { isProse } from './comments.ts';

export interface FileAmount {
  /** As written: `$1,250,000`, `1_250_000`, `40%`. */
  readonly written: string;
  /** The same as documents state it: `1250000`, and for `0.21` in a program `21%`. */
  readonly stated: string;
  /** The words around it, and the line above, which may cite its authority. Passages with the same amount are ranked by them. */
  readonly around: string;
  /** The file that it is in, whose own passages are left out. */
  readonly path: string;
  readonly range: Vscode.Range;
}

/** Characters of the line before and after the position that are read. */
const AROUND = 200;
/** Numbers of fewer digits, such as years and numbers of paragraphs, are no amounts unless they have a unit. */
const AMOUNT =
  /(?:[$€£] ?)\d+(?:[.,_’]\d+)*(?: (?:thousand|million|billion|Mio|Mrd))?|\d{1,3}(?:[.,_’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)? ?(?:%|percent\b|Prozent\b)|(?<![\d.,_-])\d{5,12}(?![\d_-])/g;

/** A rate in a program: `0.21`, `.075`. */
const RATE = /(?<![\w.,])0?\.\d{1,6}(?![\w.])/g;

/** A value of CSV with digits enough, which has no other values around it as a sentence has. */
const CSV_AMOUNT =
  /^[-(]?(?:[$€£] ?)?(?!(?:19|20)\d\d$)(\d{4,12}(?:[.,]\d{1,2})?|\d{1,3}(?:[.,’']\d{3})+(?:[.,]\d{1,2})?|\d+[.,]\d{2})\)?$/;

export function amountAt(
  { Range }: Pick<typeof Vscode, 'Range'>,
  document: Pick<Vscode.TextDocument, 'lineAt' | 'uri' | 'languageId'>,
  { line, character }: Vscode.Position,
): FileAmount | null {
  const from = Math.max(0, character - AROUND);
  const text = document.lineAt(line).text.slice(from, character + AROUND);
  const path = document.uri.fsPath;
  const isTable = /\.(?:csv|tsv)$/i.test(path);
  const place = character - from;
  const rate = isTable || isProse(document.languageId) ? null : writtenAt(text, place, RATE);
  const found = rate ?? (isTable ? valueAt(text, place) : writtenAt(text, place, AMOUNT));
  if (!found) return null;
  // Digits of a number in code are divided by underscores.
  const stated = rate ? `${Number((Number(rate.written) * 100).toFixed(4))}%` : found.written.replaceAll('_', '');
  const start = from + found.at;
  const above = isTable || line === 0 ? '' : document.lineAt(line - 1).text.slice(0, AROUND);
  const around = `${text}\n${above}`.trim();
  const range = new Range(line, start, line, start + found.written.length);
  return { written: found.written, stated, around, path, range };
}

interface Written {
  readonly written: string;
  /** Where it begins. */
  readonly at: number;
}

function writtenAt(text: string, position: number, pattern: RegExp): Written | null {
  const found = Array.from(text.matchAll(pattern)).find(
    ({ index, 0: written }) => index <= position && position <= index + written.length,
  );
  return found ? { written: found[0], at: found.index } : null;
}

/** A number that a record of CSV begins with says which one it is: of an account, an invoice or an asset. */
const KEY = /^"?\d+"?$/;

/** In a record of CSV, in which a comma before an amount ends the value before it. */
function valueAt(record: string, position: number): Written | null {
  const separator = csvSeparator(record);
  let at = 0;
  for (const field of csvFields(record, separator)) {
    const end = at + field.length;
    if (at <= position && position <= end) {
      if (at === 0 && KEY.test(field.trim())) return null;
      const value = CSV_AMOUNT.exec(field.replaceAll('"', '').trim());
      return value?.[1] === undefined ? null : { written: value[1], at: at + field.indexOf(value[1]) };
    }
    at = end + 1;
  }
  return null;
}
