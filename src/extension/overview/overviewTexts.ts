/** The names of columns and kinds of documents, as the exported table has them. */
import type * as Vscode from 'vscode';
import { overviewNames } from '../../panel/overviewNames.ts';
import type { CsvOptions } from './overviewCsv.ts';

export function overviewTexts(l10n: typeof Vscode.l10n): CsvOptions['texts'] {
  const name = (key: keyof typeof overviewNames) => translated(l10n, overviewNames[key]);
  return {
    document: name('document'),
    kind: name('kindColumn'),
    currency: l10n.t('Currency'),
    places: l10n.t('Places'),
    several: translated(l10n, overviewNames.several, '{0}'),
    line: l10n.t('line {0}', '{0}'),
    nameOf: (column) => ('field' in column ? name(column.field) : column.label),
    kindOf: (kind) => name(`kind.${kind}`),
  };
}

const translated = ({ t }: typeof Vscode.l10n, text: string, ...values: string[]): string => t(text, ...values);
