/** Commands that show and rebuild the built-in library. */
import type * as Vscode from 'vscode';
import { baseName } from '../../conversation/display.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import type { LawOnDisk } from '../../publishers/lawsOnDisk.ts';
import { CHAT_VIEW } from '../common/contributions.ts';
import { cancellable, offer } from '../common/prompts.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import type { Library } from './library.ts';

export interface LibraryCommands {
  rebuild(): Promise<void>;
  show(): Promise<void>;
}

export function createLibraryCommands(
  vscode: typeof Vscode,
  library: () => Library | null,
  laws: () => Promise<readonly LawOnDisk[]>,
): LibraryCommands {
  const { window, l10n } = vscode;

  function available(): Library | null {
    const current = library();
    if (!current) {
      void window.showInformationMessage(
        l10n.t(
          'The built-in library is not in use. Either a research service is connected, or this window cannot read folders.',
        ),
      );
      return null;
    }
    if (current.folders().length > 0) return current;
    const text = l10n.t('The library is empty. Open a folder with documents.');
    void offer(window.showInformationMessage, text, l10n.t('Open Folder…'), () =>
      vscode.commands.executeCommand('workbench.action.files.openFolder'),
    );
    return null;
  }

  return {
    async rebuild() {
      const current = available();
      if (!current) return;
      await cancellable(vscode, l10n.t('Rebuilding the library…'), (signal) => {
        signal.addEventListener('abort', () => current.stopReading());
        return current.rebuild();
      });
      if (current.problem) void window.showErrorMessage(l10n.t('The library could not be read: {0}', current.problem));
      else
        void window.showInformationMessage(
          l10n.t(
            'The library was rebuilt. It contains {0} documents.',
            formatNumber(current.status?.documents ?? 0, vscode.env),
          ),
        );
    },
    async show() {
      const current = available();
      if (!current) return;
      await window.withProgress({ location: { viewId: CHAT_VIEW } }, () => current.warmUp());
      const { status } = current;
      if (!status) {
        void window.showErrorMessage(l10n.t('The library could not be read: {0}', current.problem ?? ''));
        return;
      }
      const relative = current.relativeFolders().map((folder) => ({
        label: `$(warning) ${plainLabel(folder)}`,
        description: l10n.t('It is not an absolute path. Change it in the settings.'),
        path: null,
      }));
      const unread = status.skipped.map(({ path, reason }) => ({
        label: `$(warning) ${plainLabel(baseName(path))}`,
        description: reason,
        detail: path,
        path,
      }));
      const skipped = [...relative, ...unread];
      const folders = status.folders.map((path) => ({
        label: `$(folder) ${plainLabel(baseName(path))}`,
        description: path,
        path: null,
      }));
      const taken = (await laws()).map(({ title, version, bytes }) => ({
        label: `$(law) ${plainLabel(title)}`,
        description: l10n.t('{0} MB', formatNumber(Math.max(0.1, Math.round(bytes / 100_000) / 10), vscode.env)),
        detail: version,
        path: null,
      }));
      const group = (label: string, items: readonly (Vscode.QuickPickItem & { readonly path: string | null })[]) =>
        items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator, path: null }, ...items];
      const items = [...folders, ...group(l10n.t('Laws from publishers'), taken), ...group(l10n.t('Skipped'), skipped)];
      const chosen = await window.showQuickPick(items, {
        title: l10n.t(
          'Library: {0} documents, {1} passages',
          formatNumber(status.documents, vscode.env),
          formatNumber(status.passages, vscode.env),
        ),
        placeHolder: status.message ?? l10n.t('The folders that are searched, and the files that could not be read'),
      });
      if (chosen?.path) await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(chosen.path));
    },
  };
}
