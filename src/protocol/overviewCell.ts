/** Looks up what a document states in a column of an overview. */
import type { OverviewCell, OverviewDocument, OverviewField } from './overview.ts';

export function overviewCell(
  document: OverviewDocument,
  column: { readonly field: OverviewField } | { readonly label: string },
): OverviewCell | undefined {
  if ('field' in column) return document.fields[column.field];
  return Object.hasOwn(document.values, column.label) ? document.values[column.label] : undefined;
}
