/** What the views of one answer share: definitions found so far, who waits for which, and what clicks do. */
import type { Scope } from './inlineParser.ts';
import type { MarkdownLabels } from './labels.ts';
import type { Reference } from './linkSyntax.ts';

/** A view that can be drawn again when a mark in it gets its meaning. */
export interface Redrawable {
  readonly element: Element;
  redraw(): void;
}

/** What the marks of one source have in common. */
export interface CitationMark {
  /** To be copied. */
  readonly mark: HTMLAnchorElement;
  readonly act: () => void;
}

export interface Context {
  readonly root: HTMLElement;
  readonly labels: MarkdownLabels;
  /** What a click on an element does; elements made from an answer carry no addresses of actions. */
  readonly actions: WeakMap<Element, (element: Element) => void>;
  /** By number: made once, however often a source is cited. */
  readonly citations: Map<number, CitationMark>;
  readonly onLink: (url: string) => void;
  readonly onCitation: (n: number) => void;
  readonly describeCitation: (n: number) => string | null;
  readonly onCopyTable: ((tsv: string) => void) | undefined;
  readonly onCopyCode: ((code: string) => void) | undefined;
  /** What marks mean now; who asked is remembered, and drawn again when the meaning comes later. */
  scopeFor(view: Redrawable): Scope;
  defineReference(label: string, reference: Reference): void;
  defineFootnote(label: string, number: number): void;
  setSources(count: number): void;
  /** Draws again what has waited for something that was defined since. */
  redraw(): void;
}

export function createContext(
  fixed: Omit<
    Context,
    'scopeFor' | 'defineReference' | 'defineFootnote' | 'setSources' | 'redraw' | 'actions' | 'citations'
  >,
): Context {
  const references = new Map<string, Reference>();
  const footnotes = new Map<string, number>();
  const waiting = new Map<string, Set<Redrawable>>();
  const due = new Set<Redrawable>();
  const citations = new Map<number, CitationMark>();
  let sources = 0;

  function wait(key: string, view: Redrawable): void {
    const views = waiting.get(key);
    if (views) views.add(view);
    else waiting.set(key, new Set([view]));
  }

  function arrived(key: string, forGood: boolean): void {
    for (const view of waiting.get(key) ?? []) due.add(view);
    if (forGood) waiting.delete(key);
  }

  return {
    ...fixed,
    actions: new WeakMap(),
    citations,
    scopeFor: (view) => ({
      reference(label) {
        const found = references.get(label);
        if (!found) wait(`reference ${label}`, view);
        return found ?? null;
      },
      footnote(label) {
        const found = footnotes.get(label);
        if (found === undefined) wait(`footnote ${label}`, view);
        return found ?? null;
      },
      citation(n) {
        // The number of sources can fall, too: a new request begins without any.
        wait(`citation ${n}`, view);
        return n <= sources;
      },
    }),
    defineReference(label, reference) {
      if (references.has(label)) return;
      references.set(label, reference);
      arrived(`reference ${label}`, true);
    },
    defineFootnote(label, number) {
      if (footnotes.has(label)) return;
      footnotes.set(label, number);
      arrived(`footnote ${label}`, true);
    },
    setSources(count) {
      const [from, to] = [Math.min(sources, count), Math.max(sources, count)];
      sources = count;
      citations.clear();
      for (let n = from + 1; n <= to; n++) arrived(`citation ${n}`, false);
    },
    redraw() {
      for (const view of due) if (fixed.root.contains(view.element)) view.redraw();
      due.clear();
    },
  };
}
