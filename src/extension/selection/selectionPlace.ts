/** Where the text of a selection is now. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { relocateWhole } from '../../text/relocate.ts';
import { isOutdated } from './selection.ts';

export interface SelectionPlace {
  /** 1-based, inclusive, inside the document. */
  readonly line: number;
  readonly endLine: number;
  /** The text was changed since the question was asked. */
  readonly outdated: boolean;
}

export function placeOf(
  selection: Selection,
  document: Pick<Vscode.TextDocument, 'lineCount' | 'lineAt' | 'eol'>,
): SelectionPlace {
  const { startLine, endLine, text } = selection;
  const there = isOutdated(selection, document)
    ? relocateWhole(document, startLine, endLine, text)
    : { line: startLine, endLine };
  const last = Math.max(1, document.lineCount);
  const line = Math.min(Math.max(1, there.line), last);
  const end = Math.min(Math.max(line, there.endLine), last);
  return { line, endLine: end, outdated: isOutdated({ ...selection, startLine: line, endLine: end }, document) };
}
