/** The selected cells of a sheet, and how keys move them. */
import type { CellRange } from '../../text/cellNames.ts';

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** From the cell where the selection began to the active cell. */
export interface CellSelection {
  readonly anchor: Cell;
  readonly active: Cell;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

export function selectionOf({ top, left, bottom, right }: CellRange): CellSelection {
  return { anchor: { row: bottom, column: right }, active: { row: top, column: left } };
}

export function rangeOf({ anchor, active }: CellSelection): CellRange {
  return {
    top: Math.min(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    bottom: Math.max(anchor.row, active.row),
    right: Math.max(anchor.column, active.column),
  };
}

/** Keeps a selection inside of a sheet, which may be empty. */
export function within({ anchor, active }: CellSelection, { rows, columns }: Size): CellSelection {
  const inside = ({ row, column }: Cell): Cell => ({
    row: Math.max(1, Math.min(row, rows)),
    column: Math.max(1, Math.min(column, columns)),
  });
  return { anchor: inside(anchor), active: inside(active) };
}

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The selection after a key, or null for a key that does not move it. `page` is the number of rows that are visible. */
export function afterKey(current: CellSelection, pressed: Key, size: Size, page: number): CellSelection | null {
  const { row, column } = current.active;
  const toEdge = pressed.ctrlKey || pressed.metaKey;
  if (pressed.altKey) return null;
  if (toEdge && pressed.key.toLowerCase() === 'a') {
    return { anchor: { row: size.rows, column: size.columns }, active: { row: 1, column: 1 } };
  }
  const target = ((): Cell | null => {
    switch (pressed.key) {
      case 'ArrowUp':
        return { row: toEdge ? 1 : row - 1, column };
      case 'ArrowDown':
        return { row: toEdge ? size.rows : row + 1, column };
      case 'ArrowLeft':
        return { row, column: toEdge ? 1 : column - 1 };
      case 'ArrowRight':
        return { row, column: toEdge ? size.columns : column + 1 };
      case 'PageUp':
        return toEdge ? null : { row: row - page, column };
      case 'PageDown':
        return toEdge ? null : { row: row + page, column };
      case 'Home':
        return { row: toEdge ? 1 : row, column: 1 };
      case 'End':
        return { row: toEdge ? size.rows : row, column: size.columns };
      default:
        return null;
    }
  })();
  if (target === null) return null;
  return within({ anchor: pressed.shiftKey ? current.anchor : target, active: target }, size);
}
