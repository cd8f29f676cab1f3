/** Registers everything that VS Code may call, each with a handler that loads the host when it is first called. */
import type * as Vscode from 'vscode';
import type { CodeAction, ExtensionContext } from 'vscode';
import {
  CHAT_PANEL,
  CHAT_VIEW,
  COMMANDS,
  CONVERSATIONS_VIEW,
  type CommandId,
  EVENTS_SCHEME,
  SOURCES_VIEW,
} from './contributions.ts';
import type { Host } from './host.ts';

export function register(vscode: typeof Vscode, context: ExtensionContext, load: () => Promise<Host>): void {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(CHAT_VIEW, {
      resolveWebviewView: async (view) => (await load()).resolveView(view),
    }),
    vscode.window.createTreeView(CONVERSATIONS_VIEW, {
      treeDataProvider: treeProvider(vscode, async () => (await load()).conversations),
      canSelectMany: true,
    }),
    vscode.window.createTreeView(SOURCES_VIEW, {
      treeDataProvider: treeProvider(vscode, async () => (await load()).sources),
    }),
    vscode.window.registerWebviewPanelSerializer(CHAT_PANEL, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restorePanel(panel, state),
    }),
    vscode.workspace.registerTextDocumentContentProvider(EVENTS_SCHEME, {
      provideTextDocumentContent: async (uri) => (await load()).eventsDocument(uri),
    }),
    vscode.languages.registerCodeActionsProvider(
      [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-vfs' }, { scheme: 'vscode-remote' }],
      { provideCodeActions: (_document, range) => askAboutSelection(vscode, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.Empty.append('fiscal')] },
    ),
    ...COMMANDS.map((id: CommandId) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => (await load()).commands[id](...args)),
    ),
  );
}

/** A tree whose provider is loaded when the tree is first shown. VS Code needs a provider as soon as the view exists. */
function treeProvider<T>(
  vscode: Pick<typeof Vscode, 'EventEmitter'>,
  load: () => Promise<Vscode.TreeDataProvider<T>>,
): Vscode.TreeDataProvider<T> {
  const changed = new vscode.EventEmitter<T | T[] | null | undefined>();
  let loading: Promise<Vscode.TreeDataProvider<T>> | undefined;
  const provider = () => {
    loading ??= load().then((loaded) => {
      loaded.onDidChangeTreeData?.((element) => changed.fire(element ?? undefined));
      return loaded;
    });
    return loading;
  };
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
