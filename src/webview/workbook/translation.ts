/** Looks up the strings of the page that shows a workbook. */
import { translate } from '../translation.ts';
import { workbookStrings } from './strings.ts';

export function t(key: keyof typeof workbookStrings, ...values: readonly (string | number)[]): string {
  return translate(workbookStrings[key], ...values);
}
