/** Everything that takes laws from their publishers. Loaded when one of the commands is first run, never in a browser. */
import { lawsOnDisk } from '../../publishers/lawsOnDisk.ts';
import { problemText } from '../../publishers/problemText.ts';
import { PublisherError } from '../../publishers/publisherError.ts';
import { replacedLines } from '../../publishers/replacedLines.ts';
import { type AuthorityDeps, createAuthorities } from './authorities.ts';
import { checkPublishers, lookForUpdates } from './checkPublishers.ts';
import { getAuthorities, importAuthority, updateAuthorities } from './getAuthorities.ts';
import type { PublisherCommands } from './registerPublishers.ts';
import { removeAuthorities, showAuthorityChanges } from './showChanges.ts';

export function loadPublisherCommands(deps: AuthorityDeps): PublisherCommands {
  const { vscode } = deps;
  const authorities = createAuthorities(deps);
  /** Of commands that ask no host. */
  const inWords = (act: Promise<void>) =>
    act.catch((error: unknown) => {
      throw error instanceof PublisherError ? new Error(problemText(vscode.l10n, error, ''), { cause: error }) : error;
    });
  return {
    get: () => getAuthorities(vscode, authorities),
    update: () => updateAuthorities(vscode, authorities),
    import: () => importAuthority(vscode, authorities),
    check: () => checkPublishers(vscode, authorities),
    lookForUpdates: (options) => lookForUpdates(vscode, authorities, { ...options, now: Date.now(), log: deps.log }),
    showChanges: () => inWords(showAuthorityChanges(vscode, authorities)),
    remove: () => inWords(removeAuthorities(vscode, authorities)),
    laws: () => lawsOnDisk(authorities.store),
    replaced: () => replacedLines(authorities.store),
  };
}
