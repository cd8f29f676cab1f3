/** Arrow keys in a table: one cell is in the tab order, and the keys move to its neighbors. */

const STEPS: Readonly<Record<string, readonly [row: number, cell: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/** A cell that leaves the table can be the one in the tab order. The first cell takes its place. */
export function keepInTabOrder(table: HTMLTableElement | null): void {
  if (table?.querySelector('[data-cell][tabindex="0"]')) return;
  const first = table?.querySelector<HTMLElement>('[data-cell]');
  if (first) first.tabIndex = 0;
}

/** Moves the focus between the elements of a table that have `data-cell`. */
export function moveInGrid(event: KeyboardEvent): void {
  const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-cell]') : null;
  const table = from?.closest('table');
  const cell = from?.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  if (!from || !table || !cell || !row || event.altKey || event.metaKey) return;
  const rows = [...table.rows];
  const at = { row: rows.indexOf(row), cell: cell.cellIndex };
  const step = STEPS[event.key];
  let target: HTMLElement | null = null;
  if (event.key === 'Home') target = cellIn(rows[event.ctrlKey ? 0 : at.row], 0);
  else if (event.key === 'End') target = cellIn(rows[event.ctrlKey ? rows.length - 1 : at.row], row.cells.length - 1);
  else if (step)
    target = cellIn(rows[clamp(at.row + step[0], rows.length)], clamp(at.cell + step[1], row.cells.length));
  if (target === null) return;
  event.preventDefault();
  for (const each of table.querySelectorAll<HTMLElement>('[data-cell][tabindex="0"]')) each.tabIndex = -1;
  target.tabIndex = 0;
  clearStickyRows(table);
  target.focus();
}

/** Head and sums stay in view. A cell that gets the focus is scrolled out from under them. */
function clearStickyRows({ parentElement, tHead, tFoot }: HTMLTableElement): void {
  if (parentElement)
    parentElement.style.scrollPaddingBlock = `${tHead?.offsetHeight ?? 0}px ${tFoot?.offsetHeight ?? 0}px`;
}

function cellIn(row: HTMLTableRowElement | undefined, index: number): HTMLElement | null {
  const cell = row?.cells[index];
  return cell?.matches('[data-cell]') ? cell : (cell?.querySelector<HTMLElement>('[data-cell]') ?? null);
}

function clamp(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}
