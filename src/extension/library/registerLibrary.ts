/** The commands of the built-in library. */
import type * as Vscode from 'vscode';
import type { LawOnDisk } from '../../publishers/lawsOnDisk.ts';
import type { Feature } from '../common/contributions.ts';
import type { Library } from './library.ts';

export function registerLibrary(deps: {
  readonly vscode: typeof Vscode;
  /** null in a browser, or while a hosted service is set. */
  readonly library: () => Library | null;
  /** The laws that were taken from their publishers. */
  readonly laws: () => Promise<readonly LawOnDisk[]>;
}): Feature<'fiscal.rebuildLibrary' | 'fiscal.showLibraryStatus'> {
  const libraryCommands = async () =>
    (await import('./libraryCommands.ts')).createLibraryCommands(deps.vscode, deps.library, deps.laws);
  return {
    commands: {
      'fiscal.rebuildLibrary': async () => (await libraryCommands()).rebuild(),
      'fiscal.showLibraryStatus': async () => (await libraryCommands()).show(),
    },
    dispose() {},
  };
}
