/** Creates the parts of the extension in the order of their dependencies. Loaded on first use. */
import type * as Vscode from 'vscode';
import { systemClock } from '../client/clock.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { AnswerAction } from './answers/answerActions.ts';
import { notifyEnded } from './answers/notify.ts';
import { registerAnswers } from './answers/registerAnswers.ts';
import { createSourceActions } from './answers/sourceActions.ts';
import { recordChanges } from './compliance/recordChanges.ts';
import { registerCompliance } from './compliance/registerCompliance.ts';
import { createApiKeys } from './connection/apiKey.ts';
import { createInspector } from './connection/eventInspector.ts';
import { redactKeys } from './connection/redactKeys.ts';
import { registerConnection } from './connection/registerConnection.ts';
import { createServices } from './connection/researchServices.ts';
import { setContext } from './contextKeys.ts';
import type { CommandHandlers, CommandId } from './contributions.ts';
import { describeFailure } from './describeFailure.ts';
import { disposeAll } from './disposables.ts';
import { registerLibrary } from './library/registerLibrary.ts';
import { createLanguageModels } from './model/languageModels.ts';
import { once } from './once.ts';
import { registerChatPanel } from './panel/registerChatPanel.ts';
import type { Platform } from './platform.ts';
import { registerSelectionCommands } from './selection/registerSelectionCommands.ts';
import type { Chat } from './session/chat.ts';
import { createChats } from './session/chats.ts';
import { createPreflight } from './session/preflight.ts';
import { watchSettings } from './settings.ts';
import type { ConversationTree } from './views/conversationsTree.ts';
import { registerConversationViews } from './views/registerConversationViews.ts';
import type { SourcesTree } from './views/sourcesTree.ts';

/** What extension.ts registers with VS Code. */
export interface Host {
  readonly commands: CommandHandlers;
  readonly conversations: ConversationTree;
  readonly sources: SourcesTree;
  resolveView(view: Vscode.WebviewView): Promise<void>;
  restorePanel(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
  eventsDocument(uri: Vscode.Uri): string;
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
  const keys = own(
    createApiKeys({
      vscode,
      secrets: context.secrets,
      memento: context.globalState,
      environmentKey: platform.environmentKey,
    }),
  );
  const modelKeys = own(
    createApiKeys({
      vscode,
      secrets: context.secrets,
      memento: context.globalState,
      purpose: 'modelKey',
      environmentKey: undefined,
    }),
  );
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
      guardPrompts: (model) => compliance.guardPrompts(model),
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
  const connection = own(registerConnection({ vscode, settings, keys, services, inspector, models, modelKeys }));
  const library = own(registerLibrary({ vscode, library: () => services.library }));
  const { openComplianceServices } = platform;
  const compliance = own(
    registerCompliance({ vscode, settings, store, memento: context.workspaceState, openComplianceServices }),
  );
  const preflight = createPreflight({
    confirmModes: () => settings.current.confirmModes,
    guard: compliance.guard,
    spend: compliance.usageLimits,
  });
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
        recordChanges(compliance),
        notifyEnded(
          vscode,
          () => settings.current.notifyWhenDone,
          () => void vscode.commands.executeCommand('fiscal.openChat' satisfies CommandId),
        ),
      ],
      onUnreadable(error) {
        log(`A conversation could not be loaded: ${describeFailure(error)}`);
        void window.showWarningMessage(l10n.t('A conversation could not be read. Its file was not changed.'));
      },
      onQuarantined(file, extent) {
        void window.showWarningMessage(
          extent === 'whole'
            ? l10n.t('A conversation file is damaged and was moved to {0}. Nothing was deleted.', file)
            : l10n.t(
                'A conversation file is damaged. The damaged lines were skipped. A copy of the file is in {0}.',
                file,
              ),
        );
      },
    }),
  );
  compliance.startCleanup((id) => chats.all().some(({ session }) => session.conversation.id === id));

  const used = (chat: Chat, turn: Turn, action: AnswerAction) =>
    compliance.used(chat.session.conversation, turn, action);
  const answerActions = once(async () => {
    const { createAnswerActions } = await import('./answers/answerActions.ts');
    return createAnswerActions({ vscode, version, used, redact });
  });
  const sources = createSourceActions({
    vscode,
    roots: () => [...openedFolders(vscode), ...(services.library?.folders() ?? [])],
    opened: () => setContext(vscode, 'openedSource', true),
  });
  const submit = { l10n, settings: () => settings.current, services, preflight };
  const panel = own(
    registerChatPanel({
      vscode,
      context,
      settings,
      services,
      store,
      chats,
      submit,
      answerActions,
      sources,
      ready: Promise.race([services.refresh(), new Promise((resolve) => setTimeout(resolve, KEY_WAIT))]),
      onError(error) {
        log(`An action of the page failed: ${describeFailure(error)}`);
        return redact(error instanceof Error ? error.message : String(error));
      },
      log,
    }),
  );
  const { view, currentChat } = panel;
  const answers = own(registerAnswers({ vscode, currentChat, answerActions, used }));
  const selection = own(
    registerSelectionCommands({
      vscode,
      settings: submit.settings,
      submit,
      view,
      newId,
      chats,
      clock: systemClock,
    }),
  );
  const views = own(registerConversationViews({ vscode, store, chats, view, sources, newId }));

  return {
    // This does not compile if a command has no handler.
    commands: {
      ...connection.commands,
      ...library.commands,
      ...compliance.commands,
      ...panel.commands,
      ...answers.commands,
      ...selection.commands,
      ...views.commands,
    },
    conversations: views.conversations,
    sources: views.sources,
    resolveView: panel.resolveView,
    restorePanel: panel.restorePanel,
    eventsDocument: inspector.document,
    async close() {
      await chats.close();
      await store.flush();
      await compliance.flush();
    },
  };
}

function openedFolders({ workspace }: Pick<typeof Vscode, 'workspace'>): string[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
