/** Looks up the strings of the page that shows a workbook. */
import { translator } from '../translation.ts';
import { workbookStrings } from './strings.ts';

export const t = translator(workbookStrings);
