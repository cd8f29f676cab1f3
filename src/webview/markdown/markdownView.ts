/** Renders Markdown while it arrives. Text is appended, and finished parts of the DOM do not change. See docs/renderer.md. */
import type { MarkdownBlock } from '../../markdown/block.ts';
import { createBlockParser } from '../../markdown/blockParser.ts';
import { setEntityDecoder } from '../../markdown/characters.ts';
import { closeOpenMarks } from './closeOpenMarks.ts';
import { createContext, type DescribedSource } from './context.ts';
import { createDocumentView } from './documentView.ts';
import { decodeEntityName } from './entityNames.ts';
import { defaultLabels, type MarkdownLabels } from './labels.ts';
import { createLineFeed } from './lineFeed.ts';

export interface MarkdownView {
  /** Appends text. It is rendered at most once in an animation frame. */
  append(text: string): void;
  /**
   * Completes the text and renders the rest. If that takes longer than a frame, it continues in the next frames, unless
   * `immediate` is set.
   */
  finish(): void;
  /**
   * Sets the number of sources that `[n]` can link to. Only citations are rendered again. If `complete` is set, no source follows,
   * and citations without a source are marked.
   */
  setSources(count: number, complete?: boolean): void;
  readonly text: string;
  /** Stops rendering and handling events. The DOM is not removed. */
  dispose(): void;
}

export interface MarkdownViewOptions {
  /** Called for a click on a link (https, http or mailto). The page does not navigate. */
  onLink(url: string): void;
  /** Called for a click on the citation `[n]`, the element `mark`. Numbers start at 1. */
  onCitation(n: number, mark: Element): void;
  /**
   * Called for a click on the citation of an authority in a quotation, the element `mark`. `words` begin with it, and what follows may say
   * of which law it is. If not set, such citations are text.
   */
  onAuthority?(words: string, mark: Element): void;
  /** What the tooltip of a citation says. */
  describeCitation?(n: number): DescribedSource | null;
  /** If set, tables have a copy button. */
  onCopyTable?(tsv: string): void;
  /** If set, code blocks have a copy button. */
  onCopyCode?(code: string): void;
  labels?: Partial<MarkdownLabels>;
  /** True to render synchronously, for restored answers of limited length and for tests. */
  immediate?: boolean;
  /** Called after `finish`, when all text is rendered. */
  onRendered?(): void;
}

/** Maximum milliseconds of rendering in one frame. */
const FRAME_BUDGET = 12;
/**
 * Maximum milliseconds of a task that renders text that did not fit into the frame. Such tasks run between frames, so that
 * fewer frames lay out text that scrolls away immediately.
 */
const CATCH_UP_BUDGET = 16;
/** Lines rendered between two time checks. */
const FIRST_BATCH = 40;
const LARGEST_BATCH = 320;
/** Maximum milliseconds for which new sections have no layout. */
const MAX_DEFERRED = 500;
/** If little text was slow to render (one very long paragraph), rendering pauses for this many times the duration. */
const REST_FACTOR = 16;
/** Length that counts as little text, in UTF-16 units. */
const LITTLE = 2000;
/** Synchronous rendering cannot pause. A very long paragraph is rendered again after it grew by this fraction. */
const GROWTH = 1 / 8;
/** An incomplete line of only these characters can become a rule, a heading underline, a list or a table. It is not shown yet. */
const undecided = /^[-=*_+#>|`~:.)\]\d\s[]{1,60}$/;

/** Replaces the content of `root`. Only the view may change it until `dispose`. */
export function createMarkdownView(root: HTMLElement, options: MarkdownViewOptions): MarkdownView {
  setEntityDecoder(decodeEntityName);
  const context = createContext({
    root,
    labels: { ...defaultLabels, ...options.labels },
    onLink: (url) => options.onLink(url),
    onCitation: (n, mark) => options.onCitation(n, mark),
    onAuthority: options.onAuthority,
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
  let deferredUntil = 0;
  let restUntil = 0;
  let ended = false;
  let closed = false;
  let drawnLength = 0;

  /** Renders until the deadline. Returns true if all text was rendered. */
  function draw(deadline: number): boolean {
    const synchronous = deadline === Number.POSITIVE_INFINITY;
    for (
      let batch = FIRST_BATCH;
      takeLines(synchronous ? deadline : Math.max(batch, paragraphLines()));
      batch = Math.min(batch * 2, LARGEST_BATCH)
    ) {
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
    if (closed) options.onRendered?.();
    return true;
  }

  /** Parses up to `count` lines. Returns false if fewer lines were available. */
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

  /**
   * Lines of the open paragraph. It is rendered as a whole, so it doubles between two renderings: the time stays linear in its
   * length, however long it is.
   */
  function paragraphLines(): number {
    const { kind, lines } = openLeaf();
    return kind === 'paragraph' ? lines.length : 0;
  }

  /** Renders synchronously. */
  function renderNow(): void {
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
      view.deferLayout(true);
      deferredUntil = begun + MAX_DEFERRED;
      timer = window.setTimeout(catchUp);
    } else if (added < LITTLE) restUntil = begun + (performance.now() - begun) * REST_FACTOR;
  }

  function catchUp(): void {
    timer = 0;
    const begun = performance.now();
    const done = draw(begun + CATCH_UP_BUDGET);
    if (done || begun > deferredUntil) view.deferLayout(false);
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
    view.deferLayout(false);
  }

  function act(event: MouseEvent | KeyboardEvent): void {
    const from = event.target instanceof Element ? event.target.closest('a, button') : null;
    if (!from || !root.contains(from)) return;
    const action = context.actions.get(from);
    // VS Code opens an address if the click event reaches the document.
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
      if (options.immediate) renderNow();
      else schedule();
    },
    finish() {
      if (ended) return;
      ended = true;
      unschedule();
      if (options.immediate) renderNow();
      else drawFrame();
    },
    setSources(count, complete = false) {
      context.setSources(count, complete);
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

/** Removes a high surrogate at the end, whose second half has not arrived. */
function withoutHalf(text: string): string {
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.slice(0, -1) : text;
}
