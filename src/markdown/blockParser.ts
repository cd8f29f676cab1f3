/**
 * Parses lines into a tree of blocks, one line at a time: the first phase of CommonMark, with GFM tables and footnotes. Each line
 * is parsed once, so the cost of a chunk does not grow with the answer. There are no HTML blocks.
 */
import { type BlockKind, type MarkdownBlock, newBlock } from './block.ts';
import { createLineCursor } from './lineCursor.ts';
import * as forms from './linePatterns.ts';
import { normaliseLabel, type Reference } from './linkSyntax.ts';
import { takeDefinitions } from './references.ts';
import { createUndoLog } from './undoLog.ts';

/** Maximum depth of nested containers. Deeper markers are text. Prevents a slow layout of thousands of nested quotes. */
export const MAX_DEPTH = 48;
/** Lines of one definition. A longer beginning of a paragraph is not examined before the paragraph ends. */
const MAX_DEFINITION_LINES = 8;

export interface BlockParser {
  readonly document: MarkdownBlock;
  /** Parses a complete line, without its line end. */
  line(text: string): void;
  /** Parses an incomplete line for display. `rollback` must be called before the next line. */
  speculate(text: string): void;
  rollback(): void;
  /** The text has ended. */
  end(): void;
}

/** Called for each final definition that other text can refer to. The receiver ignores all but the first one of a label. */
export interface Definitions {
  reference(label: string, reference: Reference): void;
  footnote(label: string, number: number): void;
}

type Started = 'container' | 'leaf' | null;

export function createBlockParser(definitions: Definitions): BlockParser {
  const undoLog = createUndoLog();
  const reader = createLineCursor();
  const root = newBlock('document', null, 0);
  const state = { tip: root, line: 0, footnotes: 0 };
  /** The innermost container that the line continues. Open blocks inside it are closed when a new block starts. */
  let matched = root;

  function add(kind: BlockKind, startLine = state.line): MarkdownBlock {
    while (!canContain(state.tip, kind)) close(state.tip);
    const parent = state.tip;
    const block = newBlock(kind, parent, startLine);
    const before = parent.children.at(-1);
    if (before && startLine > before.endLine + 1) {
      if (parent.kind === 'list') undoLog.set(parent, 'loose', true);
      if (parent.kind === 'item' && parent.parent) undoLog.set(parent.parent, 'loose', true);
    }
    undoLog.push(parent.children, block);
    touch(block);
    undoLog.set(state, 'tip', block);
    return block;
  }

  /** Records that the line has content for this block and its ancestors. */
  function touch(block: MarkdownBlock | null): void {
    for (let b = block; b; b = b.parent) undoLog.set(b, 'endLine', state.line);
  }

  function close(block: MarkdownBlock): void {
    undoLog.set(block, 'open', false);
    if (!undoLog.recording) block.final = true;
    if (block.parent) undoLog.set(state, 'tip', block.parent);
    if (block.kind !== 'paragraph') return;
    settleDefinitions(block);
    if (block.lines.length === 0 && block.parent) undoLog.pop(block.parent.children);
  }

  function closeUnmatched(): void {
    while (state.tip !== matched) close(state.tip);
  }

  function settleDefinitions(paragraph: MarkdownBlock): void {
    if (paragraph.task !== null || !paragraph.lines[0]?.startsWith('[')) return;
    const taken = takeDefinitions(paragraph.lines);
    if (taken.definitions.length === 0) return;
    undoLog.set(paragraph, 'lines', taken.rest);
    if (undoLog.recording) return;
    for (const { label, url, title } of taken.definitions) definitions.reference(label, { url, title });
  }

  /**
   * Before a line that cannot continue a definition: takes the lines before it if they are whole definitions. A long list of definitions is
   * then neither kept nor drawn again with each of its lines.
   */
  function settleWhole(paragraph: MarkdownBlock): void {
    if (undoLog.recording || paragraph.lines.length > MAX_DEFINITION_LINES || !paragraph.lines[0]?.startsWith('['))
      return;
    if (takeDefinitions(paragraph.lines).rest.length === 0) settleDefinitions(paragraph);
  }

  /** Whether the line continues an open block. Skips the markers of the block. */
  function goesOn(block: MarkdownBlock): boolean | 'closed' {
    switch (block.kind) {
      case 'quote':
        if (reader.indent > 3 || reader.peek() !== '>') return false;
        takeQuoteMarker();
        return true;
      case 'item':
        if (reader.blank) {
          if (block.children.length === 0) return false;
          reader.toNext();
          return true;
        }
        if (reader.indent < block.indent) return false;
        reader.advance(block.indent, true);
        return true;
      case 'footnote':
        if (reader.blank) reader.toNext();
        else if (reader.indent >= 4) reader.advance(4, true);
        else return false;
        return true;
      case 'code':
        return codeGoesOn(block);
      case 'paragraph':
        return !reader.blank;
      case 'table':
        return !reader.blank && reader.indent < 4;
      case 'list':
        return true;
      default:
        return false;
    }
  }

  function codeGoesOn(block: MarkdownBlock): boolean | 'closed' {
    if (!block.fence) {
      if (reader.indent >= 4) reader.advance(4, true);
      else if (reader.blank) reader.toNext();
      else return false;
      return true;
    }
    if (forms.closesFence(reader, block.fence)) {
      touch(block);
      while (state.tip !== block) close(state.tip);
      close(block);
      return 'closed';
    }
    reader.advance(Math.min(block.fence.indent, reader.indent), true);
    return true;
  }

  function takeQuoteMarker(): void {
    reader.toNext();
    reader.advance(1);
    if (reader.indent > 0) reader.advance(1, true);
  }

  function begin(container: MarkdownBlock): Started {
    if (reader.indent > 3) return beginIndented(container);
    if (container.kind === 'paragraph' && beginTable(container)) return 'leaf';
    const char = reader.peek();
    const deep = container.depth >= MAX_DEPTH;
    if (char === '>' && !deep) {
      closeUnmatched();
      takeQuoteMarker();
      add('quote');
      return 'container';
    }
    const heading = char === '#' ? forms.readHeading(reader) : null;
    if (heading) {
      closeUnmatched();
      reader.toNext();
      reader.advance(heading.length);
      const block = add('heading');
      block.level = heading.level;
      block.lines = [forms.headingText(reader.rest())];
      reader.toEnd();
      return 'leaf';
    }
    const fence = char === '`' || char === '~' ? forms.readFence(reader) : null;
    if (fence) {
      closeUnmatched();
      add('code').fence = fence;
      reader.toEnd();
      return 'leaf';
    }
    if (container.kind === 'paragraph' && beginUnderlined(container)) return 'leaf';
    if (forms.isRule(reader)) {
      closeUnmatched();
      add('rule');
      reader.toEnd();
      return 'leaf';
    }
    if (char === '[' && beginFootnote(container)) return 'container';
    return deep ? null : beginItem(container);
  }

  function beginIndented(container: MarkdownBlock): Started {
    if (state.tip.kind === 'paragraph' || container.kind === 'paragraph' || reader.blank) return null;
    reader.advance(4, true);
    closeUnmatched();
    add('code');
    return 'leaf';
  }

  /** Starts a table if the line is a delimiter row. The last line of the paragraph becomes its header. */
  function beginTable(paragraph: MarkdownBlock): boolean {
    const header = paragraph.lines.at(-1) ?? '';
    if (!header.includes('|')) return false;
    const columns = forms.readDelimiterRow(reader);
    if (!columns || columns.length !== forms.splitRow(header).length) return false;
    closeUnmatched();
    undoLog.set(paragraph, 'lines', paragraph.lines.slice(0, -1));
    close(paragraph);
    const table = add('table', state.line - 1);
    table.columns = columns;
    table.lines = [header];
    reader.toEnd();
    return true;
  }

  /** Turns the paragraph into a setext heading, unless it only contained definitions. */
  function beginUnderlined(paragraph: MarkdownBlock): boolean {
    const level = forms.readUnderline(reader);
    if (level === null) return false;
    closeUnmatched();
    settleDefinitions(paragraph);
    if (paragraph.lines.length === 0 || !paragraph.parent) return false;
    undoLog.pop(paragraph.parent.children);
    undoLog.set(state, 'tip', paragraph.parent);
    const heading = newBlock('heading', paragraph.parent, paragraph.startLine);
    heading.level = level;
    heading.lines = paragraph.lines;
    heading.task = paragraph.task;
    undoLog.push(paragraph.parent.children, heading);
    touch(heading);
    undoLog.set(state, 'tip', heading);
    reader.toEnd();
    return true;
  }

  /** Footnotes are only defined at the outermost level. */
  function beginFootnote(container: MarkdownBlock): boolean {
    const outside =
      container === root ||
      (container.parent === root && (container.kind === 'paragraph' || container.kind === 'list'));
    const found = outside ? forms.readFootnote(reader) : null;
    if (!found) return false;
    closeUnmatched();
    reader.toNext();
    reader.advance(found.length);
    if (container.kind === 'paragraph') close(container);
    const block = add('footnote');
    undoLog.set(state, 'footnotes', state.footnotes + 1);
    block.level = state.footnotes;
    if (!undoLog.recording) definitions.footnote(normaliseLabel(found.label), state.footnotes);
    return true;
  }

  function beginItem(container: MarkdownBlock): Started {
    const item = forms.readItem(reader, container.kind === 'paragraph');
    if (!item) return null;
    closeUnmatched();
    while (state.tip.kind === 'paragraph' || state.tip.kind === 'table') close(state.tip);
    const { list } = state.tip;
    if (state.tip.kind !== 'list' || list?.ordered !== item.list.ordered || list.sign !== item.list.sign) {
      add('list').list = item.list;
    }
    add('item').indent = item.indent;
    return 'container';
  }

  function addLine(block: MarkdownBlock): void {
    let text = reader.rest();
    if (block.kind === 'paragraph' && text.startsWith('[')) settleWhole(block);
    if (block.kind === 'paragraph' && block.startLine === state.line && block.parent?.children.length === 1) {
      const task = block.parent.kind === 'item' ? /^\[([ xX])\][ \t]+(?=\S)/.exec(text) : null;
      if (task) {
        undoLog.set(block, 'task', task[1] !== ' ');
        text = text.slice(task[0].length);
      }
    }
    undoLog.push(block.lines, text);
  }

  function read(text: string): void {
    undoLog.set(state, 'line', state.line + 1);
    reader.reset(text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);
    let container = root;
    let quote: MarkdownBlock | null = null;
    for (;;) {
      const last = container.children.at(-1);
      if (!last?.open) break;
      const on = goesOn(last);
      if (on === 'closed') return;
      if (!on) break;
      container = last;
      if (last.kind === 'quote') quote = last;
    }
    matched = container;
    const unmatched = state.tip !== matched;
    let literal = container.kind === 'code';
    while (!literal) {
      const started = reader.blank ? null : begin(container);
      if (started === null) break;
      container = state.tip;
      matched = container;
      if (started === 'leaf') literal = true;
      if (container.kind === 'quote') quote = container;
    }
    place(container, unmatched && matched !== state.tip, quote);
  }

  /** Adds the rest of the line after its markers. */
  function place(container: MarkdownBlock, lazy: boolean, quote: MarkdownBlock | null): void {
    const { blank } = reader;
    if (lazy && !blank && state.tip.kind === 'paragraph') {
      reader.toNext();
      addLine(state.tip);
      touch(state.tip);
      return;
    }
    closeUnmatched();
    if (container.kind === 'code') {
      if (!(container.fence && container.startLine === state.line)) {
        addLine(container);
        touch(blank && !container.fence ? quote : container);
      }
      return;
    }
    if (blank) {
      touch(quote);
      return;
    }
    reader.toNext();
    if (container.kind !== 'paragraph' && container.kind !== 'table') {
      container = add('paragraph');
    }
    addLine(container);
    touch(container);
  }

  return {
    document: root,
    line: read,
    speculate(text) {
      undoLog.begin();
      read(text);
    },
    rollback: () => undoLog.rollback(),
    end() {
      while (state.tip !== root) close(state.tip);
      close(root);
    },
  };
}

function canContain(parent: MarkdownBlock, kind: BlockKind): boolean {
  switch (parent.kind) {
    case 'document':
    case 'quote':
    case 'item':
    case 'footnote':
      return kind !== 'item';
    case 'list':
      return kind === 'item';
    default:
      return false;
  }
}
