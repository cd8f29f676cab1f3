/** The chat in the side bar and in editor tabs, and the commands that show it. */
import type * as Vscode from 'vscode';
import type { ConversationStore } from '../../conversation/store.ts';
import type { PanelState } from '../../panel/messages.ts';
import { openWithDoneSteps, setContext } from '../common/contextKeys.ts';
import { CHAT_VIEW, type Feature, WALKTHROUGH } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { Services } from '../connection/researchServices.ts';
import type { Chat } from '../session/chat.ts';
import { type Chats, isEphemeral } from '../session/chats.ts';
import { moveDraft } from '../session/composer.ts';
import type { AccessibleKind } from './accessibility.ts';
import { createPageActions } from './actions.ts';
import { createChatPanels } from './editorPanel.ts';
import { createPageHandlers, type HandlerDeps } from './messageHandlers.ts';
import { describeIndexing, getPanelState } from './panelState.ts';
import { type ChatView, createChatView } from './sidebarView.ts';
import type { StarterQuestions } from './starterQuestions.ts';
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
    | 'fiscal.showAccessibilityHelp'
    | 'fiscal.showAccessibleView'
  > {
  readonly view: ChatView;
  /** The chat in the active editor tab or, if no chat tab is active, in the side bar. */
  currentChat(): Promise<Chat>;
  /** The same chat if it is loaded. */
  readonly shownChat: Chat | null;
  /** What a page shows around this chat. */
  stateOf(chat: Chat): PanelState;
  /** The state of a chat has changed, or another chat is current. */
  readonly onDidChangeState: Vscode.Event<void>;
  /** Whether the view or a tab shows the conversation. */
  isShown(chat: Chat): boolean;
  resolveView(view: Vscode.WebviewView): Promise<void>;
  restorePanel(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
}

export interface ChatPanelDeps extends Omit<HandlerDeps, 'runAction' | 'toSide'> {
  readonly context: Pick<Vscode.ExtensionContext, 'extension' | 'extensionUri' | 'workspaceState'>;
  readonly settings: SettingsHolder;
  readonly services: Services;
  readonly store: Pick<ConversationStore, 'warning' | 'status' | 'onDidChange'>;
  readonly chats: Chats;
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
  let starters: StarterQuestions | undefined;
  const stateOf = (chat: Chat) =>
    getPanelState({ chat, settings: settings.current, services, store, starters: starters?.current ?? [] }, l10n);
  const stateChanged = new vscode.EventEmitter<void>();
  const pages = createPages({
    vscode,
    extensionUri,
    handlers: (toSide) => createPageHandlers({ ...deps, runAction, toSide }),
    panelState: stateOf,
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
    keep: (chat) => isShown(chat),
    onDidChangeActive: () => stateChanged.fire(),
  });

  async function updateStarters(): Promise<void> {
    const { createStarterQuestions } = await import('./starterQuestions.ts');
    starters ??= createStarterQuestions(vscode, () => pages.panelStateChanged());
    await starters.update();
  }

  const isShown = (chat: Chat) => chat === view.current || pages.isShown(chat);
  const shownChat = () => panels.active?.chat ?? view.current;
  const currentChat = async () => shownChat() ?? view.chat();
  const updateState = () => {
    pages.panelStateChanged();
    stateChanged.fire();
    view.describe(describe());
  };
  /** The description next to the title of the view. */
  function describe(): string | undefined {
    const indexing = services.library?.indexing;
    if (indexing) return describeIndexing(indexing, vscode);
    if (view.current?.session.conversation.temporary) return l10n.t('Temporary');
    return view.current && stateOf(view.current).zeroRetention.on ? l10n.t('Zero data retention') : undefined;
  }
  const updateRunning = () => {
    const running = chats.all().some(({ session }) => session.running !== null);
    setContext(vscode, 'running', running);
    if (running) setContext(vscode, 'asked', true);
    if (chats.all().some(({ session }) => isEphemeral(session.conversation))) setContext(vscode, 'unsaved', true);
  };

  /** Shows the current chat and delivers a message to its page. */
  async function postToCurrent(message: Parameters<ChatView['post']>[0]): Promise<void> {
    if (panels.active) return panels.active.post(message);
    await view.reveal();
    view.post(message);
  }

  /** `place` is `view` if the view has the focus: then a chat in an active tab is not the one that is meant. */
  async function postTo(place: unknown, message: Parameters<ChatView['post']>[0]): Promise<void> {
    if (place === 'view') view.post(message);
    else await postToCurrent(message);
  }

  /** For screen readers. */
  async function showText(kind: AccessibleKind, place: unknown): Promise<void> {
    const chat = place === 'view' ? await view.chat() : await currentChat();
    const { accessibleText } = await import('./accessibility.ts');
    const shown = accessibleText(kind, vscode, chat.session.conversation, settings.current.sendKey);
    if (shown) await postTo(place, { type: 'showText', ...shown });
  }

  async function focus(): Promise<void> {
    await view.reveal();
    view.post({ type: 'focus' });
  }

  async function newConversation(options: { temporary?: boolean }): Promise<void> {
    const { session, composer } = await view.chat();
    const { conversation } = session;
    const isSame = conversation.temporary === (options.temporary ?? false);
    const isEmpty = conversation.turns.length === 0;
    if (!isEmpty || !isSame) {
      const chat = chats.create(options);
      chat.composer.set({ askMode: composer.askMode });
      if (isEmpty) moveDraft(composer, chat.composer);
      view.show(chat);
    }
    await focus();
  }

  const subscriptions = [
    stateChanged,
    chats.onDidChange(() => {
      updateState();
      updateRunning();
    }),
    view.onDidShow(updateState),
    chats.onDidForget((chat) => panels.close(chat)),
    store.onDidChange(({ type }) => (type === 'warning' || type === 'status') && updateState()),
    settings.onDidChange(updateState),
    services.onDidChange(updateState),
    view,
  ];

  return {
    view,
    currentChat,
    get shownChat() {
      return shownChat();
    },
    stateOf,
    onDidChangeState: stateChanged.event,
    isShown,
    async resolveView(next) {
      await deps.ready;
      await view.resolve(next);
      view.describe(describe());
      void updateStarters();
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
      'fiscal.find': (place) => postTo(place, { type: 'find' }),
      'fiscal.showAccessibilityHelp': (place) => showText('help', place),
      'fiscal.showAccessibleView': (place) => showText('answer', place),
      async 'fiscal.openInEditor'() {
        panels.open(await view.chat());
      },
      async 'fiscal.openWalkthrough'() {
        const id = `${extension.id}#${WALKTHROUGH}`;
        await openWithDoneSteps(vscode, () =>
          vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false),
        );
      },
    },
    dispose: () => disposeAll(subscriptions),
  };
}
