/** Where the lines of a pinned answer are after a change. */
import type * as Vscode from 'vscode';

/** The line after changes of the text above it. Lines from 1. */
export function shifted(
  line: number,
  changes: readonly Pick<Vscode.TextDocumentContentChangeEvent, 'range' | 'text'>[],
): number {
  const above = changes.filter(
    ({ range }) => range.end.line < line - 1 || (range.end.line === line - 1 && range.end.character === 0),
  );
  const added = above.map(({ range, text }) => text.split('\n').length - 1 - (range.end.line - range.start.line));
  return Math.max(
    1,
    added.reduce((sum, lines) => sum + lines, line),
  );
}
