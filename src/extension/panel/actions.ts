/** The actions that the page can request by name. The page knows no command ids. */
import type * as Vscode from 'vscode';
import type { Action } from '../../panel/messages.ts';
import type { Inspector } from '../connection/eventInspector.ts';
import { type CommandHandlers, SECTION } from '../contributions.ts';
import type { Chats } from '../session/chats.ts';
import type { PageConnection } from './panelBridge.ts';

export function createPageActions(deps: {
  readonly vscode: typeof Vscode;
  readonly commands: CommandHandlers;
  readonly chats: Chats;
  readonly inspector: Inspector;
}): (action: Action, page: PageConnection) => Promise<void> {
  const { vscode, commands } = deps;
  const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(id, ...args);

  const actions: Record<Action, (page: PageConnection) => unknown> = {
    connect: () => commands['fiscal.connect'](),
    setKey: () => commands['fiscal.setApiKey'](),
    checkConnection: () => commands['fiscal.checkConnection'](),
    openSettings: () => run('workbench.action.openSettings', `@ext:fiscal.${SECTION}`),
    openFolder: () => run('workbench.action.files.openFolder'),
    newConversation: () => commands['fiscal.newConversation'](),
    rebuildLibrary: () => commands['fiscal.rebuildLibrary'](),
    showLibrary: () => commands['fiscal.showLibraryStatus'](),
    showEvents: (page) => deps.inspector.show(page.chat.session.conversation.currentTurnId ?? undefined),
    addSelection: () => commands['fiscal.addSelection'](),
    openWalkthrough: () => commands['fiscal.openWalkthrough'](),
  };
  return async (action, page) => {
    await actions[action](page);
  };
}
