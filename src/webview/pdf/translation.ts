/** Looks up the strings of the page that shows a PDF. */
import { translate } from '../translation.ts';
import { pdfStrings } from './strings.ts';

export function t(key: keyof typeof pdfStrings, ...values: readonly (string | number)[]): string {
  return translate(pdfStrings[key], ...values);
}
