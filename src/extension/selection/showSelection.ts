/** Opens the file of an attached selection at the selected lines. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { relocate } from '../answers/openSource.ts';

/** Schemes of documents that can be opened: VS Code edits them, and none of them runs anything. */
const SCHEMES = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', 'vscode-notebook-cell'];

export async function showSelection(vscode: typeof Vscode, selection: Selection, beside: boolean): Promise<void> {
  const uri = vscode.Uri.parse(selection.uri);
  if (!SCHEMES.includes(uri.scheme)) return;
  let document: Vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t('The file of this selection no longer exists.'));
    return;
  }
  const current = relocate(document, selection.startLine, selection.endLine, selection.text);
  const last = Math.min(current.endLine, document.lineCount) - 1;
  const range = new vscode.Range(Math.min(current.line - 1, last), 0, last, document.lineAt(last).text.length);
  await vscode.window.showTextDocument(document, {
    selection: range,
    preview: true,
    viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  });
}
