/** What each command does. The ids are in contributions.ts; a command that is missing here does not compile. */
import type * as Vscode from 'vscode';
import { activeBranch } from '../conversation/branches.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { AnswerActions } from './answers/answerActions.ts';
import type { Inspector } from './connection/eventInspector.ts';
import type { KeyCommands } from './connection/keyCommands.ts';
import { type CommandHandlers, WALKTHROUGH } from './contributions.ts';
import type { LibraryCommands } from './library/libraryCommands.ts';
import type { ChatPanels } from './panel/editorPanel.ts';
import type { ChatView } from './panel/sidebarView.ts';
import type { Chat } from './session/chat.ts';
import type { Chats } from './session/chats.ts';
import type { AskingPorts } from './session/submitQuestion.ts';
import type { Settings } from './settings.ts';
import type { KeepingCommands } from './views/conversationViews.ts';

export interface CommandPorts {
  readonly vscode: typeof Vscode;
  readonly settings: () => Settings;
  readonly asking: AskingPorts;
  readonly chats: Chats;
  readonly view: ChatView;
  readonly panels: ChatPanels;
  readonly keyCommands: () => Promise<KeyCommands>;
  readonly libraryCommands: () => Promise<LibraryCommands>;
  readonly inspector: Inspector;
  readonly keeping: KeepingCommands;
  readonly answerActions: () => Promise<AnswerActions>;
  /** An answer went into an exported file. */
  readonly exported: (chat: Chat, turn: Turn) => void;
  readonly newId: () => string;
  readonly redact: (text: string) => string;
  readonly extensionId: string;
}

export function createCommands(ports: CommandPorts): CommandHandlers {
  const { vscode, view, panels, chats, keyCommands, libraryCommands, inspector } = ports;
  const { window, l10n } = vscode;

  /** The chat that the user looks at: the tab with the focus, else the view. */
  const current = async (): Promise<Chat> => panels.active?.chat ?? view.chat();

  const selecting = {
    ...ports,
    view: {
      chat: () => view.chat(),
      reveal: () => view.reveal(),
      compose: (text: string | null) => view.post(text === null ? { type: 'focus' } : { type: 'compose', text }),
    },
  };

  async function begin(options: { temporary?: boolean }): Promise<void> {
    const shown = await view.chat();
    const empty = shown.session.conversation.turns.length === 0;
    const same = shown.session.conversation.temporary === (options.temporary ?? false);
    // An empty conversation is new already: another one would lose the draft for nothing.
    if (!empty || !same) view.show(chats.create(options));
    await view.reveal();
    view.post({ type: 'focus' });
  }

  return {
    ...ports.keeping,
    async 'fiscal.openChat'() {
      await view.chat();
      await view.reveal();
      view.post({ type: 'focus' });
    },
    'fiscal.askSelection': async () => (await import('./selection/askSelection.ts')).askSelection(selecting),
    'fiscal.addSelection': async () => (await import('./selection/askSelection.ts')).addSelection(selecting),
    'fiscal.newConversation': () => begin({}),
    'fiscal.newTemporaryConversation': () => begin({ temporary: true }),
    async 'fiscal.stop'() {
      const shown = await current();
      // What the user looks at goes first; else whatever runs, since the command is offered for it.
      const { session } = [shown, ...chats.all()].find((chat) => chat.session.running) ?? shown;
      const { running } = session;
      if (running) session.stop(running.id);
      else void window.showInformationMessage(l10n.t('No answer is in progress.'));
    },
    async 'fiscal.find'() {
      if (panels.active) return panels.active.post({ type: 'find' });
      await view.reveal();
      view.post({ type: 'find' });
    },
    async 'fiscal.openInEditor'() {
      panels.open(await view.chat());
    },
    'fiscal.connect': async () => (await keyCommands()).connect(),
    'fiscal.setApiKey': async () => (await keyCommands()).setKey(),
    'fiscal.removeApiKey': async () => (await keyCommands()).removeKey(),
    'fiscal.checkConnection': async () => (await keyCommands()).check(),
    'fiscal.rebuildLibrary': async () => (await libraryCommands()).rebuild(),
    'fiscal.showLibraryStatus': async () => (await libraryCommands()).show(),
    'fiscal.showResponseEvents': () => inspector.show(),
    async 'fiscal.createMemo'() {
      const chat = await current();
      const turn = activeBranch(chat.session.conversation).findLast((each) => each.answer.text.trim() !== '');
      if (turn) await (await ports.answerActions()).run(chat, turn, 'memo');
      else void window.showInformationMessage(l10n.t('There is no answer yet to create a memo from.'));
    },
    async 'fiscal.exportConversation'() {
      const chat = await current();
      const { exportConversation } = await import('./answers/exportConversation.ts');
      if (!(await exportConversation(vscode, chat.session.conversation))) return;
      for (const turn of chat.session.conversation.turns) ports.exported(chat, turn);
    },
    'fiscal.importConversation': async () => (await import('./views/importConversation.ts')).importConversation(ports),
    async 'fiscal.openWalkthrough'() {
      await vscode.commands.executeCommand(
        'workbench.action.openWalkthrough',
        `${ports.extensionId}#${WALKTHROUGH}`,
        false,
      );
    },
  };
}
