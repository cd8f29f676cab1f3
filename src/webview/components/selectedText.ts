/** Reads the text that is selected in an answer. */

export interface SelectedText {
  readonly text: string;
  readonly turnId: string;
  /** The last client rectangle of the range, near which a button is placed. */
  readonly rect: DOMRect;
}

export function getSelectedText(): SelectedText | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const container = range.commonAncestorContainer;
  const element = container instanceof Element ? container : container.parentElement;
  const turnId = element?.closest('.answer-text')?.closest('[data-turn]')?.getAttribute('data-turn');
  if (!turnId) return null;
  const text = selection.toString().trim();
  const rects = range.getClientRects();
  const rect = rects[rects.length - 1];
  return text === '' || !rect ? null : { text, turnId, rect };
}
