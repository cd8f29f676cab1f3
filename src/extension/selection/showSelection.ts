/** Opens the file of an attached selection at the selected lines. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { hasFileLineNumbers } from '../../conversation/display.ts';
import { relocateWhole } from '../../text/relocate.ts';
import { PDF_EDITOR, WORKBOOK } from '../common/contributions.ts';
import type { DocumentOpener } from '../common/documentOpener.ts';
import { textUriOf } from '../common/textUri.ts';

/** Schemes of documents that can be opened: VS Code edits them, and none of them runs anything. */
const SCHEMES = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', 'vscode-notebook-cell'];

export interface ShowSelectionDeps {
  readonly vscode: typeof Vscode;
  readonly showWorkbook: DocumentOpener['showWorkbook'];
}

export async function showSelection(deps: ShowSelectionDeps, selection: Selection, toSide: boolean): Promise<void> {
  const { vscode } = deps;
  const uri = vscode.Uri.parse(selection.uri);
  if (!SCHEMES.includes(uri.scheme)) return;
  if (!hasFileLineNumbers(uri.path)) return showFile(deps, uri, selection, toSide);
  let document: Vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The file of this selection was renamed, moved or deleted. The question keeps the selected text.'),
    );
    return;
  }
  const current = relocateWhole(document, selection.startLine, selection.endLine, selection.text);
  const last = Math.min(current.endLine, document.lineCount) - 1;
  const range = new vscode.Range(Math.min(current.line - 1, last), 0, last, document.lineAt(last).text.length);
  await vscode.window.showTextDocument(document, {
    selection: range,
    preview: true,
    viewColumn: toSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  });
}

/** A PDF or a workbook in our viewer, another document as the text that was attached. */
async function showFile(
  { vscode, showWorkbook }: ShowSelectionDeps,
  uri: Vscode.Uri,
  { startLine, endLine, text: selected, fileLength }: Selection,
  toSide: boolean,
): Promise<void> {
  const viewColumn = toSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  // The path of another scheme may be that of another file on the disk.
  if (uri.scheme !== 'file' && uri.scheme !== 'vscode-remote') {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The file of this selection was renamed, moved or deleted. The question keeps the selected text.'),
    );
    return;
  }
  if (/\.pdf$/i.test(uri.path)) {
    await vscode.commands.executeCommand('vscode.openWith', uri, PDF_EDITOR, { viewColumn, preview: true });
    return;
  }
  if (WORKBOOK.test(uri.path)) {
    const place = fileLength === undefined ? { line: startLine, endLine, snippet: selected } : { line: 1, endLine: 1 };
    if (await showWorkbook(uri, place, viewColumn)) return;
  }
  const text = await vscode.workspace.openTextDocument(textUriOf(vscode, uri));
  await vscode.window.showTextDocument(text, { viewColumn, preview: true });
}
