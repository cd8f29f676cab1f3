/** The inline content of a paragraph, a heading or a table cell, as plain data. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'emphasis' | 'strong' | 'strike'; readonly children: readonly Inline[] }
  /** `url` and `title` as written, not yet checked. `bare`: recognised in running text, without any markup. */
  | {
      readonly kind: 'link';
      readonly url: string;
      readonly title: string;
      readonly bare: boolean;
      readonly children: readonly Inline[];
    }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  /** `[n]` with a source n. */
  | { readonly kind: 'citation'; readonly n: number }
  /** `[n]` in a complete answer that has no source n. */
  | { readonly kind: 'missingCitation'; readonly n: number }
  /** `[^label]` with a definition. */
  | { readonly kind: 'footnote'; readonly n: number };

export function sameInline(a: Inline, b: Inline): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'text':
    case 'code':
      return b.kind === a.kind && a.text === b.text;
    case 'break':
      return b.kind === 'break';
    case 'image':
      return b.kind === 'image' && a.url === b.url && a.alt === b.alt;
    case 'citation':
    case 'missingCitation':
    case 'footnote':
      return b.kind === a.kind && a.n === b.n;
    case 'link':
      return b.kind === 'link' && a.url === b.url && a.title === b.title && sameInlines(a.children, b.children);
    default:
      return b.kind === a.kind && sameInlines(a.children, b.children);
  }
}

function sameInlines(a: readonly Inline[], b: readonly Inline[]): boolean {
  return a.length === b.length && a.every((inline, i) => sameInline(inline, b[i] as Inline));
}

/** Returns the text without markup, for link hosts, copies and image descriptions. */
export function plainText(inlines: readonly Inline[]): string {
  let text = '';
  for (const inline of inlines) {
    switch (inline.kind) {
      case 'text':
      case 'code':
        text += inline.text;
        break;
      case 'break':
        text += '\n';
        break;
      case 'image':
        text += inline.alt;
        break;
      case 'citation':
      case 'missingCitation':
        text += `[${inline.n}]`;
        break;
      case 'footnote':
        text += `[^${inline.n}]`;
        break;
      default:
        text += plainText(inline.children);
    }
  }
  return text;
}
