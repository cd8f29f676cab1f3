/** The cells of a sheet as a table. Only the visible part is drawn. Column letters, row numbers and the header of the table stay in view. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { escapeHidden } from '../../conversation/display.ts';
import {
  cellsOf,
  firstRowFrom,
  type WorkbookCell,
  type WorkbookRow,
  type WorkbookSheet,
} from '../../protocol/workbook.ts';
import { type CellRange, columnName } from '../../text/cellNames.ts';
import { type SheetLayout, type Visible, visibleCells } from './layout.ts';
import type { MarkedCells } from './passage.ts';
import { afterKey, type CellSelection, rangeOf } from './selection.ts';
import { t } from './translation.ts';

export interface GridProps {
  readonly name: string;
  readonly sheet: WorkbookSheet;
  readonly layout: SheetLayout;
  readonly selection: CellSelection;
  /** A new object whenever other cells must be scrolled into view. */
  readonly asked: { readonly isPassage: boolean };
  readonly passage: MarkedCells | null;
  /** The text of the comments by cell. */
  readonly comments: ReadonlyMap<string, string>;
  readonly onSelect: (selection: CellSelection) => void;
}

/** The elements of a cell, a row number and a column letter say where they are. */
const PLACED = '[data-row], [data-column]';

/** Pixels of a cell that its text cannot use: padding and border. */
const CELL_PADDING = 13;

type Part = 'cell' | 'row' | 'column';

/** What the pointer selects while its button is down. */
interface Drag {
  readonly part: Part;
  readonly anchor: CellSelection['anchor'];
}

export function Grid({ name, sheet, layout, selection, asked, passage, comments, onSelect }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const drag = useRef<Drag | null>(null);
  const [view, setView] = useState({ x: 0, y: 0, width: 1200, height: 800 });
  const drawn = visibleCells(layout, view);
  const selected = rangeOf(selection);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setView({
        x: element.scrollLeft,
        y: element.scrollTop,
        width: element.clientWidth,
        height: element.clientHeight,
      });
    measure();
    const sized = new ResizeObserver(measure);
    sized.observe(element);
    return () => sized.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    scrollTo(element, layout, selection.active);
    if (!asked.isPassage || !passage) return;
    // A passage of many rows begins below the header.
    const middle = element.clientHeight / 3;
    element.scrollTop = Math.max(0, (passage.range.top - 1) * layout.rowHeight - middle);
  }, [asked]);

  const header = headerAbove(sheet.rows, Math.floor(view.y / layout.rowHeight) + 1);
  const onScroll = ({ currentTarget }: { currentTarget: HTMLDivElement }) => {
    const next = { ...view, x: currentTarget.scrollLeft, y: currentTarget.scrollTop };
    const same = JSON.stringify([
      visibleCells(layout, next),
      headerAbove(sheet.rows, Math.floor(next.y / layout.rowHeight) + 1)?.row,
    ]);
    if (same !== JSON.stringify([drawn, header?.row])) setView(next);
  };

  /** Selects the cells, the whole rows or the whole columns from the anchor to a place. */
  function selectTo({ row = 1, column = 1 }: ReturnType<typeof placeOf>, { part, anchor }: Drag): void {
    onSelect({
      anchor: {
        row: part === 'column' ? layout.rows : anchor.row,
        column: part === 'row' ? layout.columns : anchor.column,
      },
      active: { row: part === 'column' ? 1 : row, column: part === 'row' ? 1 : column },
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(view.height / layout.rowHeight) - 2);
    const next = afterKey(selection, event, layout, page);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  }

  const isDrawn =
    selection.active.row >= drawn.top &&
    selection.active.row <= drawn.bottom &&
    selection.active.column >= drawn.left &&
    selection.active.column <= drawn.right;
  const rows = [];
  for (let number = drawn.top; number <= drawn.bottom; number += 1) rows.push(number);
  const byNumber = useMemo(() => {
    const shown = new Map<number, WorkbookRow>();
    for (let at = firstRowFrom(sheet.rows, drawn.top); at < sheet.rows.length; at += 1) {
      const row = sheet.rows[at];
      if (!row || row.row > drawn.bottom) break;
      shown.set(row.row, row);
    }
    return shown;
  }, [sheet, drawn.top, drawn.bottom]);
  const edges = edgesOf(layout, drawn);
  return (
    <div ref={scroller} class="wb-scroll" data-vscode-context={'{"webviewSection":"cells"}'} onScroll={onScroll}>
      <table
        ref={table}
        class="wb-grid"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid, in which arrow keys move between cells
        role="grid"
        aria-label={name}
        aria-rowcount={layout.rows + 1}
        aria-colcount={layout.columns + 1}
        aria-multiselectable="true"
        aria-activedescendant={isDrawn ? 'active-cell' : undefined}
        tabIndex={0}
        style={{ width: `${layout.headWidth + (layout.starts.at(-1) ?? 0)}px`, '--wb-row': `${layout.rowHeight}px` }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0 && isInside(placeOf(event.target), selected)) return;
          const place = placeOf(event.target);
          const part = partOf(place);
          const { row = 1, column = 1 } = place;
          const started = part && { part, anchor: event.shiftKey ? selection.anchor : { row, column } };
          drag.current = event.button === 0 ? started : null;
          if (started) selectTo(place, started);
        }}
        onPointerOver={(event) => {
          const place = placeOf(event.target);
          if (drag.current && event.buttons === 1 && partOf(place)) selectTo(place, drag.current);
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
      >
        <colgroup>
          <col style={{ width: `${layout.headWidth}px` }} />
          {edges.before > 0 && <col style={{ width: `${edges.before}px` }} />}
          {columnsOf(drawn).map((column) => (
            <col key={column} style={{ width: `${widthOf(layout, column)}px` }} />
          ))}
          {edges.after > 0 && <col style={{ width: `${edges.after}px` }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <td class="wb-corner" aria-colindex={1} />
            {edges.before > 0 && <td role="presentation" />}
            {columnsOf(drawn).map((column) => (
              <th
                key={column}
                scope="col"
                data-column={column}
                aria-colindex={column + 1}
                class={column >= selected.left && column <= selected.right ? 'wb-in' : undefined}
              >
                {columnName(column)}
              </th>
            ))}
            {edges.after > 0 && <td role="presentation" />}
          </tr>
          {header && (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: no cell of it takes the focus. Screen readers find the row at its place
            <tr class="wb-frozen" aria-hidden="true">
              <td>{header.row}</td>
              <Cells cells={cellsOf(header)} drawn={drawn} edges={edges} />
            </tr>
          )}
        </thead>
        <tbody>
          {drawn.top > 1 && <Space height={(drawn.top - 1) * layout.rowHeight} />}
          {rows.map((number) => (
            <Row
              key={number}
              number={number}
              row={byNumber.get(number)}
              layout={layout}
              drawn={drawn}
              edges={edges}
              selected={number >= selected.top && number <= selected.bottom ? selected : null}
              active={number === selection.active.row ? selection.active.column : 0}
              marked={passage?.marked.get(number) ?? null}
              comments={comments}
            />
          ))}
          {drawn.bottom < layout.rows && <Space height={(layout.rows - drawn.bottom) * layout.rowHeight} />}
        </tbody>
      </table>
    </div>
  );
}

/** Takes the place of rows that are not drawn. */
function Space({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is no row of the sheet
    <tr role="presentation" class="wb-space">
      <td role="presentation" style={{ height: `${height}px` }} />
    </tr>
  );
}

interface Edges {
  /** Pixels of the columns that are not drawn. */
  readonly before: number;
  readonly after: number;
}

interface RowProps {
  readonly number: number;
  readonly row: WorkbookRow | undefined;
  readonly layout: SheetLayout;
  readonly drawn: Visible;
  readonly edges: Edges;
  readonly selected: CellRange | null;
  /** The column of the active cell, or 0. */
  readonly active: number;
  readonly marked: readonly [number, number] | null;
  readonly comments: ReadonlyMap<string, string>;
}

function Row({ number, row, layout, drawn, edges, selected, active, marked, comments }: RowProps) {
  const byColumn = new Map<number, WorkbookCell>();
  /** Pixels from the beginning of a text to the next cell with text, for texts that are followed by empty cells. */
  const room = new Map<number, number>();
  let last: WorkbookCell | null = null;
  for (const cell of row ? cellsOf(row) : []) {
    byColumn.set(cell.column, cell);
    if (last && !last.isNumber && cell.column > last.column + 1) {
      room.set(last.column, (layout.starts[cell.column - 1] ?? 0) - (layout.starts[last.column - 1] ?? 0));
    }
    last = cell;
  }
  if (last && !last.isNumber) room.set(last.column, Number.POSITIVE_INFINITY);
  return (
    <tr aria-rowindex={number + 1} class={row?.isHeader ? 'wb-header' : undefined}>
      <th
        scope="row"
        data-row={number}
        aria-colindex={1}
        class={selected ? 'wb-in' : undefined}
        aria-label={marked ? t('quotedRow', number) : undefined}
      >
        {number}
      </th>
      {edges.before > 0 && <td role="presentation" />}
      {columnsOf(drawn).map((column) => {
        const cell = byColumn.get(column);
        const comment = comments.get(`${columnName(column)}${number}`);
        const free = room.get(column);
        const text = cell && escapeHidden(cell.text);
        const isSelected = selected !== null && column >= selected.left && column <= selected.right;
        const isMarked = marked !== null && column >= marked[0] && column <= marked[1];
        const classes = [
          cell?.isNumber ? 'wb-number' : '',
          free === undefined ? '' : 'wb-spills',
          isMarked ? 'wb-marked' : '',
          isSelected ? 'wb-selected' : '',
          comment === undefined ? '' : 'wb-comment',
        ];
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid
          <td
            key={column}
            id={column === active ? 'active-cell' : undefined}
            data-row={number}
            data-column={column}
            aria-colindex={column + 1}
            aria-selected={isSelected}
            class={classes.filter(Boolean).join(' ') || undefined}
            title={comment && escapeHidden(comment)}
          >
            {free !== undefined && free < Number.POSITIVE_INFINITY ? (
              <div style={{ width: `${free - CELL_PADDING}px` }}>{text}</div>
            ) : (
              text
            )}
          </td>
        );
      })}
      {edges.after > 0 && <td role="presentation" />}
    </tr>
  );
}

/** The cells of the header that stays in view. */
function Cells({ cells, drawn, edges }: { cells: readonly WorkbookCell[]; drawn: Visible; edges: Edges }) {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell.text]));
  return (
    <>
      {edges.before > 0 && <td />}
      {columnsOf(drawn).map((column) => (
        <td key={column}>{escapeHidden(byColumn.get(column) ?? '')}</td>
      ))}
      {edges.after > 0 && <td />}
    </>
  );
}

/** The header of the table to which a row belongs, if it is above that row. */
function headerAbove(rows: readonly WorkbookRow[], row: number): WorkbookRow | null {
  for (let at = firstRowFrom(rows, row) - 1; at >= 0; at -= 1) {
    const above = rows[at];
    if (above?.isHeader) return above;
  }
  return null;
}

function columnsOf({ left, right }: Visible): number[] {
  return Array.from({ length: Math.max(0, right - left + 1) }, (_, at) => left + at);
}

function widthOf({ starts }: SheetLayout, column: number): number {
  return (starts[column] ?? 0) - (starts[column - 1] ?? 0);
}

function edgesOf({ starts }: SheetLayout, { left, right }: Visible): Edges {
  return { before: starts[left - 1] ?? 0, after: (starts.at(-1) ?? 0) - (starts[right] ?? 0) };
}

function placeOf(target: EventTarget | null): { row: number | undefined; column: number | undefined } {
  const element = target instanceof Element ? target.closest<HTMLElement>(PLACED) : null;
  const { row, column } = element?.dataset ?? {};
  return {
    row: row === undefined ? undefined : Number(row),
    column: column === undefined ? undefined : Number(column),
  };
}

function partOf({ row, column }: ReturnType<typeof placeOf>): Part | null {
  if (row !== undefined) return column === undefined ? 'row' : 'cell';
  return column === undefined ? null : 'column';
}

function isInside(place: ReturnType<typeof placeOf>, { top, left, bottom, right }: CellRange): boolean {
  const { row = top, column = left } = place;
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Scrolls a cell out from under the headers and into view. */
function scrollTo(element: HTMLElement, layout: SheetLayout, { row, column }: CellSelection['active']): void {
  const head = element.querySelector('thead')?.offsetHeight ?? 0;
  const top = (row - 1) * layout.rowHeight;
  const room = element.clientHeight - head - layout.rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + room) element.scrollTop = top - room;
  const left = layout.starts[column - 1] ?? 0;
  const width = element.clientWidth - layout.headWidth - widthOf(layout, column);
  if (left < element.scrollLeft) element.scrollLeft = left;
  else if (left > element.scrollLeft + width) element.scrollLeft = Math.min(left, left - width);
}
