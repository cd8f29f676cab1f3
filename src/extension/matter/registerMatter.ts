/** The command that edits the matter of a folder. */
import type * as Vscode from 'vscode';
import type { Feature } from '../common/contributions.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { Chat } from '../session/chat.ts';

export interface Matters extends Feature<'fiscal.editMatter'> {
  /** The folder of the chat. If it is not open, the opened one or, of several, the one that the user picks. */
  folderOfChat(): Promise<Vscode.WorkspaceFolder | undefined>;
}

export function registerMatter(deps: {
  readonly vscode: typeof Vscode;
  readonly currentChat: () => Promise<Chat>;
  readonly settings: SettingsHolder;
}): Matters {
  const { workspace, window, l10n } = deps.vscode;

  async function folderOfChat(): Promise<Vscode.WorkspaceFolder | undefined> {
    const folders = workspace.workspaceFolders ?? [];
    const { folder } = (await deps.currentChat()).session.conversation;
    const ofChat = folders.find(({ uri }) => uri.toString() === folder?.uri);
    if (ofChat || folders.length <= 1) return ofChat ?? folders[0];
    return window.showWorkspaceFolderPick({ placeHolder: l10n.t('Choose the folder of the matter') });
  }

  return {
    folderOfChat,
    commands: {
      async 'fiscal.editMatter'() {
        if (!workspace.workspaceFolders?.length) {
          void window.showInformationMessage(l10n.t('Open a folder first. A matter belongs to a folder.'));
          return;
        }
        const folder = await folderOfChat();
        if (!folder) return;
        const { editMatter } = await import('./editMatter.ts');
        await editMatter(deps.vscode, folder, deps.settings);
      },
    },
    dispose: () => {},
  };
}
