/** Looks up what a document states in a column of an overview. */
import type { OverviewCell, OverviewDocument, OverviewField, OverviewValue } from './overview.ts';

export function overviewCell(
  document: OverviewDocument,
  column: { readonly field: OverviewField } | { readonly label: string },
): OverviewCell | undefined {
  if ('field' in column) return document.fields[column.field];
  return Object.hasOwn(document.values, column.label) ? document.values[column.label] : undefined;
}

/** Null if the document states none, or several. */
export function onlyValue(cell: OverviewCell | undefined): OverviewValue | null {
  return cell === undefined || 'several' in cell ? null : cell;
}

export function valuesOf(cell: OverviewCell): readonly OverviewValue[] {
  return 'several' in cell ? cell.several : [cell];
}
