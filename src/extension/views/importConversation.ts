/** Takes over a conversation that was exported as JSON, as a new one. */
import type * as Vscode from 'vscode';
import { parseConversation } from '../../conversation/transcript.ts';
import type { ChatView } from '../panel/sidebarView.ts';
import type { Chats } from '../session/chats.ts';

/** In bytes: a conversation with an answer of the largest size, and room for what surrounds it. */
const MAX_SIZE = 128 * 1024 * 1024;

export async function importConversation(deps: {
  readonly vscode: typeof Vscode;
  readonly chats: Pick<Chats, 'adopt'>;
  readonly view: Pick<ChatView, 'show' | 'reveal'>;
  readonly newId: () => string;
}): Promise<void> {
  const { window, workspace, l10n } = deps.vscode;
  const [file] =
    (await window.showOpenDialog({ filters: { JSON: ['json'] }, title: l10n.t('Import Conversation') })) ?? [];
  if (!file) return;
  if ((await workspace.fs.stat(file)).size > MAX_SIZE) {
    const limit = MAX_SIZE / 1024 / 1024;
    void window.showErrorMessage(l10n.t('This file is too large to import. The limit is {0} MB.', limit));
    return;
  }
  const text = new TextDecoder().decode(await workspace.fs.readFile(file));
  const conversation = parseConversation(text, deps.newId(), (place) => isInOpenedFolder(deps.vscode, place));
  if (!conversation) {
    void window.showErrorMessage(
      l10n.t('This file is not a conversation. Choose a file that Fiscal exported as JSON.'),
    );
    return;
  }
  const chat = deps.chats.adopt(conversation);
  deps.view.show(chat);
  await deps.view.reveal();
}

/** `place`: a URI, or an absolute path on the computer of the opened folders. A path of a server, `//host/share`, is in none. */
function isInOpenedFolder({ Uri, workspace }: Pick<typeof Vscode, 'Uri' | 'workspace'>, place: string): boolean {
  const isUri = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(place);
  const uri = isUri ? Uri.parse(place) : Uri.file(place);
  if (uri.path.split(/[\\/]/).includes('..')) return false;
  if (workspace.getWorkspaceFolder(uri)) return true;
  // The folders of a remote window have another scheme than `file`. The library names their files by the path alone.
  const folders = isUri || uri.authority !== '' ? [] : (workspace.workspaceFolders ?? []);
  return folders.some((folder) => workspace.getWorkspaceFolder(folder.uri.with({ path: uri.path })) !== undefined);
}
