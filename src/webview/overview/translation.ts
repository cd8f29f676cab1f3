/** Looks up the strings of the page with the overview of a folder. */
import { translate } from '../translation.ts';
import { overviewStrings } from './strings.ts';

export function t(key: keyof typeof overviewStrings, ...values: readonly (string | number)[]): string {
  return translate(overviewStrings[key], ...values);
}
