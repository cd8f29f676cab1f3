/** All strings of the page that shows a PDF, translated like those of the chat page (translation.ts). */
import { translate } from '../translation.ts';

export const pdfStrings = {
  toolbar: 'Document tools',
  page: 'Page {0}',
  pageBox: 'Page number',
  of: 'of {0}',
  labelOf: '({0} of {1})',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit page width',
  percent: '{0}%',
  find: 'Find in document',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  closeFind: 'Close find',
  matches: '{0} of {1}',
  noMatch: 'No results',
  openElsewhere: 'Open in the default application',
  marked: 'The passage is marked on page {0}.',
  allOfPage: 'The whole text of page {0} is quoted.',
  allOfPages: 'The whole text of pages {0} to {1} is quoted.',
  notFound: 'The passage was not found in the text of this file. The file may have changed.',
  password: 'This PDF is protected by a password. Open it in the default application.',
  damaged: 'This PDF is damaged and cannot be shown. Open it in the default application.',
} as const;

export function t(key: keyof typeof pdfStrings, ...values: readonly (string | number)[]): string {
  return translate(pdfStrings[key], ...values);
}
