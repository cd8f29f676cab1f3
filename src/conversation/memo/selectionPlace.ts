import type { Selection } from '../conversation.ts';
import { oneLine } from '../display.ts';
import { type DocumentLanguage, formatNumber } from '../documentLanguage.ts';

/** Which part of its file a selection is: "line 3", "lines 3–9", "Additions!A2:C9", "the whole file", "the first 40,000 of 83,120 characters". */
export function selectionPlace(selection: Selection, l10n: DocumentLanguage): string {
  const { startLine, endLine, place, text, fileLength } = selection;
  if (place !== undefined) return oneLine(place);
  if (fileLength === undefined) {
    return startLine === endLine ? l10n.t('line {0}', startLine) : l10n.t('lines {0}–{1}', startLine, endLine);
  }
  if (fileLength <= text.length) return l10n.t('the whole file');
  return l10n.t('the first {0} of {1} characters', formatNumber(text.length, l10n), formatNumber(fileLength, l10n));
}
