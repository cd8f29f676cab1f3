/** The text that is selected inside an answer. */

export interface Quoted {
  readonly text: string;
  /** The range's last client rectangle: where a button for it belongs. */
  readonly rect: DOMRect;
}

export function selectedText(): Quoted | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const element = around instanceof Element ? around : around.parentElement;
  if (!element?.closest('.answer-text')) return null;
  const text = selection.toString().trim();
  const rects = range.getClientRects();
  const rect = rects[rects.length - 1];
  return text === '' || !rect ? null : { text, rect };
}
