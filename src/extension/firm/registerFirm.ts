/** The firm's server in VS Code: the command that chooses a matter, and the documents of its library. */
import type * as Vscode from 'vscode';
import type { FirmServer, ServerDocument } from '../../client/firmServer.ts';
import type { CommandId, Feature } from '../common/contributions.ts';
import { once } from '../common/once.ts';
import { offer } from '../common/prompts.ts';
import type { ServerDocuments } from '../common/serverDocuments.ts';
import { matterOf, type SettingsHolder } from '../common/settings.ts';

export interface Firm extends Feature<'fiscal.chooseMatter'> {
  readonly documents: ServerDocuments;
}

export function registerFirm(deps: {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly client: () => Promise<FirmServer> | null;
  readonly showPlaces: (uri: Vscode.Uri, places: ServerDocument['places']) => void;
  /** The opened folder that the chat belongs to. */
  readonly folderOfChat: () => Promise<Vscode.WorkspaceFolder | undefined>;
}): Firm {
  const { vscode, settings } = deps;
  const { window, workspace, commands, l10n } = vscode;
  const opened: Vscode.Disposable[] = [];

  function server() {
    const { address } = settings.current;
    const client = address && 'base' in address ? deps.client() : null;
    return address && 'base' in address && client ? { host: address.host, base: address.base, client } : null;
  }

  const documents = once(async () => {
    const { createServerDocuments } = await import('./documents.ts');
    const created = createServerDocuments({ vscode, server, showPlaces: deps.showPlaces });
    opened.push(created);
    return created;
  });

  return {
    documents: { fetch: async (document) => (await documents()).fetch(document) },
    commands: {
      async 'fiscal.chooseMatter'() {
        if (!workspace.workspaceFolders?.length) {
          void window.showInformationMessage(l10n.t('Open a folder first. A matter belongs to a folder.'));
          return;
        }
        if (!workspace.isTrusted) {
          const text = l10n.t('The matter of this folder is not used until you trust the folder.');
          return offer(window.showInformationMessage, text, l10n.t('Manage Workspace Trust'), () =>
            commands.executeCommand('workbench.trust.manage'),
          );
        }
        const at = server();
        if (!at) {
          const text = l10n.t('Connect to the server of your firm first. Its matters can be chosen then.');
          return offer(window.showInformationMessage, text, l10n.t('Connect…'), () =>
            commands.executeCommand('fiscal.connect' satisfies CommandId),
          );
        }
        const folder = await deps.folderOfChat();
        if (!folder) return;
        const { isFirmServer } = settings.current;
        const { name } = matterOf(settings.current, { uri: folder.uri.toString() });
        const { chooseMatter } = await import('./chooseMatter.ts');
        await chooseMatter({ vscode, folder, ...at, isFirmServer, current: isFirmServer ? name : null });
      },
    },
    dispose() {
      for (const each of opened) each.dispose();
    },
  };
}
