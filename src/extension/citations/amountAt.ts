/** The amount or rate at a position of an open file. */
import type * as Vscode from 'vscode';

export interface FileAmount {
  /** As written: `$1,250,000`, `1_250_000`, `40%`. */
  readonly written: string;
  /** The words around it, by which passages with the same amount are ranked. */
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

export function amountAt(
  { Range }: Pick<typeof Vscode, 'Range'>,
  document: Pick<Vscode.TextDocument, 'lineAt' | 'uri'>,
  { line, character }: Vscode.Position,
): FileAmount | null {
  const from = Math.max(0, character - AROUND);
  const around = document.lineAt(line).text.slice(from, character + AROUND);
  const found = Array.from(around.matchAll(AMOUNT)).find(
    ({ index, 0: written }) => from + index <= character && character <= from + index + written.length,
  );
  if (!found) return null;
  const start = from + found.index;
  const range = new Range(line, start, line, start + found[0].length);
  return { written: found[0], around, path: document.uri.fsPath, range };
}
