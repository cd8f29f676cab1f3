/** Blocks -> Markdown. Every parser reads it as these blocks: text contains no markup, and nothing in it is an image or HTML. */
import { indentOf, levelOf } from '../../text/indent.ts';
import { longestBackticks } from '../escape.ts';
import type { Block, ListItem, Span } from './block.ts';

/** How the mark of source n is written. */
export type WriteCitation = (n: number) => string;

const bracketed: WriteCitation = (n) => `[${n}]`;

export function writeMarkdown(blocks: readonly Block[], cite: WriteCitation = bracketed): string {
  return blockLines(blocks, cite).join('\n');
}

function blockLines(blocks: readonly Block[], cite: WriteCitation, tight = false): string[] {
  const lines: string[] = [];
  let previous: Block | undefined;
  let swapped = false;
  for (const block of blocks) {
    // Two lists in a row need different marks to stay two lists.
    swapped = isSameList(previous, block) && !swapped;
    const own = linesOf(block, cite, swapped);
    if (own.length === 0) continue;
    if (lines.length > 0 && !(tight && block.kind === 'list')) lines.push('');
    for (const line of own) lines.push(line);
    previous = block;
  }
  return lines;
}

function isSameList(previous: Block | undefined, block: Block): boolean {
  return previous?.kind === 'list' && block.kind === 'list' && (previous.start === null) === (block.start === null);
}

function linesOf(block: Block, cite: WriteCitation, swapped: boolean): string[] {
  switch (block.kind) {
    case 'paragraph':
      return textLines(block.content, cite);
    case 'heading': {
      const title = spansMarkdown(block.content, cite).replace(/\\?\n/g, ' ').trim();
      return title === '' ? [] : [`${'#'.repeat(block.level)} ${title.replace(/#+$/, '\\$&')}`];
    }
    case 'code':
      return codeLines(block.language, block.text);
    case 'rule':
      return ['***'];
    case 'quote': {
      const inner = blockLines(block.children, cite);
      return (inner.length === 0 ? [''] : inner).map((line) => (line === '' ? '>' : `> ${line}`));
    }
    case 'list': {
      const sign = swapped ? ['*', ')'] : ['-', '.'];
      return block.items.flatMap((item, at) => {
        const mark = block.start === null ? `${sign[0]} ` : `${block.start + at}${sign[1]} `;
        const own = itemLines(item, mark, cite, !block.loose);
        return block.loose && at > 0 ? ['', ...own] : own;
      });
    }
    case 'table':
      return tableLines(block, cite);
  }
}

function itemLines({ task, children }: ListItem, mark: string, cite: WriteCitation, tight: boolean): string[] {
  const box = task === null ? '' : task ? '[x] ' : '[ ] ';
  const lines = blockLines(children, cite, tight);
  // An empty item, and an item that begins with code, must not swallow the next lines.
  const [first = '', ...rest] = lines;
  const indent = ' '.repeat(mark.length);
  return [`${mark}${box}${first}`.trimEnd(), ...rest.map((line) => (line === '' ? '' : indent + line))];
}

function codeLines(language: string, text: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestBackticks(text) + 1));
  return [`${fence}${language}`, ...text.split('\n'), fence];
}

function tableLines({ columns, rows }: Extract<Block, { kind: 'table' }>, cite: WriteCitation): string[] {
  const [head, ...body] = rows.map(
    (row) => `| ${row.map((cell) => spansMarkdown(cell, cite, true).replace(/\\?\n/g, ' ')).join(' | ')} |`,
  );
  const marks = { left: ':---', center: ':---:', right: '---:' };
  const line = `| ${columns.map((alignment) => (alignment === null ? '---' : marks[alignment])).join(' | ')} |`;
  return head === undefined ? [] : [head, line, ...body];
}

function textLines(spans: readonly Span[], cite: WriteCitation): string[] {
  const lines = spansMarkdown(spans, cite).split('\n');
  // A line of a paragraph must not begin a block.
  return lines
    .map((line) => {
      const level = levelOf(line);
      // No block begins after an em space.
      return level > 0 ? indentOf(level) + line.trim() : escapeLineStart(line.trim());
    })
    .filter((line) => line.trim() !== '' && line.trim() !== '\\');
}

function spansMarkdown(spans: readonly Span[], cite: WriteCitation, inTable = false): string {
  return spans
    .map((span, at) => {
      switch (span.kind) {
        case 'text':
          return escapeText(span.text);
        case 'code':
          return codeSpan(span.text, inTable);
        case 'break':
          // At the end it would be a backslash.
          return at === spans.length - 1 ? '' : inTable ? '<br>' : '\\\n';
        case 'citation':
          return cite(span.n);
        case 'link':
          return linkMarkdown(span.url, spansMarkdown(span.children, cite, inTable));
        default:
          return marked(
            spansMarkdown(span.children, cite, inTable),
            { emphasis: '*', strong: '**', strike: '~~' }[span.kind],
            textOf(spans[at - 1]).at(-1) ?? '',
            textOf(spans[at + 1]).at(0) ?? '',
          );
      }
    })
    .join('');
}

/**
 * Blanks go outside of the marks. Marks between punctuation on the inside and a letter on the outside would be read as text, so the
 * words are written without them. `previous` and `next` are the characters outside.
 */
function marked(inner: string, mark: string, previous: string, next: string): string {
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? [];
  const cannotOpen = before === '' && IS_WORD.test(previous) && !IS_WORD.test(middle.charAt(0));
  const cannotClose = after === '' && IS_WORD.test(next) && !IS_WORD.test(middle.charAt(middle.length - 1));
  return middle === '' || cannotOpen || cannotClose ? inner : `${before}${mark}${middle}${mark}${after}`;
}

const IS_WORD = /^[\p{L}\p{N}]$/u;

function textOf(span: Span | undefined): string {
  return span?.kind === 'text' ? span.text : '';
}

function linkMarkdown(url: string, label: string): string {
  const address = url.replace(
    /[\s<>()\\|`[\]"]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return label.trim() === '' ? `<${address}>` : `[${label}](${address})`;
}

function codeSpan(text: string, inTable: boolean): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  if (line.trim() === '') return line;
  const fence = '`'.repeat(longestBackticks(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  const code = `${fence}${pad}${line}${pad}${fence}`;
  return inTable ? code.replaceAll('|', '\\|') : code;
}

/** Most words of an answer. */
const NO_MARKS = /^[A-Za-z0-9 ,.;()%§–—’“”-]*$/;

/**
 * Text in which no character is markup. It changes as little as possible, because people edit it. `<` becomes an entity,
 * because a viewer that makes links of addresses reads a backslash before it as a part of the address. After an address it gets a
 * blank, so that the entity is no part of the address either.
 */
export function escapeText(text: string): string {
  if (NO_MARKS.test(text)) return text;
  return text
    .replace(/\\(?=[!-/:-@[-`{-~\n]|$)/g, '\\\\')
    .replace(/[`*~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w)/g, '\\&')
    .replace(/(?<=:\/\/\S{0,300})<(?=[A-Za-z/!?]|$)/g, ' <')
    .replace(/<(?=[A-Za-z/!?]|$)/g, '&lt;')
    .replace(/\$(?=\$)|(?<=\$)\$/g, '\\$$')
    .replace(/(?<![!\]\\])\[(?![\^ xX]?\])(?!\^)[^[\]\n\\]{1,500}\](?=[^([:])|[[\]]/g, (part) =>
      part.length > 1 ? part : `\\${part}`,
    )
    .replace(/!(?=\\\[|$)/g, '\\!');
}

function escapeLineStart(line: string): string {
  return (
    line
      .replace(/^(?=[#>+=-])(?=#{1,6}(?:\s|$)|>|[+-](?:\s|$)|=+\s*$|-{2,}\s*$)/, '\\')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
      .replace(/^(?=:?-[-:\s|\\]*$)/, '\\')
      // The mark of a source and a colon would define a link or a footnote.
      .replace(/^(\[[^\]]{1,500}\]):/, '$1\\:')
  );
}
