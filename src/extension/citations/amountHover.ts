/** What the hover over an amount shows: the passages of other documents of the library that state it. */
import type * as Vscode from 'vscode';
import { citationParts } from '../../conversation/citation.ts';
import { escapeHidden, hasFileLineNumbers, shorten } from '../../conversation/display.ts';
import { literalLine, literalParagraphs, longestBackticks } from '../../conversation/escape.ts';
import type { LibraryConnection } from '../../libraryClient/libraryConnection.ts';
import type { AmountStatement } from '../../protocol/amountStatement.ts';
import { markdownTable } from '../../text/csvTable.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import type { FileAmount } from './amountAt.ts';

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
  { written, stated, around, path, range }: FileAmount,
  library: Pick<LibraryConnection, 'amountStatements'>,
): Promise<Vscode.Hover | undefined> {
  const statements = await library.amountStatements({
    amount: stated,
    around,
    except: path,
    limit: SHOWN,
  });
  if (statements.length === 0) return undefined;
  const title = vscode.l10n.t(
    'Other documents of the library with {0}:',
    literalLine(stated.endsWith('%') ? stated : written),
  );
  const parts = statements.map((statement) => statementText(vscode, statement));
  return new vscode.Hover([new vscode.MarkdownString([title, ...parts].join('\n\n'))], range);
}

function contentText(content: AmountStatement['content']): string {
  if (content.type === 'table') return tableOf(content.header, content.rows);
  const text = escapeHidden(shorten(content.text, MAX_SHOWN));
  if (content.type === 'text')
    return literalParagraphs(text)
      .map((each) => `> ${each}`)
      .join('\n>\n');
  const fence = '`'.repeat(Math.max(3, longestBackticks(text) + 1));
  return [fence, text, fence].join('\n');
}

/** Without names of columns if they do not fit. */
function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first = []] = rows;
  const names = header.length === first.length ? header : first.map(() => '');
  const literalRow = (row: readonly string[]) => row.map((cell) => literalLine(shorten(cell, MAX_CELL)));
  return markdownTable(literalRow(names), rows.slice(0, MAX_ROWS).map(literalRow));
}

function statementText(vscode: Api, { source, content }: AmountStatement): string {
  const { Uri, l10n } = vscode;
  const named = citationParts({ ...source, review: 'unread' }, documentLanguage(vscode)).map(literalLine);
  const parts = [`**${named.join(' · ')}**`, contentText(content)];
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
