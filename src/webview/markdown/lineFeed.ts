/** Splits text that arrives in chunks into lines. CR, LF and CRLF end a line. A CR at the end of a chunk waits for the next one. */
export interface LineFeed {
  append(text: string): void;
  /** Returns the next complete line, or null if there is none. */
  next(ended: boolean): string | null;
  /** Returns the incomplete last line. */
  partial(): string;
}

const lineEnd = /\r\n?|\n/g;

export function createLineFeed(): LineFeed {
  let buffer = '';
  let from = 0;
  return {
    append(text) {
      buffer = buffer.slice(from) + text;
      from = 0;
    },
    next(ended) {
      lineEnd.lastIndex = from;
      const found = lineEnd.exec(buffer);
      if (!found || (!ended && found[0] === '\r' && found.index === buffer.length - 1)) {
        if (!ended || from >= buffer.length) return null;
        const rest = buffer.slice(from);
        from = buffer.length;
        return rest;
      }
      const line = buffer.slice(from, found.index);
      from = lineEnd.lastIndex;
      return line;
    },
    partial() {
      const rest = buffer.slice(from);
      return rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    },
  };
}
