/** Renders inline data with a closed list of elements and attributes. An update keeps the DOM nodes that do not change. */

import { isOwnReference } from '../../authority/citationName.ts';
import { citationsIn } from '../../authority/citationsIn.ts';
import { splitKept } from '../../conversation/document/keepTogether.ts';
import { type Inline, plainText, sameInline } from '../../markdown/inline.ts';
import { parseInline } from '../../markdown/inlineParser.ts';
import { imageHost, safeLink, showsHost, visibleExactly, visibleProse } from '../../markdown/links.ts';
import type { CitationMark, Context, Redrawable } from './context.ts';

/** What becomes one node. `kept`: a text in which no line ends. `authority`: a citation that can be opened, and the words after it. */
type Piece =
  | Inline
  | { readonly kind: 'kept'; readonly text: string }
  | { readonly kind: 'authority'; readonly text: string; readonly after: string };

/** Characters after a citation that may name its law: "of the Internal Revenue Code". */
const AFTER = 60;
/** So laws cite their own title. Whoever opens the citation knows which law is quoted. */
const OF_TITLE = /^\s{1,3}of\s{1,3}this\s{1,3}title\b/i;

export interface InlineView {
  update(text: string): void;
}

/** Renders text in `element`, after its existing nodes. */
export function createInlineView(element: HTMLElement, context: Context): InlineView {
  const kept = element.hasChildNodes() ? element.childNodes.length : 0;
  let text = '';
  let drawn: readonly Piece[] = [];
  const self: Redrawable = { element, redraw };
  const scope = context.scopeFor(self);

  function redraw(): void {
    const pieces = piecesOf(parseInline(text, scope), context);
    patchPieces(element, kept, drawn, pieces, context);
    drawn = pieces;
  }

  return {
    update(next) {
      if (next === text) return;
      text = next;
      redraw();
    },
  };
}

function piecesOf(inlines: readonly Inline[], context: Context): readonly Piece[] {
  return inlines.flatMap((inline): Piece | Piece[] =>
    inline.kind === 'text' ? textPieces(inline.text, context) : inline,
  );
}

function textPieces(text: string, { isQuoted, onAuthority }: Context): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const citation of isQuoted && onAuthority ? citationsIn(text) : []) {
    const { start, text: written } = citation;
    const after = text.slice(start + written.length);
    if (start < end || (isOwnReference(text, citation) && !OF_TITLE.test(after))) continue;
    pieces.push(...keptPieces(text.slice(end, start)));
    end = start + written.length;
    pieces.push({ kind: 'authority', text: written, after: after.slice(0, AFTER) });
  }
  return [...pieces, ...keptPieces(text.slice(end))];
}

function keptPieces(text: string): Piece[] {
  return splitKept(text).flatMap((part, at) =>
    part === '' ? [] : { kind: at % 2 > 0 ? ('kept' as const) : ('text' as const), text: part },
  );
}

function samePiece(a: Piece, b: Piece): boolean {
  if (a.kind === 'authority') return b.kind === 'authority' && a.text === b.text && a.after === b.after;
  if (a.kind === 'kept') return b.kind === 'kept' && a.text === b.text;
  return b.kind !== 'kept' && b.kind !== 'authority' && sameInline(a, b);
}

function patchPieces(
  element: HTMLElement,
  kept: number,
  before: readonly Piece[],
  after: readonly Piece[],
  context: Context,
): void {
  if (before.length === 0) {
    appendPieces(element, after, context);
    return;
  }
  for (let i = 0; i < after.length; i++) {
    const [old, piece] = [before[i], after[i]];
    if (!piece || (old && samePiece(old, piece))) continue;
    const node = element.childNodes[kept + i];
    if (old && node && patch(node, old, piece, context)) continue;
    const fresh = build(piece, context);
    if (node) node.replaceWith(fresh);
    else element.append(fresh);
  }
  for (let i = before.length; i > after.length; i--) element.lastChild?.remove();
}

/** Updates the node in place if possible. */
function patch(node: ChildNode, old: Piece, piece: Piece, context: Context): boolean {
  if ((old.kind === 'text' || old.kind === 'kept') && old.kind === piece.kind) {
    patchText((node.firstChild ?? node) as Text, 0, visibleProse(piece.text));
    return true;
  }
  if (!('children' in old) || !('children' in piece) || old.kind !== piece.kind || old.kind === 'link') return false;
  if (!(node instanceof HTMLElement)) return false;
  patchPieces(node, 0, piecesOf(old.children, context), piecesOf(piece.children, context), context);
  return true;
}

/** Replaces the text from `from` on. Keeps a common prefix, so that a selection in it is kept. */
export function patchText(node: Text, from: number, next: string): void {
  const { data } = node;
  let same = 0;
  const limit = Math.min(data.length - from, next.length);
  while (same < limit && data.charCodeAt(from + same) === next.charCodeAt(same)) same++;
  if (from + same < data.length || same < next.length) {
    node.replaceData(from + same, data.length - from - same, next.slice(same));
  }
}

function build(inline: Piece, context: Context): Node {
  switch (inline.kind) {
    case 'text':
      return document.createTextNode(visibleProse(inline.text));
    case 'kept':
      return element('span', 'kept', visibleProse(inline.text));
    case 'authority':
      return buildAuthority(inline, context);
    case 'code':
      return element('code', 'md-inline-code', visibleExactly(inline.text));
    case 'break':
      return document.createElement('br');
    case 'emphasis':
      return withChildren(document.createElement('em'), inline.children, context);
    case 'strong':
      return withChildren(document.createElement('strong'), inline.children, context);
    case 'strike':
      return withChildren(document.createElement('del'), inline.children, context);
    case 'link':
      return buildLink(inline, context);
    case 'image':
      return buildImage(inline, context);
    case 'citation':
      return buildCitation(inline.n, context);
    case 'missingCitation':
      return buildMissingCitation(inline.n, context);
    case 'footnote':
      return buildFootnoteMark(inline.n, context);
  }
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  if (text) made.textContent = text;
  return made;
}

function withChildren(parent: HTMLElement, children: readonly Inline[], context: Context): HTMLElement {
  appendPieces(parent, piecesOf(children, context), context);
  return parent;
}

function appendPieces(parent: HTMLElement, pieces: readonly Piece[], context: Context): void {
  // `append` takes 1.5 times as long for a single node, and there are thousands.
  for (const piece of pieces) parent.appendChild(build(piece, context));
}

function buildLink(inline: Extract<Inline, { kind: 'link' }>, context: Context): Node {
  const link = safeLink(inline.url);
  const text = plainText(inline.children);
  if (!link) {
    const dead = withChildren(element('span', 'md-dead-link'), inline.children, context);
    if (text.trim() === '') dead.append(visibleExactly(inline.url));
    return dead;
  }
  const anchor = element('a', 'md-link');
  anchor.href = link.href;
  anchor.rel = 'noopener noreferrer';
  anchor.title = visibleExactly(link.href.slice(0, MAX_TITLE));
  withChildren(anchor, inline.children, context);
  showInvisible(anchor);
  if (!showsHost(text, link)) {
    const host = visibleExactly(link.host);
    anchor.append(element('span', 'md-host', text.trim() === '' ? host : ` (${host})`));
  }
  context.actions.set(anchor, () => context.onLink(link.href));
  return anchor;
}

/** The text of a link must not contain hidden characters. */
function showInvisible(node: Node): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) patchText(child, 0, visibleExactly(child.data));
    else showInvisible(child);
  }
}

/** An image is never loaded. Its host and its description are shown. */
function buildImage(inline: Extract<Inline, { kind: 'image' }>, context: Context): Node {
  const host = imageHost(inline.url);
  const { imageNotShown, imageNotShownUnknown } = context.labels;
  const notice = host === null ? imageNotShownUnknown : imageNotShown.replace('{host}', () => visibleExactly(host));
  const alt = visibleExactly(inline.alt.trim());
  return element('span', 'md-image', alt ? `${notice} ${alt}` : notice);
}

/** Focusable but without an address, so that it cannot be navigated to. */
function mark(className: string, text: string, name: string): HTMLAnchorElement {
  const anchor = element('a', className, text);
  anchor.setAttribute('role', 'link');
  anchor.tabIndex = 0;
  anchor.setAttribute('aria-label', name);
  return anchor;
}

const MAX_TITLE = 1000;

function buildCitation(n: number, context: Context): Node {
  const made = context.citations.get(n) ?? createCitation(n, context);
  context.citations.set(n, made);
  const anchor = made.mark.cloneNode(true) as HTMLAnchorElement;
  context.actions.set(anchor, made.act);
  return anchor;
}

function createCitation(n: number, context: Context): CitationMark {
  const source = context.describeCitation(n);
  const name = citationName(context.labels.source, n, source?.title);
  // A screen reader reads only the name.
  const anchor = mark('md-citation', `[${n}]`, name);
  anchor.title = source?.snippet ? `${name}\n\n${visibleExactly(source.snippet)}` : name;
  return { mark: anchor, act: (clicked) => context.onCitation(n, clicked) };
}

/** `Source 2: § 162`. The title is not trusted. */
export function citationName(label: string, n: number, title = ''): string {
  const name = label.replace('{n}', String(n));
  return title === '' ? name : `${name}: ${visibleExactly(title.slice(0, MAX_TITLE))}`;
}

function buildAuthority({ text, after }: Extract<Piece, { kind: 'authority' }>, context: Context): Node {
  const shown = visibleProse(text);
  const anchor = mark(
    'md-authority',
    shown,
    context.labels.authority.replace('{name}', () => shown),
  );
  context.actions.set(anchor, (clicked) => context.onAuthority?.(text + after, clicked));
  return anchor;
}

function buildMissingCitation(n: number, context: Context): Node {
  const marked = element('span', 'md-citation-missing', `[${n}]`);
  const name = context.labels.missingSource.replace('{n}', String(n));
  marked.setAttribute('role', 'note');
  marked.setAttribute('aria-label', name);
  marked.title = name;
  return marked;
}

function buildFootnoteMark(n: number, context: Context): Node {
  const anchor = mark('md-footnote-mark', String(n), context.labels.footnote.replace('{n}', String(n)));
  anchor.dataset.footnote = String(n);
  context.actions.set(anchor, () => {
    context.root.querySelector<HTMLElement>(`.md-footnotes > [data-footnote="${n}"]`)?.focus();
  });
  const raised = document.createElement('sup');
  raised.append(anchor);
  return raised;
}
