/** Registers everything that VS Code may call, each with a handler that loads the host when it is first called. */
import type * as Vscode from 'vscode';
import type { CodeAction, ExtensionContext } from 'vscode';
import {
  CHAT_PANEL,
  CHAT_PARTICIPANT,
  CHAT_VIEW,
  COMMANDS,
  CONVERSATIONS_VIEW,
  type CommandId,
  DOCUMENT_SCHEME,
  EVENTS_SCHEME,
  FILES,
  LIBRARY_TOOL,
  MCP_PROVIDER,
  OVERVIEW_PANEL,
  PDF_EDITOR,
  PINNED_ANSWERS,
  RESEARCH_TOOL,
  SOURCES_VIEW,
  TEXT_EDITOR,
  WORKBOOK_EDITOR,
} from '../common/contributions.ts';
import { once } from '../common/once.ts';
import type { Host } from './host.ts';

/** Characters before and after a position among which a citation has a digit. */
const NEAR = 40;

/** Whether there is a digit near the position. The parser of citations is not loaded where there is none. */
function mayCite(document: Vscode.TextDocument, { line, character }: Vscode.Position): boolean {
  const { text } = document.lineAt(line);
  return /\d/.test(text.slice(Math.max(0, character - NEAR), character + NEAR));
}

export function register(vscode: typeof Vscode, context: ExtensionContext, load: () => Promise<Host>): void {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(CHAT_VIEW, {
      resolveWebviewView: async (view) => (await load()).resolveView(view),
    }),
    vscode.window.createTreeView(CONVERSATIONS_VIEW, {
      treeDataProvider: treeProvider(vscode, async () => (await load()).conversations()),
      canSelectMany: true,
    }),
    vscode.window.createTreeView(SOURCES_VIEW, {
      treeDataProvider: treeProvider(vscode, async () => (await load()).sources()),
    }),
    vscode.window.registerWebviewPanelSerializer(CHAT_PANEL, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restorePanel(panel, state),
    }),
    vscode.window.registerWebviewPanelSerializer(OVERVIEW_PANEL, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restoreOverview(panel, state),
    }),
    vscode.workspace.registerTextDocumentContentProvider(EVENTS_SCHEME, {
      provideTextDocumentContent: async (uri) => (await load()).eventsDocument(uri),
    }),
    vscode.languages.registerHoverProvider(FILES, {
      async provideHover(document, position, token) {
        if (!mayCite(document, position)) return undefined;
        const { citationAt } = await import('../citations/fileCitations.ts');
        const citation = citationAt(vscode, document, position);
        if (token.isCancellationRequested) return undefined;
        if (!citation) {
          const { amountAt } = await import('../citations/amountAt.ts');
          const amount = amountAt(vscode, document, position);
          return amount ? (await load()).amountHover(amount) : undefined;
        }
        const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.toString() ?? null;
        return (await load()).hover(citation, folder);
      },
    }),
    vscode.workspace.registerTextDocumentContentProvider(DOCUMENT_SCHEME, {
      provideTextDocumentContent: async (uri) => (await load()).documentText(uri),
    }),
    vscode.window.registerCustomEditorProvider(
      PDF_EDITOR,
      {
        openCustomDocument: (uri) => ({ uri, dispose() {} }),
        resolveCustomEditor: async ({ uri }, panel) => (await load()).resolvePdf(uri, panel),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    vscode.window.registerCustomEditorProvider(
      WORKBOOK_EDITOR,
      {
        openCustomDocument: (uri) => ({ uri, dispose() {} }),
        resolveCustomEditor: async ({ uri }, panel) => (await load()).resolveWorkbook(uri, panel),
      },
      // A large workbook takes a second to read.
      { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: true } },
    ),
    vscode.window.registerCustomEditorProvider(TEXT_EDITOR, {
      openCustomDocument: (uri) => ({ uri, dispose() {} }),
      resolveCustomEditor: async ({ uri }, panel) => (await load()).resolveText(uri, panel),
    }),
    vscode.languages.registerCodeActionsProvider(
      FILES,
      { provideCodeActions: (_document, range) => askAboutSelection(vscode, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.Empty.append('fiscal')] },
    ),
    registerParticipant(vscode, context, load),
    ...registerMcpServers(vscode, load),
    registerTool(vscode, RESEARCH_TOOL, async () => (await (await load()).chat.tools()).research),
    registerTool(vscode, LIBRARY_TOOL, async () => (await (await load()).chat.tools()).library),
    ...COMMANDS.map((id: CommandId) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => (await load()).commands[id](...args)),
    ),
  );
  showPinnedAnswers(vscode, context, load);
}

/** Loads the host when a file with a pinned answer is first shown. Without pinned answers nothing is watched. */
function showPinnedAnswers(vscode: typeof Vscode, context: ExtensionContext, load: () => Promise<Host>): void {
  const pins = context.workspaceState.get<unknown>(PINNED_ANSWERS);
  if (!Array.isArray(pins)) return;
  const files = new Set(pins.map((pin: unknown) => typeof pin === 'object' && pin && 'uri' in pin && pin.uri));
  const check = (editors: readonly Vscode.TextEditor[]) => {
    if (!editors.some(({ document }) => files.has(document.uri.toString()))) return;
    listener.dispose();
    // What uses the host next loads it again and shows the failure.
    load().catch(() => {});
  };
  const listener = vscode.window.onDidChangeVisibleTextEditors(check);
  context.subscriptions.push(listener);
  check(vscode.window.visibleTextEditors);
}

/** `@fiscal` in VS Code's Chat. */
function registerParticipant(
  vscode: typeof Vscode,
  { extensionUri }: ExtensionContext,
  load: () => Promise<Host>,
): Vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(CHAT_PARTICIPANT, async (...request) =>
    (await load()).chat.answer(...request),
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'fiscal.svg');
  participant.followupProvider = { provideFollowups: async (result) => (await load()).chat.followUps(result) };
  return participant;
}

function registerMcpServers(vscode: typeof Vscode, load: () => Promise<Host>): Vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>();
  const chat = once(async () => {
    const loaded = (await load()).chat;
    loaded.onDidChangeMcpServers(() => changed.fire());
    return loaded;
  });
  const provider = vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () => (await chat()).mcpServers(),
    resolveMcpServerDefinition: async (server) => (await chat()).startMcpServer(server),
  });
  return [changed, provider];
}

/** A tool that agents can call. */
function registerTool(
  { lm }: typeof Vscode,
  name: string,
  load: () => Promise<Required<Vscode.LanguageModelTool<unknown>>>,
): Vscode.Disposable {
  return lm.registerTool<unknown>(name, {
    prepareInvocation: async (options, token) => (await load()).prepareInvocation(options, token),
    invoke: async (options, token) => (await load()).invoke(options, token),
  });
}

/** A tree whose provider is loaded when the tree is first shown. VS Code needs a provider as soon as the view exists. */
function treeProvider<T>(
  vscode: Pick<typeof Vscode, 'EventEmitter'>,
  load: () => Promise<Vscode.TreeDataProvider<T>>,
): Vscode.TreeDataProvider<T> {
  const changed = new vscode.EventEmitter<T | T[] | null | undefined>();
  const provider = once(async () => {
    const loaded = await load();
    loaded.onDidChangeTreeData?.((element) => changed.fire(element ?? undefined));
    return loaded;
  });
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (element) => (await provider()).getChildren(element),
    getTreeItem: async (element) => (await provider()).getTreeItem(element),
  };
}

/** Offers one code action if text is selected. */
function askAboutSelection(vscode: typeof Vscode, range: Vscode.Range): CodeAction[] {
  if (range.isEmpty) return [];
  const title = vscode.l10n.t('Fiscal: Ask About Selection');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.Empty.append('fiscal'));
  action.command = { command: 'fiscal.askSelection' satisfies CommandId, title };
  return [action];
}
