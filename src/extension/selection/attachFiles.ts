/** Attaches whole files to the next question. Their text is part of the question and is sent with it. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { escapeHidden, hasFileLineNumbers, oneLine, shorten } from '../../conversation/display.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import { failureReason } from '../common/failureReason.ts';
import { isOfType } from '../common/fileType.ts';
import { isThroughLink } from '../common/throughLink.ts';
import type { Chat } from '../session/chat.ts';
import { type AskSelectionDeps, labelOf } from './askSelection.ts';

/** Characters of a file that are attached. A longer file is cut, and its chip says so. */
export const MAX_ATTACHED = 40_000;
/** Files that are attached at once. */
const MAX_FILES = 20;

export interface AttachDeps extends Pick<AskSelectionDeps, 'vscode' | 'newId'> {
  /** Reads the text of PDF, Office and mail files; null in a browser. */
  readonly reader: () => { readPlaced(path: string): Promise<{ readonly text: string }> } | null;
}

/** Attaches the files of the explorer, of the active editor, or, if there is none, those that the user picks. */
export async function askFile(
  deps: AttachDeps & Pick<AskSelectionDeps, 'view'>,
  clicked: unknown,
  marked: unknown,
): Promise<void> {
  const uris = chosenUris(deps.vscode, clicked, marked) ?? (await pickFiles(deps.vscode));
  if (uris.length === 0 || !(await mayAttach(deps.vscode, uris))) return;
  await attachFiles(deps, await deps.view.chat(), uris);
  await deps.view.reveal();
  deps.view.compose(null);
}

/** Adds a chip for each file that can be read. */
export async function attachFiles(deps: AttachDeps, chat: Chat, uris: readonly Vscode.Uri[]): Promise<void> {
  const { window, l10n } = deps.vscode;
  if (uris.length > MAX_FILES) {
    void window.showWarningMessage(
      l10n.t(
        '{0} files are attached at once at most. {1} were left out.',
        MAX_FILES,
        formatNumber(uris.length - MAX_FILES, deps.vscode.env),
      ),
    );
  }
  for (const uri of uris.slice(0, MAX_FILES)) {
    if (chat.composer.chips.some((chip) => chip.fileLength !== undefined && chip.uri === uri.toString())) continue;
    try {
      const chip = await readFile(deps, uri);
      if (chip) chat.composer.set({ chips: [...chat.composer.chips, chip] });
      else void window.showWarningMessage(l10n.t('{0} contains no text to attach.', labelOf(deps.vscode, uri)));
    } catch (error) {
      const reason = failureReason(error);
      void window.showWarningMessage(l10n.t('{0} could not be attached. {1}', labelOf(deps.vscode, uri), reason));
    }
  }
}

async function readFile({ vscode, newId, reader }: AttachDeps, uri: Vscode.Uri): Promise<Selection | null> {
  const { text, languageId } = await readText(vscode, reader(), uri);
  if (text.trim() === '') return null;
  const attached = text.length > MAX_ATTACHED ? shorten(text, MAX_ATTACHED) : text;
  return {
    id: newId(),
    uri: uri.toString(),
    label: labelOf(vscode, uri),
    languageId,
    startLine: 1,
    endLine: attached.split('\n').length,
    text: attached,
    fileLength: text.length,
  };
}

async function readText(
  vscode: typeof Vscode,
  reader: ReturnType<AttachDeps['reader']>,
  uri: Vscode.Uri,
): Promise<{ text: string; languageId: string }> {
  if (await isOfType(vscode, uri, 'Directory'))
    throw new Error(vscode.l10n.t('It is a folder. Attach the files in it.'));
  if (hasFileLineNumbers(uri.path)) {
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      return { text: document.getText(), languageId: document.languageId };
    } catch (error) {
      // The library's reader says why a picture or an archive has no text, and what to do.
      if (!reader) throw error;
    }
  }
  if (!reader) throw new Error(vscode.l10n.t('This file cannot be read in a browser.'));
  // The path of another scheme may be that of another file on the disk.
  if (uri.scheme !== 'file' && uri.scheme !== 'vscode-remote')
    throw new Error(vscode.l10n.t('It is not on the disk of this computer.'));
  return { text: (await reader.readPlaced(uri.fsPath)).text, languageId: 'plaintext' };
}

/** The arguments of a command in the explorer: the clicked file, and all that are marked. */
function chosenUris(vscode: typeof Vscode, clicked: unknown, marked: unknown): Vscode.Uri[] | null {
  const isUri = (value: unknown): value is Vscode.Uri => value instanceof vscode.Uri;
  if (Array.isArray(marked) && marked.length > 0) return marked.filter(isUri);
  if (isUri(clicked)) return [clicked];
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const { TabInputCustom, TabInputText } = vscode;
  if (!(input instanceof TabInputText) && !(input instanceof TabInputCustom)) return null;
  return input.uri.scheme === 'file' || input.uri.scheme === 'vscode-remote' ? [input.uri] : null;
}

async function pickFiles({ window, l10n }: typeof Vscode): Promise<readonly Vscode.Uri[]> {
  const options = { canSelectMany: true, openLabel: l10n.t('Attach'), title: l10n.t('Attach files to the question') };
  return (await window.showOpenDialog(options)) ?? [];
}

/**
 * Whether files that a page names may be attached. A page could name any file of the disk, and a drop is not seen by the host. So VS
 * Code asks the user about files outside of the opened folders.
 */
export async function mayAttachDropped(vscode: typeof Vscode, uris: readonly Vscode.Uri[]): Promise<boolean> {
  const { l10n, workspace } = vscode;
  const outside = uris.filter((uri) => uri.path.split('/').includes('..') || !workspace.getWorkspaceFolder(uri));
  const question = l10n.t('Attach files from outside the opened folders?');
  return (await allows(vscode, outside, question)) && mayAttach(vscode, uris);
}

/** Whether chosen files may be attached. VS Code asks the user about links, with which a folder could lead out of itself. */
export async function mayAttach(vscode: typeof Vscode, uris: readonly Vscode.Uri[]): Promise<boolean> {
  const links: Vscode.Uri[] = [];
  for (const uri of uris.slice(0, MAX_FILES)) if (await isThroughLink(vscode, uri)) links.push(uri);
  return allows(vscode, links, vscode.l10n.t('Attach what these links lead to? It may be outside the opened folders.'));
}

async function allows(
  { window, l10n }: typeof Vscode,
  uris: readonly Vscode.Uri[],
  question: string,
): Promise<boolean> {
  if (uris.length === 0) return true;
  const named = uris.slice(0, MAX_FILES).map(({ fsPath }) => escapeHidden(oneLine(fsPath)));
  const attach = l10n.t('Attach');
  return (await window.showWarningMessage(question, { modal: true, detail: named.join('\n') }, attach)) === attach;
}

/** The files that were dropped on a page. Other schemes than that of a file on the disk of the workspace are left out. */
export function droppedUris(vscode: Pick<typeof Vscode, 'Uri'>, texts: readonly string[]): Vscode.Uri[] {
  return texts.flatMap((text) => {
    try {
      const uri = vscode.Uri.parse(text, true);
      // In a remote window, the extension runs where the file is.
      if (uri.scheme === 'vscode-remote') return [vscode.Uri.file(uri.path)];
      return uri.scheme === 'file' ? [uri] : [];
    } catch {
      return [];
    }
  });
}
