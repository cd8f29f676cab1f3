/** Saves an export to a file that the user selects. */
import type * as Vscode from 'vscode';
import { offer } from '../common/prompts.ts';

export interface Export {
  /** Of the dialog. */
  readonly title: string;
  /** Becomes the name of the file. */
  readonly name: string;
  readonly extension: string;
  /** Label of the file type. */
  readonly filter: string;
  readonly content: Uint8Array;
  /** For a window without a folder. */
  readonly home: string | undefined;
  /** Shown after the file was written. */
  readonly done: string;
}

/** Longest name of a file without its extension, in UTF-16 units. */
const MAX_NAME = 80;

let lastFolder: Vscode.Uri | undefined;

/** Suggests the last folder, or one as the save dialog of VS Code does. Returns whether the file was written. */
export async function saveFile(
  vscode: typeof Vscode,
  { title, name, extension, filter, content, home, done }: Export,
): Promise<boolean> {
  const { window, workspace, l10n, Uri } = vscode;
  const active = window.activeTextEditor?.document.uri;
  const ofActive = active && workspace.getWorkspaceFolder(active) && Uri.joinPath(active, '..');
  const opened = ofActive ?? workspace.workspaceFolders?.[0]?.uri;
  const folder = lastFolder ?? opened ?? (home === undefined ? undefined : Uri.file(home));
  const target = await window.showSaveDialog({
    title,
    ...(folder && { defaultUri: Uri.joinPath(folder, `${fileName(name)}.${extension}`) }),
    filters: { [filter]: [extension] },
  });
  if (!target) return false;
  lastFolder = Uri.joinPath(target, '..');
  try {
    await workspace.fs.writeFile(target, content);
  } catch (error) {
    void window.showErrorMessage(
      l10n.t('The file could not be written: {0}', error instanceof Error ? error.message : String(error)),
    );
    return false;
  }
  void offer(window.showInformationMessage, done, l10n.t('Open'), () => {
    const isLocal = vscode.env.remoteName === undefined && target.scheme === 'file';
    // Word documents and web pages belong to other programs.
    if (isLocal && /^(?:docx|html)$/.test(extension)) void vscode.env.openExternal(target);
    else void vscode.commands.executeCommand('vscode.open', target);
  });
  return true;
}

/** Letters, digits and blanks. Names that Windows reserves get a prefix. */
function fileName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} ()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short =
    plain.length <= MAX_NAME ? plain : plain.slice(0, plain.lastIndexOf(' ', MAX_NAME) + 1 || MAX_NAME).trim();
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? `Fiscal ${short}` : short || 'Fiscal';
}
