/** Renders tables. Rows are appended, and only the last row is rendered again. Long tables are divided into parts with fixed layout. */
import type { Alignment, MarkdownBlock } from '../../markdown/block.ts';
import { plainText } from '../../markdown/inline.ts';
import { parseInline, type Scope } from '../../markdown/inlineParser.ts';
import { splitRow } from '../../markdown/linePatterns.ts';
import type { BlockView } from './children.ts';
import type { Context } from './context.ts';
import { createCopyButton } from './copyButton.ts';
import { createInlineView, type InlineView } from './inlineView.ts';

/**
 * Rows of one `tbody`. The browser skips the layout of each `tbody` that is not visible. markdown.css estimates its height at
 * 1100px for 40 rows.
 */
const ROWS_PER_PART = 40;

interface Row {
  readonly element: HTMLTableRowElement;
  readonly cells: InlineView[];
}

function createRow(): Row {
  return { element: document.createElement('tr'), cells: [] };
}

export function createTableView(block: MarkdownBlock, context: Context): Omit<BlockView, 'key' | 'kind'> {
  const { columns } = block;
  const element = document.createElement('div');
  element.className = 'md-table';
  let shown = block;
  if (context.onCopyTable) {
    const copy = context.onCopyTable;
    const toolbar = document.createElement('div');
    toolbar.className = 'md-head';
    toolbar.append(createCopyButton(context.labels.copyTable, context, () => copy(toTsv(shown))));
    element.append(toolbar);
  }
  const scroller = document.createElement('div');
  scroller.className = 'md-scroll';
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', context.labels.table);
  const table = document.createElement('table');
  const header = createRow();
  table.createTHead().append(header.element);
  scroller.append(table);
  element.append(scroller);

  let rowCount = 0;
  let last: Row | null = null;

  function appendRow(): Row {
    if (rowCount % ROWS_PER_PART === 0) table.createTBody();
    const row = createRow();
    table.lastElementChild?.append(row.element);
    rowCount++;
    return row;
  }

  function removeRow(): void {
    const body = table.lastElementChild;
    body?.lastElementChild?.remove();
    rowCount--;
    if (rowCount % ROWS_PER_PART === 0) body?.remove();
    last = null;
  }

  return {
    element,
    // `lines[0]` is the header, so `lines[n]` is row n, counted from 1.
    update(next) {
      shown = next;
      const rows = next.lines.length - 1;
      if (rowCount === 0) fill(header, 'th', next.lines[0] ?? '', columns, context);
      while (rowCount > rows) removeRow();
      if (last) fill(last, 'td', next.lines[rowCount] ?? '', columns, context);
      while (rowCount < rows) {
        last = appendRow();
        fill(last, 'td', next.lines[rowCount] ?? '', columns, context);
      }
      table.classList.toggle('md-long', rowCount > ROWS_PER_PART);
    },
  };
}

/**
 * Updates the cells of a row. Missing cells are not created. With a wide header and many short rows, a few kilobytes of text would
 * become millions of cells.
 */
function fill(row: Row, tag: 'th' | 'td', line: string, columns: readonly Alignment[], context: Context): void {
  const cells = cellsOf(line, columns.length);
  while (row.cells.length > cells.length) {
    row.cells.pop();
    row.element.lastElementChild?.remove();
  }
  cells.forEach((text, i) => {
    let view = row.cells[i];
    if (!view) {
      const cell = document.createElement(tag);
      if (columns[i]) cell.className = `md-${columns[i]}`;
      row.element.append(cell);
      view = createInlineView(cell, context);
      row.cells.push(view);
    }
    view.update(text);
  });
}

/** GFM drops cells after the last column. Here their text is added to the last column. */
function cellsOf(line: string, width: number): string[] {
  const cells = splitRow(line);
  if (cells.length <= width) return cells;
  return [...cells.slice(0, width - 1), cells.slice(width - 1).join(' | ')];
}

const noScope: Scope = { reference: () => null, footnote: () => null, citation: () => null };

function toTsv({ lines, columns }: MarkdownBlock): string {
  return lines.map((line) => cellsOf(line, columns.length).map(toCell).join('\t')).join('\n');
}

/**
 * Adds an apostrophe if a spreadsheet would run the text as a formula. A signed number is not a formula. `+1+cmd|'…'!A0` is one.
 * A spreadsheet removes quotation marks around a cell and joins the cells between them, so quotation marks are doubled.
 */
function toCell(cell: string): string {
  const text = plainText(parseInline(cell, noScope)).replace(/\s+/g, ' ').trim();
  if (text.startsWith('"')) return `"${text.replaceAll('"', '""')}"`;
  return /^[=@\uff1d\uff20]|^[+\-\uff0b\uff0d](?![\d.,$€£%() ]*$)/.test(text) ? `'${text}` : text;
}
