import type { Selection } from '../conversation.ts';
import { type DocumentLanguage, formatNumber } from '../documentLanguage.ts';

/** Which part of its file a selection is: "line 3", "lines 3–9", "the whole file", "the first 40,000 of 83,120 characters". */
export function selectionPlace({ startLine, endLine, text, fileLength }: Selection, l10n: DocumentLanguage): string {
  if (fileLength === undefined) {
    return startLine === endLine ? l10n.t('line {0}', startLine) : l10n.t('lines {0}–{1}', startLine, endLine);
  }
  if (fileLength <= text.length) return l10n.t('the whole file');
  return l10n.t('the first {0} of {1} characters', formatNumber(text.length, l10n), formatNumber(fileLength, l10n));
}
