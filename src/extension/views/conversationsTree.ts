/** The tree of conversations. It reads the list when it is shown, and again after a change and when the ages of its items are outdated. */
import type * as Vscode from 'vscode';
import { type Clock, systemClock } from '../../client/clock.ts';
import type { ConversationStore, ConversationSummary } from '../../conversation/store.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import { type ConversationGroup, groupConversations } from './conversationGroups.ts';
import { conversationItem, plainLine } from './conversationItem.ts';

/** Milliseconds in which changes are combined into one refresh. */
const REFRESH_DELAY = 250;
/** Milliseconds after which the ages of the items are read again. They are shown in minutes. */
const AGE_DELAY = 60_000;

export type ConversationNode = ConversationSummary | ConversationGroup;

export interface ConversationTree extends Vscode.TreeDataProvider<ConversationNode>, Vscode.Disposable {
  readonly onDidChangeTreeData: Vscode.Event<undefined>;
}

export function createConversationTree(
  vscode: Pick<
    typeof Vscode,
    'EventEmitter' | 'ThemeIcon' | 'TreeItem' | 'TreeItemCollapsibleState' | 'l10n' | 'env' | 'workspace'
  >,
  store: Pick<ConversationStore, 'list' | 'onDidChange'>,
  clock: Clock = systemClock,
): ConversationTree {
  const { now } = clock;
  const changed = new vscode.EventEmitter<undefined>();
  let cancelRefresh: (() => void) | null = null;
  let cancelAges = () => {};
  const subscription = store.onDidChange((change) => {
    if (change.type === 'warning' || cancelRefresh) return;
    cancelRefresh = clock.after(REFRESH_DELAY, () => {
      cancelRefresh = null;
      changed.fire(undefined);
    });
  });
  /** VS Code reads a tree that is hidden when it is shown again, so the timer does not run while it is hidden. */
  const refreshAges = () => {
    cancelAges();
    cancelAges = clock.after(AGE_DELAY, () => changed.fire(undefined));
  };

  function groupItem({ key, label, expanded, conversations }: ConversationGroup): Vscode.TreeItem {
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(plainLine(label), expanded ? Expanded : Collapsed);
    item.id = `group ${key}`;
    item.description = String(conversations.length);
    item.contextValue = 'group';
    return item;
  }

  function summaryItem(summary: ConversationSummary): Vscode.TreeItem {
    const { label, description, icon, tooltip, contextValue } = conversationItem(
      summary,
      now(),
      documentLanguage(vscode),
    );
    const item = new vscode.TreeItem(label);
    item.id = summary.id;
    item.description = description;
    item.iconPath = new vscode.ThemeIcon(icon);
    item.tooltip = tooltip;
    item.contextValue = contextValue;
    item.command = { command: 'fiscal.openConversation', title: vscode.l10n.t('Open'), arguments: [summary.id] };
    return item;
  }

  return {
    onDidChangeTreeData: changed.event,
    async getChildren(element) {
      if (element) return 'conversations' in element ? [...element.conversations] : [];
      refreshAges();
      const groups = groupConversations(await store.list(), {
        now: now(),
        openedFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
        l10n: vscode.l10n,
      });
      const [first] = groups;
      // A single group needs no heading, unless the heading says that its conversations are archived or of another folder.
      return groups.length === 1 && first?.expanded ? [...first.conversations] : groups;
    },
    getTreeItem(node) {
      return 'conversations' in node ? groupItem(node) : summaryItem(node);
    },
    dispose() {
      cancelRefresh?.();
      cancelAges();
      subscription.dispose();
      changed.dispose();
    },
  };
}
