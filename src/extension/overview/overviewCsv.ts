/** The table of an overview as a CSV file that a spreadsheet of the user's country reads. */
import { csvField } from '../../conversation/csvField.ts';
import { hasFileLineNumbers } from '../../conversation/display.ts';
import type { OverviewColumn } from '../../panel/overviewMessages.ts';
import { CSV_TABLE_MARK } from '../../protocol/exportMark.ts';
import type { OverviewCell, OverviewDocument } from '../../protocol/overview.ts';
import { onlyValue, overviewCell, valuesOf } from '../../protocol/overviewCell.ts';

export interface CsvOptions {
  readonly columns: readonly OverviewColumn[];
  /** A comma needs a semicolon between the fields. */
  readonly decimalSign: '.' | ',';
  readonly texts: {
    readonly document: string;
    readonly kind: string;
    readonly currency: string;
    readonly places: string;
    /** `{0}` are the values. */
    readonly several: string;
    /** `{0}` is a number of a line. */
    readonly line: string;
    readonly nameOf: (column: OverviewColumn) => string;
    readonly kindOf: (kind: OverviewDocument['kind']) => string;
  };
}

/** With a byte order mark, because Excel reads a file without one in the code page of the system. */
export function overviewCsv(documents: readonly OverviewDocument[], options: CsvOptions): Uint8Array<ArrayBuffer> {
  const { columns, decimalSign, texts } = options;
  const separator = decimalSign === ',' ? ';' : ',';
  const rows = documents.map((document) => [
    csvField(document.name),
    csvField(texts.kindOf(document.kind)),
    ...columns.map((column) => cellField(overviewCell(document, column), decimalSign, texts.several)),
    csvField(currenciesOf(document, columns).join(' ')),
    csvField(placesOf(document, options)),
  ]);
  const places = `${texts.places} ${CSV_TABLE_MARK}`;
  const header = [texts.document, texts.kind, ...columns.map(texts.nameOf), texts.currency, places].map(csvField);
  const lines = [header, ...rows].map((fields) => fields.join(separator));
  return new TextEncoder().encode(`\ufeff${lines.join('\r\n')}\r\n`);
}

function cellField(cell: OverviewCell | undefined, decimalSign: string, several: string): string {
  if (cell === undefined) return '';
  if ('several' in cell) {
    return csvField(several.replace('{0}', () => cell.several.map(({ text }) => text).join('; ')));
  }
  // A number of our own is no formula, although it may begin with a minus.
  if (cell.amount !== null) return String(cell.amount).replace('.', decimalSign);
  return csvField(cell.date || cell.text);
}

function currenciesOf(document: OverviewDocument, columns: readonly OverviewColumn[]): string[] {
  const found = columns.flatMap((column) => {
    const currency = onlyValue(overviewCell(document, column))?.currency ?? '';
    return currency === '' ? [] : [currency];
  });
  return [...new Set(found)];
}

/** `Net: page 3` for each value. */
function placesOf(document: OverviewDocument, { columns, texts }: CsvOptions): string {
  const places = columns.flatMap((column) => {
    const cell = overviewCell(document, column);
    const stated = cell === undefined ? [] : valuesOf(cell);
    return stated.flatMap(({ line, place }) => {
      if (line === 0) return [];
      const inLine = texts.line.replace('{0}', String(line));
      // Nobody can count the lines of the text of a PDF or a workbook.
      const parts = place === '' || hasFileLineNumbers(document.path) ? [place, inLine] : [place];
      return [`${texts.nameOf(column)}: ${parts.filter(Boolean).join(', ')}`];
    });
  });
  return places.join(' | ');
}
