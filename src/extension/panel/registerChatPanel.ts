/** The chat in the side bar and in editor tabs, and the commands that show it. */
import type * as Vscode from 'vscode';
import type { ConversationStore } from '../../conversation/store.ts';
import type { AnswerActions } from '../answers/answerActions.ts';
import type { SourceActions } from '../answers/sourceActions.ts';
import type { Services } from '../connection/researchServices.ts';
import { setContext } from '../contextKeys.ts';
import { CHAT_VIEW, type Feature, WALKTHROUGH } from '../contributions.ts';
import { disposeAll } from '../disposables.ts';
import type { Chat } from '../session/chat.ts';
import type { Chats } from '../session/chats.ts';
import type { SubmitDeps } from '../session/submitQuestion.ts';
import type { SettingsHolder } from '../settings.ts';
import { createPageActions } from './actions.ts';
import { createChatPanels } from './editorPanel.ts';
import { createPageHandlers } from './messageHandlers.ts';
import { getPanelState } from './panelState.ts';
import { type ChatView, createChatView } from './sidebarView.ts';
import { createStarterQuestions } from './starterQuestions.ts';
import { createPages } from './webviews.ts';

export interface ChatPanel
  extends Feature<
    | 'fiscal.openChat'
    | 'fiscal.newConversation'
    | 'fiscal.newTemporaryConversation'
    | 'fiscal.stop'
    | 'fiscal.find'
    | 'fiscal.openInEditor'
    | 'fiscal.openWalkthrough'
  > {
  readonly view: ChatView;
  /** The chat in the active editor tab or, if no chat tab is active, in the side bar. */
  currentChat(): Promise<Chat>;
  resolveView(view: Vscode.WebviewView): Promise<void>;
  restorePanel(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
}

export interface ChatPanelDeps {
  readonly vscode: typeof Vscode;
  readonly context: Pick<Vscode.ExtensionContext, 'extension' | 'extensionUri' | 'workspaceState'>;
  readonly settings: SettingsHolder;
  readonly services: Services;
  readonly store: Pick<ConversationStore, 'warning' | 'status' | 'onDidChange'>;
  readonly chats: Chats;
  readonly submit: SubmitDeps;
  readonly answerActions: () => Promise<AnswerActions>;
  readonly sources: SourceActions;
  /** Resolves when the first page may be shown. */
  readonly ready: Promise<unknown>;
  /** Logs a failure and returns the message for the page. */
  readonly onError: (error: unknown) => string;
  readonly log: (text: string) => void;
}

export function registerChatPanel(deps: ChatPanelDeps): ChatPanel {
  const { vscode, services, settings, store, chats } = deps;
  const { window, l10n } = vscode;
  const { extension, extensionUri, workspaceState: memento } = deps.context;

  const runAction = createPageActions(vscode);
  const starters = createStarterQuestions(vscode, () => pages.panelStateChanged());
  const pages = createPages({
    vscode,
    extensionUri,
    handlers: (beside) => createPageHandlers({ ...deps, runAction, beside }),
    panelState: (chat) =>
      getPanelState({ chat, settings: settings.current, services, store, starters: starters.current }, l10n),
    onError: deps.onError,
    log: deps.log,
  });
  const view = createChatView({ vscode, chats, pages, memento });
  const panels = createChatPanels({
    vscode,
    extensionUri,
    chats,
    pages,
    memento,
    keep: (chat) => chat === view.current || pages.isShown(chat),
  });

  const currentChat = async () => panels.active?.chat ?? view.chat();
  const updateRunning = () => {
    const running = chats.all().some(({ session }) => session.running !== null);
    setContext(vscode, 'running', running);
    if (running) setContext(vscode, 'asked', true);
  };

  async function focus(): Promise<void> {
    await view.reveal();
    view.post({ type: 'focus' });
  }

  async function newConversation(options: { temporary?: boolean }): Promise<void> {
    const { conversation } = (await view.chat()).session;
    const isSame = conversation.temporary === (options.temporary ?? false);
    // An empty conversation is kept, because a new one would discard the draft.
    if (conversation.turns.length > 0 || !isSame) view.show(chats.create(options));
    await focus();
  }

  const subscriptions = [
    chats.onDidChange(() => {
      pages.panelStateChanged();
      updateRunning();
    }),
    chats.onDidForget((chat) => panels.close(chat)),
    store.onDidChange(({ type }) => (type === 'warning' || type === 'status') && pages.panelStateChanged()),
    settings.onDidChange(() => pages.panelStateChanged()),
    services.onDidChange(() => {
      pages.panelStateChanged();
      const indexing = services.library?.indexing;
      view.describe(indexing ? l10n.t('Reading {0} of {1}', indexing.done, indexing.total) : undefined);
    }),
    view,
  ];

  return {
    view,
    currentChat,
    async resolveView(next) {
      await deps.ready;
      await view.resolve(next);
      void starters.update();
      // The library is updated while the user writes the first question.
      const { library } = services;
      if (library) void window.withProgress({ location: { viewId: CHAT_VIEW } }, () => library.warmUp());
    },
    async restorePanel(panel, state) {
      await deps.ready;
      await panels.restore(panel, state);
    },
    commands: {
      async 'fiscal.openChat'() {
        await view.chat();
        await focus();
      },
      'fiscal.newConversation': () => newConversation({}),
      'fiscal.newTemporaryConversation': () => newConversation({ temporary: true }),
      async 'fiscal.stop'() {
        const current = await currentChat();
        // Stops the answer in the current chat or, if there is none, any other running answer.
        const { session } = [current, ...chats.all()].find((chat) => chat.session.running) ?? current;
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
      async 'fiscal.openWalkthrough'() {
        const id = `${extension.id}#${WALKTHROUGH}`;
        await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
      },
    },
    dispose: () => disposeAll(subscriptions),
  };
}
