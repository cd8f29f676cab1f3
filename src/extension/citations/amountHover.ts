/** What the hover over an amount shows: the passages of other documents of the library that state it. */
import type * as Vscode from 'vscode';
import { evidenceOf } from '../../check/statedInText.ts';
import { normalise } from '../../check/values/normalise.ts';
import { readAtoms } from '../../check/values/readValues.ts';
import type { Quantity } from '../../check/values/value.ts';
import { statesQuantity } from '../../check/valuesInSource.ts';
import { citationParts } from '../../conversation/citation.ts';
import { escapeHidden, hasFileLineNumbers, shorten } from '../../conversation/display.ts';
import { literalParagraphs } from '../../conversation/escape.ts';
import type { LibraryConnection } from '../../libraryClient/libraryConnection.ts';
import type { Source } from '../../protocol/researchEvent.ts';
import { csvCells, csvRecords, csvSeparator, SEPARATORS } from '../../text/csvRecords.ts';
import { markdownTable } from '../../text/csvTable.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import type { FileAmount } from './amountAt.ts';
import { literal } from './hoverContent.ts';

/** Passages that are searched for the amount, and those that are shown. */
const SEARCHED = 40;
const SHOWN = 2;
/** Characters of a passage that are shown. */
const MAX_SHOWN = 500;
/** Rows of a table that are shown, and characters of a cell. */
const MAX_ROWS = 3;
const MAX_CELL = 120;

type Api = Pick<typeof Vscode, 'MarkdownString' | 'Hover' | 'Uri' | 'l10n' | 'env'>;

/** Undefined if no other document of the library states the amount. */
export async function amountHover(
  vscode: Api,
  amount: FileAmount,
  library: Pick<LibraryConnection, 'search'>,
): Promise<Vscode.Hover | undefined> {
  const [wanted] = readAtoms(normalise(amount.written.replaceAll('_', '')).text).quantities;
  if (!wanted) return undefined;
  const query = `${amount.written.replaceAll('_', '')} ${amount.around}`;
  const sources = await library.search({ query, limit: SEARCHED });
  const stated = sources
    .filter(({ location }) => location !== undefined && location.path !== amount.path)
    .flatMap((source) => {
      const text = statementIn(source, wanted);
      return text === null ? [] : [passageText(vscode, source, text)];
    })
    .slice(0, SHOWN);
  if (stated.length === 0) return undefined;
  const title = vscode.l10n.t('Other documents of the library with {0}:', literal(amount.written));
  return new vscode.Hover([new vscode.MarkdownString([title, ...stated].join('\n\n'))], amount.range);
}

/** The paragraph of a passage that states the quantity, as Markdown; of a table its rows. Null if none does. */
function statementIn({ title, snippet = '', section, location }: Source, wanted: Quantity): string | null {
  if (!statesQuantity(evidenceOf(title, snippet), wanted)) return null;
  const states = (text: string) => statesQuantity(evidenceOf('', text), wanted);
  if (isCsv(location)) {
    const names = csvCells(section ?? '', ',');
    const records = csvRecords(snippet.split(/\r?\n/)).map(({ text }) => text);
    const [first = ''] = records;
    const fits = (mark: string) => csvCells(first, mark).length === names.length;
    const separator = SEPARATORS.find(fits) ?? csvSeparator(first);
    return tableOf(
      names,
      records.filter(states).map((record) => csvCells(record, separator)),
    );
  }
  const paragraph = snippet.split(/\n\s*\n/).find(states) ?? snippet;
  const rows = paragraph.split('\n').filter((line) => line.trimStart().startsWith('|'));
  const stating = rows.filter(states);
  if (stating.length > 0) return tableOf(cellsOf(rows[1]?.includes('---') ? rows[0] : ''), stating.map(cellsOf));
  const line = paragraph.length <= MAX_SHOWN ? paragraph : (paragraph.split('\n').find(states) ?? paragraph);
  const quoted = literalParagraphs(escapeHidden(shorten(line, MAX_SHOWN))).map((each) => `> ${each}`);
  return quoted.join('\n>\n');
}

const isCsv = (location: Source['location']): boolean => /\.(?:csv|tsv)$/i.test(location?.path ?? '');

/** The cells of a row of a Markdown table. */
function cellsOf(row: string | undefined): string[] {
  const content = (row ?? '').trim().replace(/^\||\|$/g, '');
  return content.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Without names of columns if they do not fit. */
function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first = []] = rows;
  const names = header.length === first.length ? header : first.map(() => '');
  const literalRow = (row: readonly string[]) => row.map((cell) => literal(shorten(cell, MAX_CELL)));
  return markdownTable(literalRow(names), rows.slice(0, MAX_ROWS).map(literalRow));
}

function passageText(vscode: Api, source: Source, text: string): string {
  const { Uri, l10n } = vscode;
  // The section of a record of CSV is the header of its table.
  const { section: _header, cited: _caption, ...table } = source;
  const cited = isCsv(source.location) ? table : source;
  const named = citationParts({ ...cited, review: 'unread' }, documentLanguage(vscode)).map(literal);
  const parts = [`**${named.join(' · ')}**`, text];
  const { path = '', line = 1 } = source.location ?? {};
  // Other documents have no lines that a link can lead to.
  if (hasFileLineNumbers(path)) {
    const address = Uri.file(path)
      .with({ fragment: `L${line}` })
      .toString();
    parts.push(
      `[${l10n.t('Open')}](${address.replace(/[()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`,
    );
  }
  return parts.join('\n\n');
}
