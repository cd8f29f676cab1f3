/** The marks of text that Fiscal inserts into a file: a sign for the library, and its meaning in the language of the document. */
import { INSERT_SIGNS } from '../../protocol/exportMark.ts';
import type { DocumentLanguage } from '../documentLanguage.ts';

export function insertMarks(l10n: Pick<DocumentLanguage, 't'>): Readonly<Record<keyof typeof INSERT_SIGNS, string>> {
  const { start, end, comment } = INSERT_SIGNS;
  return {
    start: `${start} ${l10n.t('Written by Fiscal. The library does not index the text up to the end mark.')}`,
    end: `${end} ${l10n.t('End of the text by Fiscal.')}`,
    comment: `${comment} ${l10n.t('Written by Fiscal. The library does not index this comment.')}`,
  };
}
