/** The names of columns and kinds of documents, as the exported table has them. */
import type * as Vscode from 'vscode';
import type { OverviewColumn } from '../../panel/overviewMessages.ts';
import type { DocumentKind, OverviewField } from '../../protocol/overview.ts';
import type { CsvOptions } from './overviewCsv.ts';

export function overviewTexts(l10n: typeof Vscode.l10n): CsvOptions['texts'] {
  const fields: Readonly<Record<OverviewField, string>> = {
    date: l10n.t('Date'),
    number: l10n.t('Number'),
    from: l10n.t('From'),
    to: l10n.t('To'),
    net: l10n.t('Net'),
    tax: l10n.t('Tax'),
    total: l10n.t('Total'),
  };
  const kinds: Readonly<Record<DocumentKind, string>> = {
    invoice: l10n.t('Invoice'),
    creditNote: l10n.t('Credit note'),
    receipt: l10n.t('Receipt'),
    deliveryNote: l10n.t('Delivery note'),
    contract: l10n.t('Contract'),
    minutes: l10n.t('Minutes'),
    plan: l10n.t('Plan or program'),
    report: l10n.t('Report or study'),
    workpaper: l10n.t('Workpaper'),
    policy: l10n.t('Policy or manual'),
    memo: l10n.t('Memo or note'),
    confirmation: l10n.t('Confirmation'),
    letter: l10n.t('Letter'),
    mail: l10n.t('Mail'),
    law: l10n.t('Law or standard'),
    table: l10n.t('Table'),
    code: l10n.t('Code'),
    other: l10n.t('Other'),
  };
  return {
    document: l10n.t('Document'),
    kind: l10n.t('Kind'),
    currency: l10n.t('Currency'),
    places: l10n.t('Places'),
    several: l10n.t('several values'),
    line: l10n.t('line {0}', '{0}'),
    nameOf: (column: OverviewColumn) => ('field' in column ? fields[column.field] : column.label),
    kindOf: (kind) => kinds[kind],
  };
}
