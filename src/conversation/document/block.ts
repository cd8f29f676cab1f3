/** An answer or a memo as a tree without images and HTML. Each kind of output is written from it. */
import type { Alignment } from '../../markdown/block.ts';
import { levelOf, withoutIndent } from '../../text/indent.ts';

export type Block =
  | { readonly kind: 'paragraph'; readonly content: readonly Span[] }
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Span[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly start: number | null;
      readonly loose: boolean;
      readonly items: readonly ListItem[];
    }
  /** The first row is the header. `rowIds`: identifiers of the other rows, for links in a web page. */
  | {
      readonly kind: 'table';
      readonly columns: readonly Alignment[];
      readonly rows: readonly (readonly Span[])[][];
      readonly rowIds?: readonly string[];
    }
  | { readonly kind: 'rule' };

export interface ListItem {
  /** Whether a task is done; null for an item that is no task. */
  readonly task: boolean | null;
  readonly children: readonly Block[];
}

export type Span =
  /** A line feed in it is a line end of the source, which is shown as a blank. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'emphasis' | 'strong' | 'strike'; readonly children: readonly Span[] }
  /** `url` is an absolute address of the web or of mail. */
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Span[] }
  /** The mark of a source, by its number from 1. */
  | { readonly kind: 'citation'; readonly n: number };

export const text = (value: string): Span => ({ kind: 'text', text: value });
export const strong = (value: string): Span => ({ kind: 'strong', children: [text(value)] });
export const citation = (n: number): Span => ({ kind: 'citation', n });
export const paragraph = (...content: readonly Span[]): Block => ({ kind: 'paragraph', content });
export const heading = (level: number, title: string): Block => ({ kind: 'heading', level, content: [text(title)] });
export const quote = (children: readonly Block[]): Block => ({ kind: 'quote', children });

/** The level of the highest heading, 1 to 6; null if there is no heading. */
export function highestLevel(blocks: readonly Block[]): number | null {
  return blocks.reduce<number | null>(
    (highest, block) => (block.kind === 'heading' ? Math.min(highest ?? 6, block.level) : highest),
    null,
  );
}

/** The words of spans, without marks. */
export function wordsOf(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      if (span.kind === 'text' || span.kind === 'code') return span.text;
      if (span.kind === 'break') return '\n';
      return span.kind === 'citation' ? `[${span.n}]` : wordsOf(span.children);
    })
    .join('');
}

/** The level of a paragraph of a statute, from its indent. */
export function paragraphLevel([first]: readonly Span[]): number {
  return first?.kind === 'text' ? levelOf(first.text) : 0;
}

export function withoutLevel([first, ...rest]: readonly Span[]): readonly Span[] {
  if (first === undefined) return [];
  return [first.kind === 'text' ? { ...first, text: withoutIndent(first.text) } : first, ...rest];
}

/** Applies a function to every span of every block, innermost first. */
export function mapSpans(blocks: readonly Block[], change: (span: Span) => Span): Block[] {
  const spans = (list: readonly Span[]): Span[] =>
    list.map((span) => change('children' in span ? { ...span, children: spans(span.children) } : span));
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, content: spans(block.content) };
      case 'quote':
        return { ...block, children: mapSpans(block.children, change) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({ ...item, children: mapSpans(item.children, change) })),
        };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(spans)) };
      default:
        return block;
    }
  });
}

/** The numbers of the cited sources, in the order of their first mark. */
export function citationsIn(blocks: readonly Block[]): number[] {
  const numbers = new Set<number>();
  mapSpans(blocks, (span) => {
    if (span.kind === 'citation') numbers.add(span.n);
    return span;
  });
  return [...numbers];
}
