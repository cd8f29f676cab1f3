/** A snapshot of the selected text of an editor, which is attached to a question. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';

interface SelectionOptions {
  readonly newId: () => string;
  readonly label: (uri: Vscode.Uri) => string;
}

/** One selection for each selected range. */
export function selectionsOf({ document, selections }: Vscode.TextEditor, options: SelectionOptions): Selection[] {
  return selections.flatMap((range) => selectionOf(document, range, options) ?? []);
}

/** Null if the range contains nothing but white space. */
export function selectionOf(
  document: Vscode.TextDocument,
  range: Vscode.Range,
  { newId, label }: SelectionOptions,
): Selection | null {
  const text = document.getText(range);
  if (text.trim() === '') return null;
  // A range that ends before the first character of a line does not include that line.
  const endsAbove = range.end.character === 0 && range.end.line > range.start.line;
  return {
    id: newId(),
    uri: document.uri.toString(),
    label: label(document.uri),
    languageId: document.languageId,
    startLine: range.start.line + 1,
    endLine: range.end.line + (endsAbove ? 0 : 1),
    text,
  };
}

/** Whether the document no longer contains the text at the lines where it was selected. */
export function isOutdated(
  selection: Selection,
  document: Pick<Vscode.TextDocument, 'lineCount' | 'lineAt' | 'eol'>,
): boolean {
  if (selection.endLine > document.lineCount) return true;
  const lines: string[] = [];
  for (let line = selection.startLine; line <= selection.endLine; line++) lines.push(document.lineAt(line - 1).text);
  const wanted = selection.text.split(/\r\n|\r|\n/);
  if (wanted.at(-1) === '' && wanted.length > lines.length) wanted.pop();
  return !lines.join('\n').includes(wanted.join('\n'));
}
