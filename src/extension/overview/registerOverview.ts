/** The command that shows what a folder contains. It reads the index of the library, also while a research service answers. */
import type * as Vscode from 'vscode';
import type { OpenDeps } from '../answers/openSource.ts';
import type { Feature } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import type { Library } from '../library/library.ts';

export interface OverviewDeps extends OpenDeps {
  readonly extensionUri: Vscode.Uri;
  readonly home: string | undefined;
  /** null in a browser. */
  readonly library: () => Library | null;
}

export function registerOverview(deps: OverviewDeps): Feature<'fiscal.showFolderOverview'> {
  const { vscode } = deps;
  const { window, l10n } = vscode;
  const panels = new Set<Vscode.WebviewPanel>();

  /** The folder that was chosen in the Explorer, else the opened one. */
  async function folderOf(chosen: unknown): Promise<string | null> {
    if (chosen instanceof vscode.Uri && chosen.scheme === 'file') return chosen.fsPath;
    const opened = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const [only] = opened;
    if (opened.length < 2) return only?.uri.fsPath ?? null;
    const picked = await window.showQuickPick(
      opened.map(({ name, uri }) => ({ label: name, description: uri.fsPath, path: uri.fsPath })),
      { title: l10n.t('Which folder?') },
    );
    return picked?.path ?? null;
  }

  async function read(library: Library, folder: string) {
    const connection = library.connection();
    if (connection === null) throw new Error(l10n.t('The library is empty. Open a folder with documents.'));
    const options = { location: vscode.ProgressLocation.Notification, title: l10n.t('Reading the documents…') };
    await window.withProgress({ ...options, cancellable: true }, (_progress, token) =>
      Promise.race([
        connection.ready(),
        new Promise<void>((resolve) => token.onCancellationRequested(() => resolve())),
      ]),
    );
    return connection.overview(folder);
  }

  return {
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
        if (folder === null) {
          if (!vscode.workspace.workspaceFolders?.length)
            void window.showInformationMessage(l10n.t('The library is empty. Open a folder with documents.'));
          return;
        }
        const { showOverview } = await import('./overviewPanel.ts');
        const panel = showOverview({ ...deps, read: (path) => read(library, path) }, folder);
        panels.add(panel);
        panel.onDidDispose(() => panels.delete(panel));
      },
    },
    dispose: () => disposeAll([...panels]),
  };
}
