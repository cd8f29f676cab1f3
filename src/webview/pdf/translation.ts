/** Looks up the strings of the page that shows a PDF. */
import { translator } from '../translation.ts';
import { pdfStrings } from './strings.ts';

export const t = translator(pdfStrings);
