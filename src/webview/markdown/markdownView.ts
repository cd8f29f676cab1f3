/** Incremental Markdown: text is appended, a stable DOM grows. A library of its own; see docs/renderer.md. */
import type { MarkdownBlock } from './block.ts';
import { createBlockParser } from './blockParser.ts';
import { closeOpenMarks } from './closeOpenMarks.ts';
import { createContext } from './context.ts';
import { createDocumentView } from './documentView.ts';
import { defaultLabels, type MarkdownLabels } from './labels.ts';
import { createLineFeed } from './lineFeed.ts';

export interface MarkdownView {
  /** The next piece of the answer; drawn at most once an animation frame. */
  append(text: string): void;
  /**
   * The answer is complete: draws what is left at once. What would take longer than a frame (a whole long answer) follows
   * in the next frames, unless `immediate`.
   */
  finish(): void;
  /** How many sources `[n]` may link to; only the marks are drawn again. */
  setSources(count: number): void;
  readonly text: string;
  /** Stops drawing and listening; the DOM stays as it is. */
  dispose(): void;
}

export interface MarkdownViewOptions {
  /** A click on a link (https, http or mailto); nothing navigates by itself. */
  onLink(url: string): void;
  /** A click on `[n]`, 1-based. */
  onCitation(n: number): void;
  /** For hover; screen readers hear the first line. Untrusted text. */
  describeCitation?(n: number): string | null;
  /** Tables get a copy button when given. */
  onCopyTable?(tsv: string): void;
  /** Code blocks get a copy button when given. */
  onCopyCode?(code: string): void;
  labels?: Partial<MarkdownLabels>;
  /** Draw synchronously: restored answers that are not very long, tests. */
  immediate?: boolean;
  /** After `finish`, when all of the text is drawn. */
  onDrawn?(): void;
}

/** Milliseconds of drawing in one frame. */
const FRAME_BUDGET = 12;
/**
 * Milliseconds of a task that draws what did not fit into the frame. Between frames, not in them: the layout of a frame is a
 * task of its own then, and the fewer frames, the less is laid out only to be scrolled away.
 */
const CATCH_UP_BUDGET = 16;
/** Lines drawn between two looks at the clock: few at first, then more, so that a paragraph over all of them is not drawn for each. */
const FIRST_BATCH = 40;
const LARGEST_BATCH = 320;
/** Milliseconds for which sections may wait for their layout meanwhile. */
const MAX_HELD = 500;
/** After a dear drawing of little text (one endless paragraph) the next waits, so that drawing takes little of the time. */
const REST_FACTOR = 16;
/** In UTF-16 units. */
const LITTLE = 2000;
/** Drawn synchronously there is no time to rest: an endless paragraph waits until it has grown by this part of itself. */
const GROWTH = 1 / 8;
/** A line of these characters only may still become a rule, a heading's underline, a list or a table: it waits for more. */
const undecided = /^[-=*_+#>|`~:.)\]\d\s[]{1,60}$/;

/** Takes over `root`: what it holds is removed. Only the view changes it until `dispose`. */
export function createMarkdownView(root: HTMLElement, options: MarkdownViewOptions): MarkdownView {
  const context = createContext({
    root,
    labels: { ...defaultLabels, ...options.labels },
    onLink: (url) => options.onLink(url),
    onCitation: (n) => options.onCitation(n),
    describeCitation: (n) => options.describeCitation?.(n) ?? null,
    onCopyTable: options.onCopyTable,
    onCopyCode: options.onCopyCode,
  });
  const parser = createBlockParser({ reference: context.defineReference, footnote: context.defineFootnote });
  const view = createDocumentView(context);
  const feed = createLineFeed();
  let text = '';
  let frame = 0;
  let timer = 0;
  let heldUntil = 0;
  let restUntil = 0;
  let ended = false;
  let closed = false;
  let drawnLength = 0;

  /** True when everything that has arrived is drawn. */
  function draw(deadline: number): boolean {
    const inOneGo = deadline === Number.POSITIVE_INFINITY;
    for (let batch = FIRST_BATCH; takeLines(inOneGo ? deadline : batch); batch = Math.min(batch * 2, LARGEST_BATCH)) {
      view.update(parser.document);
      if (performance.now() > deadline) return false;
    }
    const partial = feed.partial();
    if (ended && !closed) {
      parser.end();
      closed = true;
    }
    const verbatim = openLeaf().kind === 'code';
    const speculative = partial !== '' && (verbatim || !undecided.test(partial));
    if (speculative) parser.speculate(verbatim ? withoutHalf(partial) : closeOpenMarks(withoutHalf(partial)));
    view.update(parser.document);
    if (speculative) parser.rollback();
    context.redraw();
    drawnLength = text.length;
    if (closed) options.onDrawn?.();
    return true;
  }

  /** False when fewer lines than asked for were there. */
  function takeLines(count: number): boolean {
    for (let taken = 0; taken < count; taken++) {
      const line = feed.next(ended);
      if (line === null) return false;
      parser.line(line);
    }
    return true;
  }

  function openLeaf(): MarkdownBlock {
    let block = parser.document;
    for (let last = block.children.at(-1); last?.open; last = block.children.at(-1)) block = last;
    return block;
  }

  /** As `draw`, for pieces that come faster than frames. */
  function drawNow(): void {
    const { kind, lines } = openLeaf();
    const before = kind === 'paragraph' ? lines.reduce((sum, line) => sum + line.length, 0) : 0;
    const length = kind === 'code' ? 0 : before + feed.partial().length;
    if (!ended && text.length - drawnLength < length * GROWTH) return;
    draw(Number.POSITIVE_INFINITY);
  }

  function drawFrame(): void {
    frame = 0;
    const begun = performance.now();
    const added = text.length - drawnLength;
    if (begun < restUntil && added < LITTLE && !ended) schedule();
    else if (!draw(begun + FRAME_BUDGET)) {
      view.hold(true);
      heldUntil = begun + MAX_HELD;
      timer = window.setTimeout(catchUp);
    } else if (added < LITTLE) restUntil = begun + (performance.now() - begun) * REST_FACTOR;
  }

  function catchUp(): void {
    timer = 0;
    const begun = performance.now();
    const done = draw(begun + CATCH_UP_BUDGET);
    if (done || begun > heldUntil) view.hold(false);
    if (!done) timer = window.setTimeout(catchUp);
  }

  function schedule(): void {
    if (timer === 0) frame ||= requestAnimationFrame(drawFrame);
  }

  function unschedule(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = 0;
    view.hold(false);
  }

  function act(event: MouseEvent | KeyboardEvent): void {
    const from = event.target instanceof Element ? event.target.closest('a, button') : null;
    if (!from || !root.contains(from)) return;
    const action = context.actions.get(from);
    // VS Code opens clicked addresses by itself when the click gets as far as the document.
    event.preventDefault();
    event.stopPropagation();
    action?.(from);
  }

  function onAuxClick(event: MouseEvent): void {
    if (event.button === 1) act(event);
  }

  function onKey(event: KeyboardEvent): void {
    const onMark = event.target instanceof HTMLAnchorElement && !event.target.hasAttribute('href');
    if (onMark && event.key === 'Enter') act(event);
  }

  root.replaceChildren();
  root.classList.add('md');
  root.addEventListener('click', act);
  root.addEventListener('auxclick', onAuxClick);
  root.addEventListener('keydown', onKey);

  return {
    append(piece) {
      if (ended || piece === '') return;
      text += piece;
      feed.append(piece);
      if (options.immediate) drawNow();
      else schedule();
    },
    finish() {
      if (ended) return;
      ended = true;
      unschedule();
      if (options.immediate) drawNow();
      else drawFrame();
    },
    setSources(count) {
      context.setSources(count);
      context.redraw();
    },
    get text() {
      return text;
    },
    dispose() {
      ended = true;
      unschedule();
      root.removeEventListener('click', act);
      root.removeEventListener('auxclick', onAuxClick);
      root.removeEventListener('keydown', onKey);
    },
  };
}

/** Without a first half of a character at its end. */
function withoutHalf(text: string): string {
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.slice(0, -1) : text;
}
