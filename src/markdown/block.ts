/** The result of the block parser: a tree of containers whose leaves contain lines. Inline content is parsed when it is rendered. */
export type BlockKind =
  | 'document'
  | 'quote'
  | 'list'
  | 'item'
  | 'footnote'
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'rule'
  | 'table';

export type Alignment = 'left' | 'center' | 'right' | null;

export interface ListStyle {
  readonly ordered: boolean;
  readonly start: number;
  /** The bullet, or the character after the number. A different one starts a new list. */
  readonly sign: string;
}

export interface Fence {
  readonly marker: string;
  readonly length: number;
  /** Number of blanks before the fence. They are also removed from the content lines. */
  readonly indent: number;
  /** The first words after the fence, as written. */
  readonly info: string;
}

export interface MarkdownBlock {
  readonly kind: BlockKind;
  readonly parent: MarkdownBlock | null;
  readonly children: MarkdownBlock[];
  /** Paragraph, heading: text. Code: content. Table: header, then rows (without the delimiter row). */
  lines: string[];
  /** Line numbers, which decide whether a list is loose. `endLine` is the last line that is not blank. */
  startLine: number;
  endLine: number;
  open: boolean;
  /** True if a complete line has closed the block. Its content no longer changes. */
  final: boolean;
  /** Containers around it. */
  readonly depth: number;
  /** Heading: 1 to 6. Footnote: its number in the order of definitions. */
  level: number;
  list: ListStyle | null;
  loose: boolean;
  /** Item: the columns that its content is indented by. */
  indent: number;
  /** Null for indented code. */
  fence: Fence | null;
  columns: Alignment[];
  /** Set on the first paragraph of a task list item. */
  task: boolean | null;
}

export function newBlock(kind: BlockKind, parent: MarkdownBlock | null, line: number): MarkdownBlock {
  return {
    kind,
    parent,
    children: [],
    lines: [],
    startLine: line,
    endLine: line,
    open: true,
    final: false,
    depth: parent ? parent.depth + 1 : 0,
    level: 0,
    list: null,
    loose: false,
    indent: 0,
    fence: null,
    columns: [],
    task: null,
  };
}
