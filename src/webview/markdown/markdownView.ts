/** Incremental Markdown: text is appended, a stable DOM grows. See docs/renderer.md. */
import { defaultLabels, type Labels } from './labels.ts';

export interface MarkdownView {
  /** The next piece of the answer; drawn at most once an animation frame. */
  append(text: string): void;
  /** The answer is complete: draws what is left at once. */
  finish(): void;
  /** How many sources `[n]` may link to; only the marks are drawn again. */
  setSources(count: number): void;
  readonly text: string;
  dispose(): void;
}

export interface MarkdownViewOptions {
  /** A click on a link (https, http or mailto); nothing navigates by itself. */
  onLink(url: string): void;
  /** A click on `[n]`, 1-based. */
  onCitation(n: number): void;
  /** Title for hover and screen readers; untrusted text. */
  describeCitation?(n: number): string | null;
  onCopyTable?(tsv: string): void;
  onCopyCode?(code: string): void;
  labels?: Partial<Labels>;
  /** Draw synchronously: restored answers, tests. */
  immediate?: boolean;
}

export function createMarkdownView(root: HTMLElement, options: MarkdownViewOptions): MarkdownView {
  const labels = { ...defaultLabels, ...options.labels };
  let text = '';
  let frame = 0;
  root.classList.add('md');

  function draw(): void {
    frame = 0;
    root.replaceChildren(
      ...text.split(/\n{2,}/).map((paragraph) => {
        const element = document.createElement('p');
        element.textContent = paragraph;
        element.title = labels.code && '';
        return element;
      }),
    );
  }

  return {
    append(piece) {
      text += piece;
      if (options.immediate) draw();
      else frame ||= requestAnimationFrame(draw);
    },
    finish() {
      cancelAnimationFrame(frame);
      draw();
    },
    setSources() {},
    get text() {
      return text;
    },
    dispose() {
      cancelAnimationFrame(frame);
    },
  };
}
