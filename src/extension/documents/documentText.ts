/** The text that the library reads of documents that VS Code has no editor for, and their default application. */
import type * as Vscode from 'vscode';
import { escapeHtml } from '../../conversation/escape.ts';
import type { Workbook } from '../../protocol/workbook.ts';
import type { PlacedText } from '../../protocol/worker.ts';
import { DOCUMENT_SCHEME, PDF_EDITOR, WORKBOOK_EDITOR } from '../common/contributions.ts';
import { failureReason } from '../common/failureReason.ts';
import { textUriOf } from '../common/textUri.ts';

/** Reads files in a thread of its own. */
export interface FileReader {
  /** Rejects with a sentence for the user. */
  readPlaced(path: string): Promise<PlacedText>;
  /** Rejects with a sentence for the user. */
  readWorkbook(path: string): Promise<Workbook>;
}

export interface DocumentDeps {
  readonly vscode: typeof Vscode;
  readonly extensionUri: Vscode.Uri;
  /** null in a browser. */
  readonly reader: () => FileReader | null;
}

/** The text of a virtual document of `textUri`, or the reason why there is none. */
export async function documentText(uri: Vscode.Uri, { vscode, reader }: DocumentDeps): Promise<PlacedText> {
  const file = fileOf(vscode, uri);
  const problem = (text: string): PlacedText => ({ text, places: [] });
  if (file === null) return problem(vscode.l10n.t('This document could not be read. {0}', notOnDisk(vscode)));
  try {
    const placed = await reader()?.readPlaced(file.fsPath);
    return (
      placed ?? problem(vscode.l10n.t('This document cannot be read in a browser. Open it in the default application.'))
    );
  } catch (error) {
    return problem(vscode.l10n.t('This document could not be read. {0}', failureReason(error)));
  }
}

/** Shows the text of a file in place of its tab. A file that is not on the disk keeps the tab, with a sentence. */
export async function showText(uri: Vscode.Uri, panel: Vscode.WebviewPanel, { vscode }: DocumentDeps): Promise<void> {
  if (uri.scheme !== 'file') {
    const reason = vscode.l10n.t('This document could not be read. {0}', notOnDisk(vscode));
    panel.webview.html = `<p>${escapeHtml(reason)}</p>`;
    return;
  }
  const document = await vscode.workspace.openTextDocument(textUriOf(vscode, uri));
  const { viewColumn = vscode.ViewColumn.Active } = panel;
  panel.dispose();
  await vscode.window.showTextDocument(document, { viewColumn, preview: true });
}

/** The file whose text a virtual document shows, or a file itself. Null for a document that is not on the disk, whose path may be that of another file. */
function fileOf(vscode: Pick<typeof Vscode, 'Uri'>, uri: Vscode.Uri): Vscode.Uri | null {
  if (uri.scheme === 'file') return uri;
  if (uri.scheme !== DOCUMENT_SCHEME) return null;
  return vscode.Uri.from({ scheme: 'file', authority: uri.authority, path: uri.path });
}

export function notOnDisk({ l10n }: Pick<typeof Vscode, 'l10n'>): string {
  return l10n.t('It is not on the disk of this computer.');
}

/** Opens the file of the active tab, or of the given URI, in the default application of the system. */
export async function openInDefaultApplication(vscode: typeof Vscode, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : activeDocument(vscode);
  if (uri === null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a document of an answer first.'));
    return;
  }
  const file = fileOf(vscode, uri);
  if (file === null) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The default application cannot open this document. {0}', notOnDisk(vscode)),
    );
    return;
  }
  if (vscode.env.remoteName === undefined && (await vscode.env.openExternal(file))) return;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The default application cannot be opened from this window. The file is {0}.', file.fsPath),
  );
}

function activeDocument(vscode: typeof Vscode): Vscode.Uri | null {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const { TabInputCustom, TabInputText } = vscode;
  if (input instanceof TabInputCustom && [PDF_EDITOR, WORKBOOK_EDITOR].includes(input.viewType)) return input.uri;
  return input instanceof TabInputText && input.uri.scheme === DOCUMENT_SCHEME ? input.uri : null;
}
