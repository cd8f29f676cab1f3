/** The command that shows what a folder contains. It reads the index of the library, also while a research service answers. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import { overviewStateSchema } from '../../panel/overviewMessages.ts';
import type { OpenDeps } from '../answers/openSource.ts';
import type { Feature } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import { localFolders } from '../common/localFolders.ts';
import { cancellable } from '../common/prompts.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import type { Library } from '../library/library.ts';
import type { OverviewTab } from './overviewPanel.ts';

export interface OverviewDeps extends OpenDeps {
  readonly extensionUri: Vscode.Uri;
  readonly home: string | undefined;
  readonly clock: Clock;
  /** null in a browser. */
  readonly library: () => Library | null;
}

export interface OverviewFeature extends Feature<'fiscal.showFolderOverview'> {
  /** Shows the overview in a tab that VS Code restored, or closes the tab if its folder is not opened in this window. */
  restore(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
}

export function registerOverview(deps: OverviewDeps): OverviewFeature {
  const { vscode } = deps;
  const { window, l10n } = vscode;
  const tabs = new Set<OverviewTab>();

  function sayEmpty(): null {
    void window.showInformationMessage(l10n.t('The library is empty. Open a folder with documents.'));
    return null;
  }

  function sayElsewhere(): null {
    void window.showInformationMessage(
      l10n.t('The library reads only folders on a disk. Open a copy of this folder on a disk.'),
    );
    return null;
  }

  /** The folder that was chosen in the Explorer, else the opened one. Null if the user chose none, or after a message that there is none. */
  async function folderOf(chosen: unknown): Promise<string | null> {
    if (chosen instanceof vscode.Uri) return chosen.scheme === 'file' ? chosen.fsPath : sayElsewhere();
    const opened = localFolders(vscode.workspace);
    const [only] = opened;
    if (only === undefined) return vscode.workspace.workspaceFolders?.length ? sayElsewhere() : sayEmpty();
    if (opened.length === 1) return only.uri.fsPath;
    const picked = await window.showQuickPick(
      opened.map(({ name, uri }) => ({
        label: plainLabel(name),
        description: plainLabel(uri.fsPath),
        path: uri.fsPath,
      })),
      { title: l10n.t('Which folder?') },
    );
    return picked?.path ?? null;
  }

  async function read(library: Library, folder: string) {
    const connection = library.connection();
    if (connection === null) throw new Error(l10n.t('The library is empty. Open a folder with documents.'));
    await cancellable(vscode, l10n.t('Reading the documents…'), (signal) =>
      Promise.race([
        connection.ready(),
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      ]),
    );
    return connection.overview(folder);
  }

  async function show(library: Library, folder: string, restored?: Vscode.WebviewPanel): Promise<void> {
    const { showOverview } = await import('./overviewPanel.ts');
    const opened = restored ? undefined : [...tabs].find((tab) => tab.folder === folder);
    if (opened) {
      opened.panel.reveal();
      await opened.refresh();
      return;
    }
    const tab = showOverview({ ...deps, read: (path) => read(library, path) }, folder, restored);
    tabs.add(tab);
    tab.panel.onDidDispose(() => tabs.delete(tab));
  }

  return {
    async restore(panel, raw) {
      const library = deps.library();
      const state = overviewStateSchema.safeParse(raw);
      const isOpened = state.success && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(state.data.path));
      if (library && isOpened) await show(library, state.data.path, panel);
      else panel.dispose();
    },
    commands: {
      async 'fiscal.showFolderOverview'(chosen) {
        const library = deps.library();
        if (library === null) {
          void window.showInformationMessage(
            l10n.t(
              'The overview reads the documents of a folder, which a browser cannot. Open the folder in VS Code on the desktop.',
            ),
          );
          return;
        }
        const folder = await folderOf(chosen);
        if (folder !== null) await show(library, folder);
      },
    },
    dispose: () => disposeAll([...tabs].map(({ panel }) => panel)),
  };
}
