/** The commands that take laws from their publishers. Nothing is asked before one of them is run, or in an interval that the user has set. */
import type * as Vscode from 'vscode';
import type { LawOnDisk } from '../../publishers/lawsOnDisk.ts';
import type { ReplacedLines } from '../../publishers/outdatedQuotations.ts';
import type { Feature } from '../common/contributions.ts';
import { failureReason } from '../common/failureReason.ts';
import { once } from '../common/once.ts';
import type { UpdateInterval } from './checkPublishers.ts';

type PublisherCommand =
  | 'fiscal.getAuthorities'
  | 'fiscal.updateAuthorities'
  | 'fiscal.importAuthority'
  | 'fiscal.checkPublishers'
  | 'fiscal.showAuthorityChanges'
  | 'fiscal.removeAuthorities';

export function registerPublishers(deps: {
  readonly vscode: typeof Vscode;
  /** null in a browser, which may not load files of publishers. */
  readonly open: (() => Promise<PublisherCommands>) | null;
  /** How often to look for newer versions of the laws on disk. */
  readonly interval: UpdateInterval;
  /** Of all windows. */
  readonly memento: Pick<Vscode.Memento, 'get' | 'update'>;
  readonly log: (line: string) => void;
}): Feature<PublisherCommand> & {
  /** The laws on disk with their sizes. */
  laws(): Promise<readonly LawOnDisk[]>;
  /** What laws had in earlier versions only. */
  replaced(): Promise<readonly ReplacedLines[]>;
} {
  const { window, l10n } = deps.vscode;
  const load = deps.open === null ? null : once(deps.open);
  const handler = (act: (commands: PublisherCommands) => Promise<void>) => async () => {
    if (load === null) {
      void window.showInformationMessage(
        l10n.t('Laws cannot be downloaded from their publishers in a browser. Use VS Code on the desktop.'),
      );
      return;
    }
    try {
      await act(await load());
    } catch (error) {
      void window.showErrorMessage(failureReason(error));
    }
  };
  const { interval, memento, log } = deps;
  if (interval !== 'never' && load !== null) {
    void load()
      .then((commands) => commands.lookForUpdates({ interval, memento }))
      // An invalid mirror address, for example. Nobody has asked for this look, so there is no message.
      .catch((error: unknown) => log(`Looking for newer versions of laws failed: ${failureReason(error)}`));
  }
  return {
    laws: async () => (load === null ? [] : (await load()).laws()),
    replaced: async () => (load === null ? [] : (await load()).replaced()),
    commands: {
      'fiscal.getAuthorities': handler((commands) => commands.get()),
      'fiscal.updateAuthorities': handler((commands) => commands.update()),
      'fiscal.importAuthority': handler((commands) => commands.import()),
      'fiscal.checkPublishers': handler((commands) => commands.check()),
      'fiscal.showAuthorityChanges': handler((commands) => commands.showChanges()),
      'fiscal.removeAuthorities': handler((commands) => commands.remove()),
    },
    dispose() {},
  };
}

/** Loaded at the first use, with everything that reads files of publishers (loadPublisherCommands.ts). */
export interface PublisherCommands {
  get(): Promise<void>;
  update(): Promise<void>;
  import(): Promise<void>;
  check(): Promise<void>;
  lookForUpdates(options: {
    readonly interval: UpdateInterval;
    readonly memento: Pick<Vscode.Memento, 'get' | 'update'>;
  }): Promise<void>;
  showChanges(): Promise<void>;
  remove(): Promise<void>;
  laws(): Promise<readonly LawOnDisk[]>;
  replaced(): Promise<readonly ReplacedLines[]>;
}
