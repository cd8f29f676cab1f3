/** The native tree of conversations. Its list is read when it is shown, and again, at most a few times a second, when it changed. */
import type * as Vscode from 'vscode';
import type { ConversationStore, ConversationSummary } from '../../conversation/store.ts';
import { conversationItem } from './conversationItem.ts';

/** Milliseconds in which changes are joined. */
const JOIN = 250;

export interface ConversationTree extends Vscode.TreeDataProvider<ConversationSummary>, Vscode.Disposable {
  readonly onDidChangeTreeData: Vscode.Event<undefined>;
}

export function createConversationTree(
  vscode: Pick<typeof Vscode, 'EventEmitter' | 'ThemeIcon' | 'TreeItem' | 'l10n'>,
  store: Pick<ConversationStore, 'list' | 'onDidChange'>,
  now: () => number = Date.now,
): ConversationTree {
  const changed = new vscode.EventEmitter<undefined>();
  let pending: ReturnType<typeof setTimeout> | null = null;
  const subscription = store.onDidChange((change) => {
    if (change.type === 'warning' || pending) return;
    pending = setTimeout(() => {
      pending = null;
      changed.fire(undefined);
    }, JOIN);
  });

  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (element) => (element ? [] : store.list()),
    getTreeItem(summary) {
      const { label, description, icon, tooltip, contextValue } = conversationItem(summary, now(), vscode.l10n);
      const item = new vscode.TreeItem(label);
      item.id = summary.id;
      item.description = description;
      item.iconPath = new vscode.ThemeIcon(icon);
      item.tooltip = tooltip;
      item.contextValue = contextValue;
      item.command = { command: 'fiscal.openConversation', title: vscode.l10n.t('Open'), arguments: [summary.id] };
      return item;
    },
    dispose() {
      if (pending) clearTimeout(pending);
      subscription.dispose();
      changed.dispose();
    },
  };
}
