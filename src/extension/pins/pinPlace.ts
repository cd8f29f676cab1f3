/** Where the lines of a pinned answer are now. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { relocateWhole } from '../../text/relocate.ts';
import { isOutdated } from '../selection/selection.ts';

export interface PinPlace {
  /** 1-based, inclusive, inside the document. */
  readonly line: number;
  readonly endLine: number;
  /** The text was changed since the question was asked. */
  readonly outdated: boolean;
}

export function placeOf(
  selection: Selection,
  document: Pick<Vscode.TextDocument, 'lineCount' | 'lineAt' | 'eol'>,
): PinPlace {
  const { startLine, endLine, text } = selection;
  const there = isOutdated(selection, document)
    ? relocateWhole(document, startLine, endLine, text)
    : { line: startLine, endLine };
  const last = Math.max(1, document.lineCount);
  const line = Math.min(Math.max(1, there.line), last);
  const end = Math.min(Math.max(line, there.endLine), last);
  return { line, endLine: end, outdated: isOutdated({ ...selection, startLine: line, endLine: end }, document) };
}

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
