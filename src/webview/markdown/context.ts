/** The state that the views of one answer share: definitions, views that wait for a definition, and click actions. */
import type { Scope } from '../../markdown/inlineParser.ts';
import type { Reference } from '../../markdown/linkSyntax.ts';
import type { MarkdownLabels } from './labels.ts';

/** A view that is rendered again when a reference in it is defined. */
export interface Redrawable {
  readonly element: Element;
  redraw(): void;
}

/** What a citation says of its source. Not trusted. */
export interface DescribedSource {
  readonly title: string;
  /** Empty: none. */
  readonly snippet: string;
}

/** The element and the action of all citations of one source. */
export interface CitationMark {
  /** Template that is cloned for each citation. */
  readonly mark: HTMLAnchorElement;
  readonly act: (mark: Element) => void;
}

export interface Context {
  readonly root: HTMLElement;
  readonly labels: MarkdownLabels;
  /** The action of a click on an element. Elements contain no data that selects an action. */
  readonly actions: WeakMap<Element, (element: Element) => void>;
  /** By number of the source. Created once, even if the source is cited often. */
  readonly citations: Map<number, CitationMark>;
  readonly onLink: (url: string) => void;
  readonly onCitation: (n: number, mark: Element) => void;
  /** Undefined: citations of authorities are text. */
  readonly onAuthority: ((words: string, mark: Element) => void) | undefined;
  /** Inside of a quotation. */
  readonly isQuoted?: boolean;
  readonly describeCitation: (n: number) => DescribedSource | null;
  readonly onCopyTable: ((tsv: string) => void) | undefined;
  readonly onCopyCode: ((code: string) => void) | undefined;
  /** Resolves references in a view. If a reference is defined later, the view is rendered again. */
  scopeFor(view: Redrawable): Scope;
  defineReference(label: string, reference: Reference): void;
  defineFootnote(label: string, number: number): void;
  /** Sets the number of sources. If `complete`, no source follows, and a citation without a source is marked. */
  setSources(count: number, complete: boolean): void;
  /** Renders the views again whose references were defined since the last call. */
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
  let allArrived = false;

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
        // The number of sources can also decrease, because a new request starts without sources.
        wait(`citation ${n}`, view);
        if (n <= sources) return 'listed';
        return allArrived ? 'missing' : null;
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
    setSources(count, complete) {
      const [from, to] = [Math.min(sources, count), Math.max(sources, count)];
      if (complete !== allArrived) {
        allArrived = complete;
        for (const key of waiting.keys()) if (key.startsWith('citation ')) arrived(key, false);
      }
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
