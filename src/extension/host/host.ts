/** Creates the parts of the extension in the order of their dependencies. Loaded on first use. */
import type * as Vscode from 'vscode';
import { systemClock } from '../../client/clock.ts';
import type { AnswerAction } from '../../conversation/answerAction.ts';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { within } from '../../protocol/within.ts';
import { notifyEnded } from '../answers/notify.ts';
import { offerLanguageModel } from '../answers/offerLanguageModel.ts';
import { registerAnswers } from '../answers/registerAnswers.ts';
import { createSourceActions } from '../answers/sourceActions.ts';
import { type ChatIntegration, registerChatIntegration } from '../chat/registerChatIntegration.ts';
import type { FileAmount } from '../citations/amountAt.ts';
import type { FileCitation } from '../citations/fileCitations.ts';
import { registerCitations } from '../citations/registerCitations.ts';
import { setContext } from '../common/contextKeys.ts';
import type { CommandHandlers, CommandId } from '../common/contributions.ts';
import { describeFailure } from '../common/describeFailure.ts';
import { disposeAll } from '../common/disposables.ts';
import { localFolders } from '../common/localFolders.ts';
import { once } from '../common/once.ts';
import { watchSettings } from '../common/settings.ts';
import { registerCompliance } from '../compliance/registerCompliance.ts';
import { createApiKeys } from '../connection/apiKey.ts';
import { createInspector } from '../connection/eventInspector.ts';
import { redactKeys } from '../connection/redactKeys.ts';
import { registerConnection } from '../connection/registerConnection.ts';
import { createServices } from '../connection/researchServices.ts';
import { createSessions, withSessions } from '../connection/sessions.ts';
import { registerDocuments } from '../documents/registerDocuments.ts';
import { registerFirm } from '../firm/registerFirm.ts';
import { excludedWithin } from '../library/libraryFolders.ts';
import { registerLibrary } from '../library/registerLibrary.ts';
import { registerMatter } from '../matter/registerMatter.ts';
import { createLanguageModels } from '../model/languageModels.ts';
import { registerOverview } from '../overview/registerOverview.ts';
import { type ChatPanel, registerChatPanel } from '../panel/registerChatPanel.ts';
import { registerPins } from '../pins/registerPins.ts';
import { registerPublishers } from '../publishers/registerPublishers.ts';
import { registerSelectionCommands } from '../selection/registerSelectionCommands.ts';
import type { Chat } from '../session/chat.ts';
import { createChats } from '../session/chats.ts';
import type { Preflight } from '../session/preflight.ts';
import { showChatProblem } from '../session/showChatProblem.ts';
import { registerStatus } from '../status/registerStatus.ts';
import type { ConversationTree } from '../views/conversationsTree.ts';
import { registerConversationViews } from '../views/registerConversationViews.ts';
import type { SourcesTree } from '../views/sourcesTree.ts';
import type { Platform } from './platform.ts';

/** What extension.ts registers with VS Code. */
export interface Host {
  readonly commands: CommandHandlers;
  readonly conversations: () => Promise<ConversationTree>;
  readonly sources: () => Promise<SourcesTree>;
  readonly chat: ChatIntegration;
  resolveView(view: Vscode.WebviewView): Promise<void>;
  restorePanel(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
  restoreOverview(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
  eventsDocument(uri: Vscode.Uri): string;
  /** What the library has of the authority that a file cites. */
  hover(citation: FileCitation, folder: string | null): Promise<Vscode.Hover | undefined>;
  /** Passages of the library that state an amount of a file. */
  amountHover(amount: FileAmount): Promise<Vscode.Hover | undefined>;
  documentText(uri: Vscode.Uri): Promise<string>;
  resolvePdf(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  resolveWorkbook(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  resolveText(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  /** Saves all pending changes. */
  close(): Promise<void>;
}

/** Milliseconds that the first page waits for the API key. After that, the chat is shown even if the keyring is locked. */
const KEY_WAIT = 1000;

export function buildHost(vscode: typeof Vscode, context: Vscode.ExtensionContext, platform: Platform): Host {
  const parts: Vscode.Disposable[] = [];
  /** Disposes the part when the extension is deactivated. */
  const own = <Part extends Vscode.Disposable>(part: Part): Part => {
    parts.push(part);
    return part;
  };
  context.subscriptions.push({ dispose: () => disposeAll(parts) });
  const { l10n, window } = vscode;
  const newId = () => crypto.randomUUID();
  const version = String(context.extension.packageJSON.version ?? '');

  const settings = own(watchSettings(vscode));
  const secretsFor = (purpose: 'apiKey' | 'modelKey' | 'session') =>
    createApiKeys({
      vscode,
      secrets: context.secrets,
      memento: context.globalState,
      purpose,
      environmentKey: purpose === 'apiKey' ? platform.environmentKey : undefined,
    });
  const storedSessions = secretsFor('session');
  const sessions = createSessions({ vscode, stored: storedSessions });
  const keys = own(withSessions(secretsFor('apiKey'), sessions, storedSessions));
  const modelKeys = own(secretsFor('modelKey'));
  const redact = redactKeys(keys, modelKeys);
  const channel = own(window.createOutputChannel('Fiscal', { log: true }));
  const log = (line: string) => channel.info(redact(line));
  const store = own(platform.openStore());
  const models = own(
    createLanguageModels({
      vscode,
      settings,
      memento: context.globalState,
      openTransport: platform.openTransport,
      keyFor: modelKeys.get,
      guardPrompts: (model, guard) => compliance.guardPrompts(model, guard),
    }),
  );
  const services = own(
    createServices({
      vscode,
      ...platform,
      settings,
      keys,
      models,
      onModelCall: (askMode) => compliance.modelCalled(askMode),
      workerPath: vscode.Uri.joinPath(context.extensionUri, 'dist', 'worker.cjs').fsPath,
      indexFolder: vscode.Uri.joinPath(context.globalStorageUri, 'library').fsPath,
      redact,
      log,
    }),
  );
  const inspector = createInspector(vscode);
  const connection = own(
    registerConnection({
      vscode,
      settings,
      keys,
      services,
      inspector,
      models,
      modelKeys,
      sessions,
      extensionId: context.extension.id,
    }),
  );
  const { openPublishers } = platform;
  const publishers = own(
    registerPublishers({
      vscode,
      interval: platform.authorityFolder() === null ? 'never' : settings.current.authorityUpdates,
      memento: context.globalState,
      log,
      open:
        openPublishers &&
        (() =>
          openPublishers({
            version,
            mirror: () => settings.current.authorityMirror,
            changed: () => services.folderLibrary?.authoritiesChanged(),
            log,
          })),
    }),
  );
  const laws = async () => (platform.authorityFolder() === null ? [] : publishers.laws());
  const library = own(registerLibrary({ vscode, library: () => services.library, laws }));
  const { openComplianceServices } = platform;
  const compliance = own(
    registerCompliance({ vscode, settings, store, memento: context.workspaceState, openComplianceServices }),
  );
  const loadPreflight = once(async () => {
    const [{ createPreflight }, { confirmRisk }] = await Promise.all([
      import('../session/preflight.ts'),
      import('../session/confirmRisk.ts'),
    ]);
    return createPreflight({
      confirmModes: () => settings.current.confirmModes,
      guard: compliance.guard,
      checkUsage: compliance.checkUsage,
      confirmRisk: (risk) => confirmRisk(vscode, risk),
    });
  });
  const preflight: Preflight = async (request, conversation) => (await loadPreflight())(request, conversation);
  const chats = own(
    createChats({
      vscode,
      store,
      memento: context.workspaceState,
      clock: systemClock,
      newId,
      zeroRetention: () => settings.current.zeroRetention.on,
      preflight,
      onWireEvent: inspector.record,
      subscribers: [
        compliance.recorder,
        notifyEnded(
          vscode,
          () => settings.current.notifyWhenDone,
          () => void vscode.commands.executeCommand('fiscal.openChat' satisfies CommandId),
        ),
        offerLanguageModel(vscode, {
          memento: context.globalState,
          settings: () => settings.current,
          use: (model) => connection.useModel(model),
        }),
      ],
    }),
  );
  chats.onDidFail((problem) => showChatProblem(vscode, problem, log));
  compliance.startCleanup((id) => chats.all().some(({ session }) => session.conversation.id === id));

  const usedIn = (conversation: Conversation, turn: Turn, action: AnswerAction) => {
    setContext(vscode, 'usedAnswer', true);
    void compliance.used(conversation, turn, action);
  };
  const used = (chat: Chat, turn: Turn, action: AnswerAction) => usedIn(chat.session.conversation, turn, action);
  const clientNames = () => settings.current.privacy.clientNames;
  const isTemplateQuestion = ({ question }: Turn) =>
    settings.current.questions.some(({ text }) => text === question.text);
  const answerActions = once(async () => {
    const { createAnswerActions } = await import('../answers/answerActions.ts');
    return createAnswerActions({
      vscode,
      version,
      used,
      redact,
      memo: {
        template: () => settings.current.memoTemplate,
        home: platform.home,
        isTemplateQuestion,
        clientNames,
        logEntries: compliance.logEntries,
      },
    });
  });
  const documents = own(
    registerDocuments({
      vscode,
      extensionUri: context.extensionUri,
      reader: () => services.folderLibrary?.reader() ?? null,
      clock: systemClock,
    }),
  );
  const roots = () => [
    ...localFolders(vscode.workspace).map(({ uri }) => uri.fsPath),
    ...(services.folderLibrary?.folders() ?? []),
  ];
  const firm = own(
    registerFirm({
      vscode,
      settings,
      client: services.firmServer,
      showPlaces: documents.showPlaces,
      folderOfChat: () => matter.folderOfChat(),
    }),
  );
  const sources = createSourceActions({
    vscode,
    documents: documents.opener,
    server: firm.documents,
    roots,
    opened: () => setContext(vscode, 'openedSource', true),
  });
  const overview = own(
    registerOverview({
      vscode,
      extensionUri: context.extensionUri,
      home: platform.home,
      clock: systemClock,
      library: () => services.folderLibrary,
      documents: documents.opener,
      roots,
    }),
  );
  const attach = { vscode, newId, reader: () => services.folderLibrary?.reader() ?? null };
  const submit = { l10n, settings: () => settings.current, services, preflight };
  /** Logs a failure and returns the message for the user. */
  const messageOf = (event: string) => (error: unknown) => {
    log(`${event}: ${describeFailure(error)}`);
    return redact(error instanceof Error ? error.message : String(error));
  };
  const ready = within(services.refresh(), KEY_WAIT);
  const panel: ChatPanel = own(
    registerChatPanel({
      vscode,
      context,
      settings,
      services,
      store,
      chats,
      submit,
      attach,
      showWorkbook: documents.opener.showWorkbook,
      answerActions,
      pinAnswer: async (chat, turn) => pins.pin(chat, turn),
      openAuthority: (...args) => citations.openQuoted(...args),
      sources,
      ready,
      onError: messageOf('An action of the page failed'),
      log,
    }),
  );
  const status = own(registerStatus({ vscode, panel, settings }));
  const { view, currentChat } = panel;
  const matter = own(registerMatter({ vscode, settings, currentChat }));
  const answers = own(
    registerAnswers({
      vscode,
      currentChat,
      answerActions,
      home: platform.home,
      clientNames,
      isTemplateQuestion,
      used: usedIn,
      read: (id) => views.read(id),
      outdated: {
        store,
        opened: () => chats.all().map(({ session }) => session.conversation),
        replaced: async () => (platform.authorityFolder() === null ? [] : publishers.replaced()),
        pins: () => pins.all(),
      },
    }),
  );
  const selection = own(
    registerSelectionCommands({
      ...attach,
      settings: submit.settings,
      submit,
      view,
      chats,
      clock: systemClock,
      selectedCells: documents.selectedCells,
    }),
  );
  const citations = own(
    registerCitations({
      vscode,
      settings,
      library: () => services.folderLibrary,
      onDidChangeLibrary: services.onDidChange,
      store,
      chats,
      documents: documents.opener,
      roots,
      async compose(question) {
        await view.reveal();
        view.compose(question);
      },
    }),
  );
  const pins = own(
    registerPins({ vscode, memento: context.workspaceState, currentChat, store, chats, clock: systemClock }),
  );
  const chat = registerChatIntegration({
    vscode,
    submit,
    services,
    chats,
    newId,
    now: systemClock.now,
    roots,
    textUri: documents.opener.textUri,
    isShown: panel.isShown,
    async compose(text) {
      await view.reveal();
      view.compose(text);
    },
    ready,
    onError: messageOf('A request of the Chat failed'),
    guardTexts: compliance.guardTexts,
    nodeProgram: platform.nodeProgram,
    programPath: vscode.Uri.joinPath(context.extensionUri, 'dist', 'fiscal.js').fsPath,
    library: () => {
      const laws = platform.authorityFolder();
      return {
        folders: (services.folderLibrary?.folders() ?? []).filter((folder) => folder !== laws),
        ...(laws !== null && { laws }),
        exclude: settings.current.library.exclude,
        excludeWithin: excludedWithin(vscode, settings.current),
      };
    },
    indexFolder: vscode.Uri.joinPath(context.globalStorageUri, 'library').fsPath,
    logFolder: context.globalStorageUri.fsPath,
    privacy: () => settings.current.privacy,
    version,
  });
  const views = own(registerConversationViews({ vscode, store, chats, view, sources, newId }));

  return {
    // This does not compile if a command has no handler.
    commands: {
      ...connection.commands,
      ...library.commands,
      ...publishers.commands,
      ...compliance.commands,
      ...documents.commands,
      ...overview.commands,
      ...panel.commands,
      ...status.commands,
      ...matter.commands,
      ...firm.commands,
      ...answers.commands,
      ...selection.commands,
      ...citations.commands,
      ...pins.commands,
      ...views.commands,
    },
    conversations: views.conversations,
    sources: views.sources,
    chat,
    resolveView: panel.resolveView,
    restorePanel: panel.restorePanel,
    restoreOverview: overview.restore,
    eventsDocument: inspector.document,
    hover: citations.hover,
    amountHover: citations.amountHover,
    documentText: documents.documentText,
    resolvePdf: documents.resolvePdf,
    resolveWorkbook: documents.resolveWorkbook,
    resolveText: documents.resolveText,
    async close() {
      const failures: unknown[] = [];
      // The log records what the conversations do while they are closed. It is written even if they cannot be saved.
      for (const save of [() => chats.close(), () => store.flush(), () => compliance.flush()]) {
        await save().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be saved.');
    },
  };
}
