/** Reads a line with a position in characters and in columns. Tab stops are multiples of four columns (CommonMark 2.2). */
export interface LineCursor {
  reset(line: string): void;
  readonly line: string;
  readonly offset: number;
  readonly column: number;
  /** Position of the next character that is not blank, and its indentation in columns from the current position. */
  readonly next: number;
  readonly indent: number;
  /** True if only blanks follow. */
  readonly blank: boolean;
  peek(): string;
  /** Skips `count` characters, or columns if `columns` is true. Columns can end inside a tab. */
  advance(count: number, columns?: boolean): void;
  toNext(): void;
  toEnd(): void;
  /** Returns to an earlier position. */
  returnTo(offset: number, column: number, inTab: boolean): void;
  readonly inTab: boolean;
  /** Returns the rest of the line. The rest of a partly skipped tab becomes blanks. */
  rest(): string;
}

export function createLineCursor(): LineCursor {
  let line = '';
  let offset = 0;
  let column = 0;
  let inTab = false;
  let next = 0;
  let nextColumn = 0;

  function look(): void {
    next = offset;
    nextColumn = column;
    for (; next < line.length; next++) {
      const code = line.charCodeAt(next);
      if (code === 32) nextColumn++;
      else if (code === 9) nextColumn += 4 - (nextColumn % 4);
      else break;
    }
  }

  return {
    reset(text) {
      line = text;
      offset = 0;
      column = 0;
      inTab = false;
      look();
    },
    get line() {
      return line;
    },
    get offset() {
      return offset;
    },
    get column() {
      return column;
    },
    get next() {
      return next;
    },
    get indent() {
      return nextColumn - column;
    },
    get blank() {
      return next >= line.length;
    },
    get inTab() {
      return inTab;
    },
    peek: () => line.charAt(next),
    advance(count, columns = false) {
      let left = count;
      while (left > 0 && offset < line.length) {
        if (line.charCodeAt(offset) === 9) {
          const toStop = 4 - (column % 4);
          if (columns) {
            inTab = toStop > left;
            const used = Math.min(toStop, left);
            column += used;
            if (!inTab) offset++;
            left -= used;
          } else {
            inTab = false;
            column += toStop;
            offset++;
            left--;
          }
        } else {
          inTab = false;
          offset++;
          column++;
          left--;
        }
      }
      look();
    },
    toNext() {
      offset = next;
      column = nextColumn;
      inTab = false;
    },
    toEnd() {
      offset = line.length;
      inTab = false;
      look();
    },
    returnTo(toOffset, toColumn, toInTab) {
      offset = toOffset;
      column = toColumn;
      inTab = toInTab;
      look();
    },
    rest() {
      if (!inTab) return line.slice(offset);
      return ' '.repeat(4 - (column % 4)) + line.slice(offset + 1);
    },
  };
}
