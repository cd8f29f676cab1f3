/** Functions that the tests call inside the page. */
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { createMarkdownView, type MarkdownViewOptions } from '../../../../src/webview/markdown/markdownView.ts';
import { type HostileCase, textOf, violations } from './hostile.ts';
import { toHtml } from './toHtml.ts';

const markdownIt = new MarkdownIt({ html: false });
const labelled = { onLink() {}, onCitation() {}, onCopyCode() {}, onCopyTable() {} };

/** A fresh answer in the page, drawn synchronously. */
function open(options: Partial<MarkdownViewOptions> = {}) {
  const root = document.createElement('div');
  document.body.append(root);
  const view = createMarkdownView(root, { ...labelled, immediate: true, ...options });
  const close = () => {
    view.dispose();
    root.remove();
  };
  return { root, view, close };
}

/** Renders the whole text at once. */
function inOneGo(text: string, sources = 0): string {
  const { root, view, close } = open();
  view.setSources(sources);
  view.append(text);
  view.finish();
  const html = root.innerHTML;
  close();
  return html;
}

/** Renders the text in chunks. `look` is called for every state of the DOM. */
function inPieces(pieces: readonly string[], sources = 0, look?: (root: HTMLElement) => void): string {
  const { root, view, close } = open();
  for (const piece of pieces) {
    view.append(piece);
    look?.(root);
  }
  view.setSources(sources);
  view.finish();
  look?.(root);
  const html = root.innerHTML;
  close();
  return html;
}

/** Returns chunks that lead to a different DOM than the whole text, or null if there are none. */
function unequalSplit(text: string, splits: readonly (readonly string[])[], sources = 0): readonly string[] | null {
  const whole = inOneGo(text, sources);
  return splits.find((pieces) => inPieces(pieces, sources) !== whole) ?? null;
}

/** Every split into two chunks, every character alone, and chunks of several lengths. */
function everySplit(text: string): string[][] {
  const splits = Array.from({ length: Math.max(text.length - 1, 0) }, (_, i) => [
    text.slice(0, i + 1),
    text.slice(i + 1),
  ]);
  for (const length of [1, 2, 3, 5, 7, 16]) splits.push(cut(text, length));
  return splits;
}

function cut(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length));
}

interface HostileResult {
  readonly wrong: string[];
  readonly text: string;
}

/** Renders a sample at once and in chunks, and checks each state of the DOM. */
function runHostile(sample: HostileCase): HostileResult {
  const text = textOf(sample);
  const wrong: string[] = [];
  const exhausting = sample.class === 'resource-exhaustion';
  const look = (root: HTMLElement) => {
    wrong.push(...violations(root));
  };
  const { root, view, close } = open();
  view.append(text);
  view.finish();
  look(root);
  const clean = DOMPurify.sanitize(root.innerHTML, { ADD_ATTR: ['role', 'tabindex', 'start'] });
  const template = document.createElement('div');
  template.append(DOMPurify.sanitize(clean, { RETURN_DOM_FRAGMENT: true }));
  if (template.innerHTML !== root.innerHTML) wrong.push('DOMPurify takes something away');
  const whole = root.innerHTML;
  const shown = root.textContent ?? '';
  close();
  if (inPieces(cut(text, 64), 0, exhausting ? undefined : look) !== whole) wrong.push('frames:64');
  const splits = sample.pieces
    ? [[...sample.pieces], cut(text, 1)]
    : text.length < 3000
      ? [cut(text, 1), cut(text, 7)]
      : [];
  for (const split of splits) if (inPieces(split, 0, look) !== whole) wrong.push('frames');
  return { wrong: [...new Set(wrong)], text: shown };
}

const api = {
  DOMPurify,
  createMarkdownView,
  cut,
  everySplit,
  inOneGo,
  inPieces,
  markdownItHtml: (text: string) => markdownIt.render(text),
  open,
  runHostile,
  textOf,
  toHtml,
  unequalSplit,
  violations,
};

declare global {
  interface Window {
    renderer: typeof api;
    __x(): void;
    executed: number;
  }
}

window.renderer = api;
window.executed = 0;
window.__x = () => {
  window.executed++;
};
