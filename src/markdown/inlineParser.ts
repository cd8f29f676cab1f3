/** Parses the text of a block: CommonMark 6 without HTML but `<br>`, GFM strikethrough and bare addresses, citations and footnotes. */
import { type Address, readAngled, readBare, withMailLinks } from './autolinks.ts';
import { isEscapable, readEntity } from './characters.ts';
import { createDelimiterStack, type Delimiter, readRun } from './emphasis.ts';
import type { Inline } from './inline.ts';
import {
  append,
  depthBetween,
  MAX_INLINE_DEPTH,
  type Node,
  type NodeList,
  newNode,
  remove,
  textAfter,
  toInlines,
  wrap,
} from './inlineNodes.ts';
import { normaliseLabel, type Reference, readDestination, readLabel, readTitle, skipBlanks } from './linkSyntax.ts';

/** Resolves references. The implementation records each lookup, because a definition can follow later in the stream. */
export interface Scope {
  reference(label: string): Reference | null;
  footnote(label: string): number | null;
  /** `missing`: the answer is complete and has no source with this number. Null while a source can still arrive. */
  citation(n: number): 'listed' | 'missing' | null;
}

interface Bracket {
  readonly node: Node;
  readonly index: number;
  readonly image: boolean;
  readonly delimiter: Delimiter | null;
  readonly previous: Bracket | null;
  active: boolean;
  /** Another bracket was opened inside. */
  bracketAfter: boolean;
}

type Target =
  | { kind: 'link'; url: string; title: string }
  | { kind: 'citation' | 'missingCitation' | 'footnote'; n: number };

/** The only way to begin a line in a cell of a table. */
const lineBreak = /<br[ \t]*\/?>/iy;
const special = /[\n`\\![\]&<*_~]|https?:\/\/|www\./gi;

export function parseInline(text: string, scope: Scope): Inline[] {
  const list: NodeList = { first: null, last: null };
  const delimiters = createDelimiterStack(list);
  let brackets: Bracket | null = null;
  let runs: Map<number, number[]> | null = null;
  let position = 0;

  const add = (node: Node) => {
    append(list, node);
    return node;
  };
  const addText = (from: number, to: number) => {
    if (to > from) add(newNode('text', text.slice(from, to)));
  };

  function addLink({ url, text: shown, end }: Address, bare: boolean): void {
    const link = newNode('link');
    link.url = url;
    link.bare = bare;
    link.first = link.last = newNode('text', shown);
    link.depth = 1;
    add(link);
    position = end;
  }

  function newline(): void {
    const { last } = list;
    let hard = false;
    if (last?.kind === 'text') {
      hard = last.text.endsWith('  ');
      last.text = last.text.replace(/ +$/, '');
    }
    add(hard ? newNode('break') : newNode('text', '\n'));
    position++;
    while (text[position] === ' ') position++;
  }

  function backslash(): void {
    const char = text.charAt(position + 1);
    if (char === '\n') {
      add(newNode('break'));
      position += 2;
      while (text[position] === ' ') position++;
    } else if (isEscapable(char)) {
      add(newNode('text', char)).literal = true;
      position += 2;
    } else {
      add(newNode('text', '\\'));
      position++;
    }
  }

  function codeSpan(): void {
    let end = position;
    while (text[end] === '`') end++;
    const length = end - position;
    runs ??= backtickRuns(text);
    const ends = runs.get(length) ?? [];
    while (ends.length > 0 && (ends.at(-1) ?? 0) < end) ends.pop();
    const close = ends.at(-1);
    if (close === undefined) {
      addText(position, end);
      position = end;
      return;
    }
    let content = text.slice(end, close).replaceAll('\n', ' ');
    if (content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '') content = content.slice(1, -1);
    add(newNode('code', content));
    position = close + length;
  }

  function run(marker: string): void {
    const found = readRun(text, position);
    const node = add(newNode('text', text.slice(position, position + found.length)));
    position += found.length;
    if (found.canOpen || found.canClose) delimiters.push({ marker, node, ...found });
  }

  function openBracket(image: boolean): void {
    const length = image ? 2 : 1;
    const node = add(newNode('text', image ? '![' : '['));
    if (brackets) brackets.bracketAfter = true;
    const index = position + length - 1;
    brackets = {
      node,
      index,
      image,
      delimiter: delimiters.top,
      previous: brackets,
      active: true,
      bracketAfter: false,
    };
    position += length;
  }

  function closeBracket(): void {
    const at = position++;
    const opener = brackets;
    const target = opener?.active ? readTarget(opener, at) : null;
    if (!opener || !target || depthBetween(opener.node, null) >= MAX_INLINE_DEPTH) {
      if (opener) brackets = opener.previous;
      position = at + 1;
      add(newNode('text', ']'));
      return;
    }
    const node = newNode(opener.image ? 'image' : target.kind);
    delimiters.pair(opener.delimiter);
    if (target.kind === 'link') {
      node.url = target.url;
      node.title = target.title;
    } else node.n = target.n;
    if (opener.image) node.text = textAfter(opener.node);
    wrap(list, opener.node, null, node);
    if (node.kind !== 'link') {
      node.first = node.last = null;
      node.depth = 0;
    }
    remove(list, opener.node);
    brackets = opener.previous;
    if (node.kind !== 'link') return;
    // A link cannot contain a link. Openers before an inactive one are inactive already.
    for (let outer = brackets; outer; outer = outer.previous) {
      if (outer.image) continue;
      if (!outer.active) break;
      outer.active = false;
    }
  }

  function readTarget(opener: Bracket, at: number): Target | null {
    const direct = text[position] === '(' ? readInlineTarget() : null;
    if (direct) return direct;
    const own = text.slice(opener.index + 1, at);
    const alone = !opener.bracketAfter && own.length > 0 && own.length < 1000;
    if (alone && !opener.image && /^\^[^\s[\]]+$/.test(own)) {
      const n = scope.footnote(normaliseLabel(own.slice(1)));
      if (n !== null) return { kind: 'footnote', n };
    }
    const label = text[position] === '[' ? readLabel(text, position) : null;
    if (label && label.label !== '') {
      const reference = scope.reference(normaliseLabel(label.label));
      if (reference) {
        position = label.end;
        return { kind: 'link', ...reference };
      }
    }
    if (!alone) return null;
    const n = !opener.image && /^[1-9]\d{0,3}$/.test(own) ? Number(own) : null;
    const source = n === null ? null : scope.citation(n);
    if (n !== null && source === 'listed') return { kind: 'citation', n };
    // A number of four digits is more likely a year.
    const missing: Target | null =
      n !== null && n < 1000 && source === 'missing' ? { kind: 'missingCitation', n } : null;
    if (label && label.label !== '') return missing;
    const reference = own.trim() === '' ? null : scope.reference(normaliseLabel(own));
    if (!reference) return missing;
    if (label) position = label.end;
    return { kind: 'link', ...reference };
  }

  function readInlineTarget(): Target | null {
    const destinationAt = skipBlanks(text, position + 1);
    const destination = readDestination(text, destinationAt);
    if (!destination) return null;
    const titleAt = skipBlanks(text, destination.end);
    const title = titleAt > destination.end ? readTitle(text, titleAt) : null;
    const end = skipBlanks(text, title?.end ?? destination.end);
    if (text[end] !== ')') return null;
    position = end + 1;
    return { kind: 'link', url: destination.url, title: title?.title ?? '' };
  }

  function angle(): void {
    const address = readAngled(text, position);
    lineBreak.lastIndex = position;
    const [breakTag] = lineBreak.exec(text) ?? [];
    if (breakTag !== undefined) {
      add(newNode('break'));
      position += breakTag.length;
    } else if (address) addLink(address, false);
    else addText(position, ++position);
  }

  function entity(): void {
    const found = readEntity(text, position);
    if (found) {
      add(newNode('text', found.value)).literal = true;
      position = found.end;
    } else addText(position, ++position);
  }

  function takeSpecial(char: string): void {
    if (char === '\n') newline();
    else if (char === '\\') backslash();
    else if (char === '`') codeSpan();
    else if (char === '[') openBracket(false);
    else if (char === ']') closeBracket();
    else if (char === '<') angle();
    else if (char === '&') entity();
    else if (char !== '!') run(char);
    else if (text[position + 1] === '[') openBracket(true);
    else addText(position, ++position);
  }

  let textFrom = 0;
  while (position < text.length) {
    special.lastIndex = position;
    const found = special.exec(text);
    if (!found) break;
    if (found[0].length > 1) {
      const address = readBare(text, found.index);
      if (typeof address === 'number') {
        position = address;
        continue;
      }
      addText(textFrom, found.index);
      addLink(address, true);
    } else {
      addText(textFrom, found.index);
      position = found.index;
      takeSpecial(found[0]);
    }
    textFrom = position;
  }
  addText(textFrom, text.length);
  delimiters.pair(null);
  return linkMails(toInlines(list.first));
}

function linkMails(inlines: Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.kind === 'text') return withMailLinks(inline.text) ?? [inline];
    if (inline.kind === 'emphasis' || inline.kind === 'strong' || inline.kind === 'strike') {
      return [{ kind: inline.kind, children: linkMails([...inline.children]) }];
    }
    return [inline];
  });
}

/** Positions of runs of backticks by their length, last one first. */
function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const known = runs.get(match[0].length);
    if (known) known.push(match.index);
    else runs.set(match[0].length, [match.index]);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}
