/** The actions that the page can request by name. The page knows no command ids. */
import type * as Vscode from 'vscode';
import type { Action } from '../../panel/pageMessages.ts';
import { type CommandId, SECTION } from '../common/contributions.ts';
import type { PageConnection } from './panelBridge.ts';

export function createPageActions(
  vscode: Pick<typeof Vscode, 'commands'>,
): (action: Action, page: PageConnection) => Promise<void> {
  const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(id, ...args);
  const own = (id: CommandId, ...args: unknown[]) => run(id, ...args);

  const actions: Record<Action, (page: PageConnection) => Thenable<unknown>> = {
    connect: () => own('fiscal.connect'),
    setKey: () => own('fiscal.setApiKey'),
    signIn: () => own('fiscal.signIn'),
    checkConnection: () => own('fiscal.checkConnection'),
    openSettings: () => run('workbench.action.openSettings', `@ext:fiscal.${SECTION}`),
    openFolder: () => run('workbench.action.files.openFolder'),
    getAuthorities: () => own('fiscal.getAuthorities'),
    newConversation: () => own('fiscal.newConversation'),
    rebuildLibrary: () => own('fiscal.rebuildLibrary'),
    showFolderOverview: () => own('fiscal.showFolderOverview'),
    showLibrary: () => own('fiscal.showLibraryStatus'),
    showEvents: ({ chat }) => own('fiscal.showResponseEvents', chat.session.conversation.currentTurnId ?? undefined),
    addSelection: () => own('fiscal.addSelection'),
    openWalkthrough: () => own('fiscal.openWalkthrough'),
    showStatus: () => own('fiscal.showStatus'),
    editMatter: () => own('fiscal.editMatter'),
    chooseMatter: () => own('fiscal.chooseMatter'),
  };
  return async (action, page) => {
    await actions[action](page);
  };
}
