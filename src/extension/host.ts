/** Puts the host together, in the order in which its parts depend on each other. Loaded when something is first used. */
import type * as Vscode from 'vscode';
import { systemClock } from '../client/clock.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { AnswerAction } from './answers/answerActions.ts';
import { notifyEnded } from './answers/notify.ts';
import { createSourceActions } from './answers/sourceActions.ts';
import { createCommands } from './commands.ts';
import { createApiKeys, hasKey } from './connection/apiKey.ts';
import { blockingReason } from './connection/blockingReason.ts';
import { createInspector } from './connection/eventInspector.ts';
import { redactKeys } from './connection/redactKeys.ts';
import { createServices } from './connection/researchServices.ts';
import { CHAT_VIEW, CONTEXT_KEYS, type CommandHandlers } from './contributions.ts';
import { describeFailure } from './describeFailure.ts';
import { createPageActions } from './panel/actions.ts';
import { createChatPanels } from './panel/editorPanel.ts';
import { createPageHandlers } from './panel/messageHandlers.ts';
import { getPanelState } from './panel/panelState.ts';
import { createChatView } from './panel/sidebarView.ts';
import { createPages } from './panel/webviews.ts';
import type { Platform } from './platform.ts';
import { watchOutdatedSelections } from './selection/outdatedSelections.ts';
import type { Chat } from './session/chat.ts';
import { createChats } from './session/chats.ts';
import { preflight } from './session/preflight.ts';
import type { AskingPorts } from './session/submitQuestion.ts';
import { watchSettings } from './settings.ts';
import type { ConversationTree } from './views/conversationsTree.ts';
import { createKeeping, createKeepingCommands } from './views/conversationViews.ts';
import { createSourcesTree, type SourcesTree } from './views/sourcesTree.ts';

/** What the entry hands on. */
export interface Host {
  readonly commands: CommandHandlers;
  readonly conversations: ConversationTree;
  readonly sources: SourcesTree;
  resolveView(view: Vscode.WebviewView): Promise<void>;
  restorePanel(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
  eventsDocument(uri: Vscode.Uri): string;
  /** Saves what is not saved yet. */
  close(): Promise<void>;
}

export function buildHost(vscode: typeof Vscode, context: Vscode.ExtensionContext, platform: Platform): Host {
  const { l10n } = vscode;
  const own = <Part extends Vscode.Disposable>(part: Part): Part => {
    context.subscriptions.push(part);
    return part;
  };
  const newId = () => crypto.randomUUID();
  const setContext = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  const version = String(context.extension.packageJSON.version ?? '');

  const log = own(vscode.window.createOutputChannel('Fiscal', { log: true }));
  const settings = own(watchSettings(vscode));
  const keys = own(
    createApiKeys({
      vscode,
      secrets: context.secrets,
      memento: context.globalState,
      environmentKey: platform.environmentKey,
    }),
  );
  const redact = redactKeys(keys);
  const write = (line: string) => log.info(redact(line));
  const services = own(
    createServices({
      vscode,
      platform,
      settings,
      keys,
      workerPath: vscode.Uri.joinPath(context.extensionUri, 'dist', 'worker.cjs').fsPath,
      indexFolder: vscode.Uri.joinPath(context.globalStorageUri, 'library').fsPath,
      redact,
      log: write,
    }),
  );
  const store = own(platform.openStore());
  const inspector = createInspector(vscode);
  const keeping = own(
    createKeeping({
      vscode,
      platform,
      settings,
      store,
      memento: context.workspaceState,
      isOpen: (id) => chats.all().some((chat) => chat.session.conversation.id === id),
    }),
  );
  const { records } = keeping;

  const chats = createChats({
    vscode,
    store,
    memento: context.workspaceState,
    clock: systemClock,
    newId,
    zeroRetention: () => settings.current.zeroRetention.on,
    preflight: (request, conversation) => preflight(request, conversation, asking.preflight()),
    trace: (turn, trace) => inspector.record(turn, trace),
    async sending(turn, messages, { conversation }) {
      running();
      await (await records?.())?.sending(conversation, turn, messages);
    },
    ended(turn, { conversation }) {
      void records?.().then((opened) => opened.ended(conversation, turn));
      running();
      void notifyEnded(vscode, turn, settings.current.notifyWhenDone, () => void view.reveal());
    },
    panelStateChanged: () => pages.panelStateChanged(),
    forgotten: (chat) => panels.close(chat),
    unreadable(error) {
      write(`A conversation could not be loaded: ${error instanceof Error ? error.name : 'unknown'}`);
      void vscode.window.showWarningMessage(l10n.t('A conversation could not be read. Its file was not changed.'));
    },
    quarantined(file) {
      void vscode.window.showWarningMessage(
        l10n.t('A conversation file is damaged and was moved to {0}. Nothing was deleted.', file),
      );
    },
  });
  const running = () =>
    setContext(
      CONTEXT_KEYS.running,
      chats.all().some(({ session }) => session.running !== null),
    );

  const asking: AskingPorts = {
    settings: () => settings.current,
    services,
    preflight: () => ({
      confirmModes: settings.current.confirmModes,
      salt,
      digest: sha256,
      guard: keeping.guard,
      spend: records ? async (draft) => (await records()).spend(draft) : undefined,
    }),
    blockingReason: () => blockingReason(services, l10n),
    emptyQuestion: l10n.t('Enter a question first.'),
    modeNotAllowed: l10n.t('This folder does not allow this research mode. Choose another mode.'),
    runningElsewhere: l10n.t(
      'Another window is answering a question in this conversation. Wait until it is complete, or start a new conversation.',
    ),
    asked() {
      running();
      setContext(CONTEXT_KEYS.asked, true);
    },
  };
  const used = (chat: Chat, turn: Turn, action: AnswerAction): void => {
    const { conversation } = chat.session;
    void records?.().then((opened) => opened.used(conversation, turn, action));
  };
  const answerActions = async () =>
    (await import('./answers/answerActions.ts')).createAnswerActions({ vscode, version, used, redact });
  const sources = createSourceActions({
    vscode,
    open: { vscode, roots: () => [...openedFolders(vscode), ...(services.library?.folders() ?? [])] },
    opened: () => setContext(CONTEXT_KEYS.openedSource, true),
    reviewed({ session: { conversation } }, turn, source) {
      const current = conversation.turns.find(({ id }) => id === turn.id) ?? turn;
      void records?.().then((opened) => opened.reviewed(conversation, current, source));
    },
  });
  const sourcesTree = own(createSourcesTree(vscode));
  const pages = createPages({
    vscode,
    extensionUri: context.extensionUri,
    handlers: (beside) =>
      createPageHandlers({
        vscode,
        asking,
        sources,
        answerActions,
        runAction: (action, page) => actions(action, page),
        beside,
      }),
    panelState: (chat) =>
      getPanelState(
        {
          chat,
          settings: settings.current,
          readiness: services.readiness,
          service: services.service,
          indexing: services.library?.indexing ?? null,
          storeWarning: store.warning,
          notice:
            services.keyState === 'session'
              ? l10n.t('The API key could not be stored. It is used until this window closes.')
              : (services.library?.problem ?? null),
        },
        l10n,
      ),
    onError(error) {
      write(`An action of the page failed: ${describeFailure(error)}`);
      return redact(error instanceof Error ? error.message : String(error));
    },
    log: write,
  });
  const view = createChatView({
    vscode,
    chats,
    pages,
    memento: context.workspaceState,
    onDidShow() {
      running();
      if (view.current) sourcesTree.show(view.current);
    },
  });
  const panels = createChatPanels({
    vscode,
    extensionUri: context.extensionUri,
    chats,
    pages,
    memento: context.workspaceState,
    keep: (chat) => chat === view.current || pages.isShown(chat),
  });
  const keyCommands = async () =>
    (await import('./connection/keyCommands.ts')).createKeyCommands({ vscode, settings, keys, services });
  const libraryCommands = async () =>
    (await import('./library/libraryCommands.ts')).createLibraryCommands(vscode, () => services.library);
  const kept = createKeepingCommands({ vscode, store, chats, view, records, sources, sourcesTree });
  own(kept.tree);
  const commands = createCommands({
    vscode,
    settings: () => settings.current,
    asking,
    chats,
    view,
    panels,
    keyCommands,
    libraryCommands,
    inspector,
    keeping: kept.commands,
    answerActions,
    exported: (chat, turn) => used(chat, turn, 'exported'),
    newId,
    redact,
    extensionId: context.extension.id,
  });
  const actions = createPageActions({ vscode, commands, chats, inspector });

  own(watchOutdatedSelections(vscode, chats.all, systemClock));
  own(store.onDidChange((change) => change.type === 'warning' && pages.panelStateChanged()));
  own(settings.onDidChange(() => pages.panelStateChanged()));
  own(
    services.onDidChange(() => {
      pages.panelStateChanged();
      setContext(CONTEXT_KEYS.hosted, services.library === null);
      setContext(CONTEXT_KEYS.hasKey, hasKey(services.keyState));
      const { indexing } = services.library ?? { indexing: null };
      view.describe(indexing ? l10n.t('Reading {0} of {1}', indexing.done, indexing.total) : undefined);
    }),
  );
  // A keyring that waits for its password must not keep the chat from being shown.
  const prepared = Promise.race([services.refresh(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

  return {
    commands,
    conversations: kept.tree,
    sources: sourcesTree,
    async resolveView(next) {
      await prepared;
      await view.resolve(next);
      // While the user writes the first question, the library is brought up to date.
      const { library } = services;
      if (library) void vscode.window.withProgress({ location: { viewId: CHAT_VIEW } }, () => library.warmUp());
    },
    async restorePanel(panel, state) {
      await prepared;
      await panels.restore(panel, state);
    },
    eventsDocument: (uri) => inspector.document(uri),
    async close() {
      await chats.close();
      await store.flush();
      await keeping.flush();
    },
  };
}

/** Milliseconds that the first page waits for the key to be looked up. */
const PATIENCE = 1000;

/** Fresh in each window, so that a page cannot make a token of its own. */
const salt = crypto.randomUUID();

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function openedFolders(vscode: typeof Vscode): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map((folder) => folder.uri.fsPath);
}
