/** The commands for selected text, and the check whether attached selections are outdated. */
import type { Clock } from '../../client/clock.ts';
import type { Feature } from '../common/contributions.ts';
import type { Chats } from '../session/chats.ts';
import type { AskSelectionDeps } from './askSelection.ts';
import type { AttachDeps } from './attachFiles.ts';
import { watchOutdatedSelections } from './outdatedSelections.ts';

export function registerSelectionCommands(
  deps: AskSelectionDeps & AttachDeps & { readonly chats: Pick<Chats, 'all'>; readonly clock: Clock },
): Feature<'fiscal.askSelection' | 'fiscal.addSelection' | 'fiscal.askFile'> {
  const watching = watchOutdatedSelections(deps.vscode, deps.chats.all, deps.clock);
  return {
    commands: {
      'fiscal.askSelection': async () => (await import('./askSelection.ts')).askSelection(deps),
      'fiscal.addSelection': async () => (await import('./askSelection.ts')).addSelection(deps),
      'fiscal.askFile': async (clicked, marked) => (await import('./attachFiles.ts')).askFile(deps, clicked, marked),
    },
    dispose: () => watching.dispose(),
  };
}
