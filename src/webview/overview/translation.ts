/** Looks up the strings of the page with the overview of a folder. */
import { translator } from '../translation.ts';
import { overviewStrings } from './strings.ts';

export const t = translator(overviewStrings);
