/**
 * Underlines sentences of a rendered answer that are to be reviewed. The underline is a CSS highlight, so the elements of the answer stay
 * as the renderer made them. The reason is a tooltip of the sentence and a note for screen readers at the end of its block.
 */

import type { CheckedSentence } from '../../check/checkResult.ts';
import type { GroundingFinding } from '../../check/sentenceVerdict.ts';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import { lettersOf, placedLetters } from '../../text/letters.ts';
import { renderedText } from '../find/renderedText.ts';
import { t } from '../translation.ts';

const NAME = 'fiscal-review';
/** Maximum number of underlined sentences in an answer. */
const MAX_MARKED = 200;
/** Maximum length of a value in a reason, in UTF-16 units. */
const MAX_LENGTH = 160;
const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, blockquote';

interface MarkedSentence {
  readonly range: Range;
  readonly reason: string;
}

/** Returns a function that removes the marks. */
export function markSentences(root: HTMLElement, sentences: readonly CheckedSentence[]): () => void {
  const marked = locate(root, sentences);
  const highlight = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, highlight);
  for (const { range } of marked) highlight.add(range);
  const notes = marked.map(addNote);
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    const reason = marked.find(({ range }) => contains(range, clientX, clientY))?.reason ?? '';
    if (root.title !== reason) root.title = reason;
  };
  root.addEventListener('pointermove', onMove);
  return () => {
    root.removeEventListener('pointermove', onMove);
    root.removeAttribute('title');
    for (const { range } of marked) highlight.delete(range);
    for (const note of notes) note?.remove();
  };
}

/** Why a sentence is to be reviewed, in one line. */
export function reasonsOf(findings: readonly GroundingFinding[]): string {
  const reasons = findings.map(({ kind, words, sourceWords, source, foundIn, calculation }) => {
    const value = escapeHidden(shorten(oneLine(words), MAX_LENGTH));
    if (kind === 'missing-source') return t('check.marks', value);
    if (kind === 'opposite') return t('check.opposite', value, escapeHidden(shorten(oneLine(sourceWords), MAX_LENGTH)));
    if (calculation) return t('check.calculation', value);
    if (foundIn !== null && source !== null) return t('check.otherSource', value, source, foundIn);
    return t('check.figure', kind === 'quote' ? `“${value}”` : value);
  });
  return [...new Set(reasons)].join('; ');
}

/** The sentences are found by their letters and digits, because Markdown signs are not rendered. */
function locate(root: HTMLElement, sentences: readonly CheckedSentence[]): MarkedSentence[] {
  const rendered = renderedText(root);
  const all = placedLetters(rendered.text);
  const marked: MarkedSentence[] = [];
  let from = 0;
  for (const { text, findings } of sentences.slice(0, MAX_MARKED)) {
    const letters = lettersOf(text.replace(/\]\([^)\s]*\)/g, ']'));
    const at = letters === '' ? -1 : all.text.indexOf(letters, from);
    const first = all.starts[at];
    const last = all.ends[at + letters.length - 1];
    if (first === undefined || last === undefined) continue;
    from = at + letters.length;
    const range = rendered.range(first, last);
    if (range) marked.push({ range, reason: t('check.note', reasonsOf(findings)) });
  }
  return marked;
}

function addNote({ range, reason }: MarkedSentence): Element | null {
  const end = range.endContainer instanceof Element ? range.endContainer : range.endContainer.parentElement;
  const block = end?.closest(BLOCKS);
  if (!block) return null;
  const note = document.createElement('span');
  note.className = 'visually-hidden';
  // The note is a label without text, so that copying and finding do not see it.
  note.setAttribute('role', 'img');
  note.setAttribute('aria-label', reason);
  block.insertBefore(note, block.querySelector(':scope > ul, :scope > ol'));
  return note;
}

function contains(range: Range, x: number, y: number): boolean {
  for (const { left, right, top, bottom } of range.getClientRects()) {
    if (x >= left && x <= right && y >= top && y <= bottom) return true;
  }
  return false;
}
