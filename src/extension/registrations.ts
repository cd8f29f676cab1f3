/** Registers everything that VS Code may call, each with a handler that loads the host only when it is called. */

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
import type { Host } from './desktop.ts';
import { lazyTree } from './views/lazyTree.ts';

export function register(vscode: typeof Vscode, context: ExtensionContext, load: () => Host): void {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(CHAT_VIEW, {
      resolveWebviewView: (view) => load().resolveView(view),
    }),
    vscode.window.createTreeView(CONVERSATIONS_VIEW, {
      treeDataProvider: lazyTree(vscode, () => load().conversations),
      canSelectMany: true,
    }),
    vscode.window.createTreeView(SOURCES_VIEW, { treeDataProvider: lazyTree(vscode, () => load().sources) }),
    vscode.window.registerWebviewPanelSerializer(CHAT_PANEL, {
      deserializeWebviewPanel: (panel, state: unknown) => load().restorePanel(panel, state),
    }),
    vscode.workspace.registerTextDocumentContentProvider(EVENTS_SCHEME, {
      provideTextDocumentContent: (uri) => load().eventsDocument(uri),
    }),
    vscode.languages.registerCodeActionsProvider(
      [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-vfs' }, { scheme: 'vscode-remote' }],
      { provideCodeActions: (_document, range) => askAboutSelection(vscode, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.Empty.append('fiscal')] },
    ),
    ...COMMANDS.map((id: CommandId) =>
      vscode.commands.registerCommand(id, (...args: unknown[]) => load().commands[id](...args)),
    ),
  );
}

/** The lightbulb offers one thing, and only where text is selected. */
function askAboutSelection(vscode: typeof Vscode, range: Vscode.Range): CodeAction[] {
  if (range.isEmpty) return [];
  const title = vscode.l10n.t('Fiscal: Ask About Selection');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.Empty.append('fiscal'));
  action.command = { command: 'fiscal.askSelection' satisfies CommandId, title };
  return [action];
}
