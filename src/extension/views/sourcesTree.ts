/** The native tree of the sources of the conversation that the chat shows: questions, and under each what its answer refers to. */

import type * as Vscode from 'vscode';
import { activeBranch } from '../../conversation/branches.ts';
import type { StoredSource, Turn } from '../../conversation/conversation.ts';
import { baseName, selectionName, sourceOrigins } from '../../conversation/display.ts';
import { reviewLabel } from '../../conversation/labels.ts';
import { plainPassage } from '../../conversation/plainPassage.ts';
import type { Chat } from '../session/chat.ts';
import { plainLine } from './conversationItem.ts';

export type SourceNode =
  | { readonly type: 'turn'; readonly turnId: string }
  /** `source` is the place in the answer's list, from 0. */
  | { readonly type: 'source'; readonly turnId: string; readonly source: number };

export interface SourcesTree extends Vscode.TreeDataProvider<SourceNode>, Vscode.Disposable {
  readonly onDidChangeTreeData: Vscode.Event<undefined>;
  /** Follows this chat from now on. */
  show(chat: Chat): void;
  /** The chat that is followed, with the turn and place of a source in it. */
  find(node: unknown): { readonly chat: Chat; readonly turn: Turn; readonly source: number } | null;
}

/** Milliseconds in which changes are joined. */
const JOIN = 200;

const ICONS: Readonly<Record<StoredSource['review'], string>> = {
  unread: 'book',
  opened: 'eye',
  reliedOn: 'pass-filled',
  rejected: 'circle-slash',
};

export function createSourcesTree(
  vscode: Pick<typeof Vscode, 'EventEmitter' | 'ThemeIcon' | 'TreeItem' | 'TreeItemCollapsibleState' | 'l10n'>,
): SourcesTree {
  const { l10n, TreeItemCollapsibleState } = vscode;
  const changed = new vscode.EventEmitter<undefined>();
  let chat: Chat | null = null;
  let listening: Vscode.Disposable | null = null;
  let pending: ReturnType<typeof setTimeout> | null = null;

  const turns = () =>
    chat ? activeBranch(chat.session.conversation).filter((turn) => turn.answer.sources.length > 0) : [];

  function refreshSoon(): void {
    pending ??= setTimeout(() => {
      pending = null;
      changed.fire(undefined);
    }, JOIN);
  }

  function find(node: unknown): ReturnType<SourcesTree['find']> {
    if (!chat || typeof node !== 'object' || node === null || !('turnId' in node) || !('source' in node)) return null;
    const { turnId, source } = node;
    const turn = chat.session.conversation.turns.find(({ id }) => id === turnId);
    return turn && typeof source === 'number' && turn.answer.sources[source] ? { chat, turn, source } : null;
  }

  function turnItem(turnId: string): Vscode.TreeItem {
    const turn = turns().find(({ id }) => id === turnId);
    const isLast = turns().at(-1)?.id === turnId;
    const item = new vscode.TreeItem(
      (turn && questionLabel(turn)) || l10n.t('Question'),
      isLast ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
    );
    item.id = turnId;
    item.description = String(turn?.answer.sources.length ?? 0);
    item.contextValue = 'question';
    return item;
  }

  function sourceItem(node: Extract<SourceNode, { type: 'source' }>): Vscode.TreeItem {
    const sources = find(node)?.turn.answer.sources ?? [];
    const entry = sources[node.source];
    const item = new vscode.TreeItem(`${node.source + 1}. ${plainLine(entry?.title ?? '')}`);
    if (!entry) return item;
    const review = reviewLabel(entry.review, l10n);
    item.id = `${node.turnId} ${node.source}`;
    const origin = sourceOrigins(sources)[node.source] ?? '';
    item.description = [plainLine(entry.section ?? ''), plainLine(origin)].filter(Boolean).join(' · ');
    item.iconPath = new vscode.ThemeIcon(ICONS[entry.review]);
    item.tooltip = [
      plainLine(entry.title),
      entry.url ?? '',
      review,
      plainLine(plainPassage(entry.snippet?.slice(0, 600) ?? '')),
    ]
      .filter(Boolean)
      .join('\n');
    item.accessibilityInformation = { label: `${node.source + 1}. ${plainLine(entry.title)}, ${review}` };
    item.contextValue = `source ${entry.review}`;
    item.command = { command: 'fiscal.openSource', title: l10n.t('Open'), arguments: [node] };
    return item;
  }

  return {
    onDidChangeTreeData: changed.event,
    find,
    show(next) {
      if (next === chat) return;
      chat = next;
      listening?.dispose();
      listening = next.session.subscribe({
        changed(_seq, changes) {
          const shows = changes.some(
            ({ type }) => type !== 'text' && type !== 'step' && type !== 'usage' && type !== 'retry',
          );
          if (shows) refreshSoon();
        },
        replaced: refreshSoon,
      });
      refreshSoon();
    },
    getChildren(node) {
      if (!node) return turns().map(({ id }) => ({ type: 'turn', turnId: id }));
      const turn = node.type === 'turn' ? turns().find(({ id }) => id === node.turnId) : undefined;
      return (turn?.answer.sources ?? []).map((_, source) => ({ type: 'source', turnId: node.turnId, source }));
    },
    getTreeItem: (node) => (node.type === 'turn' ? turnItem(node.turnId) : sourceItem(node)),
    dispose() {
      if (pending) clearTimeout(pending);
      listening?.dispose();
      changed.dispose();
    },
  };
}

/** The selection is named first, because questions with one template differ only in it. */
function questionLabel({ question }: Turn): string {
  const [selection] = question.selections;
  const place = selection && selectionName(selection, baseName(selection.label));
  return plainLine([place, question.text].filter(Boolean).join(' · '));
}
