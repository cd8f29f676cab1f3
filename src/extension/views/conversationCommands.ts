/** The commands of the tree of conversations: open, search, rename, pin, archive, delete. */
import type * as Vscode from 'vscode';
import type { Change } from '../../conversation/change.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import type { ConversationStore, ConversationSummary } from '../../conversation/store.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import { conversationItem, plainLine } from './conversationItem.ts';
import { findQuery, pickHit } from './searchConversations.ts';

export interface ConversationCommandDeps {
  readonly vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'env' | 'ThemeIcon' | 'workspace'>;
  readonly store: Pick<ConversationStore, 'list' | 'search' | 'remove'>;
  /** Shows a conversation in the chat; `turnId`: on the branch with this turn; `query`: at the first place with these words. */
  readonly open: (id: string, turnId: string | null, query: string | null) => Promise<void>;
  /** Applies a change to a conversation, open or not, and saves it. */
  readonly apply: (id: string, change: Change) => Promise<void>;
  /** Reads a conversation as it is. Null if it cannot be read. */
  readonly read: (id: string) => Promise<Conversation | null>;
  /** Stores a deleted conversation again. */
  readonly restore: (conversation: Conversation) => void;
  /** Closes a conversation that is about to be deleted. */
  readonly forget: (id: string) => void;
}

/** UTF-16 units. */
const MAX_TITLE = 200;

export function createConversationCommands(deps: ConversationCommandDeps) {
  const { vscode, store } = deps;
  const { window, l10n } = vscode;

  /** Returns the selected conversations, else the clicked one, else the one that the user picks. */
  async function choose(args: readonly unknown[]): Promise<ConversationSummary[]> {
    const list = await store.list();
    const ids = (Array.isArray(args[1]) ? args[1] : [args[0]]).flatMap(idOf);
    if (ids.length > 0) return list.filter(({ id }) => ids.includes(id));
    if (list.length === 0) {
      void window.showInformationMessage(l10n.t('There are no saved conversations yet. Ask a question first.'));
      return [];
    }
    const picked = await window.showQuickPick(list.map(pickItem), { placeHolder: l10n.t('Select a conversation') });
    return picked ? [picked.summary] : [];
  }

  function pickItem(summary: ConversationSummary) {
    const { label, description, icon } = conversationItem(summary, Date.now(), documentLanguage(vscode));
    return { label, description, iconPath: new vscode.ThemeIcon(icon), summary };
  }

  /** Returns the clicked conversation, even if several are selected, else the one that the user picks. */
  async function chooseOne(args: readonly unknown[]): Promise<ConversationSummary | undefined> {
    return (await choose(args.slice(0, 1)))[0];
  }

  async function applyToChosen(args: readonly unknown[], change: Change): Promise<void> {
    for (const { id } of await choose(args)) await deps.apply(id, change);
  }

  /** The deleted conversations are only in memory, until the message is closed. */
  async function offerUndo(deleted: readonly Conversation[]): Promise<void> {
    const undo = l10n.t('Undo');
    const text =
      deleted.length === 1
        ? l10n.t('Deleted “{0}”.', plainLine(deleted[0]?.title ?? '') || l10n.t('New conversation'))
        : l10n.t('Deleted {0} conversations.', formatNumber(deleted.length, vscode.env));
    if ((await window.showInformationMessage(text, undo)) !== undo) return;
    for (const conversation of deleted) deps.restore(conversation);
  }

  return {
    async 'fiscal.openConversation'(...args: unknown[]) {
      const summary = await chooseOne(args);
      if (summary) await deps.open(summary.id, null, null);
    },
    async 'fiscal.renameConversation'(...args: unknown[]) {
      const summary = await chooseOne(args);
      if (!summary) return;
      const title = await window.showInputBox({
        title: l10n.t('Rename Conversation'),
        value: plainLine(summary.title),
        validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a name for the conversation.') : undefined),
      });
      if (title === undefined || title.trim() === '') return;
      await deps.apply(summary.id, { type: 'titled', title: title.trim().slice(0, MAX_TITLE), hasCustomTitle: true });
    },
    'fiscal.pinConversation': (...args: unknown[]) => applyToChosen(args, { type: 'pinned', pinned: true }),
    'fiscal.unpinConversation': (...args: unknown[]) => applyToChosen(args, { type: 'pinned', pinned: false }),
    'fiscal.archiveConversation': (...args: unknown[]) => applyToChosen(args, { type: 'archived', archived: true }),
    'fiscal.unarchiveConversation': (...args: unknown[]) => applyToChosen(args, { type: 'archived', archived: false }),
    async 'fiscal.deleteConversation'(...args: unknown[]) {
      const summaries = await choose(args);
      const [first] = summaries;
      if (!first) return;
      const action = l10n.t('Delete');
      const text =
        summaries.length === 1
          ? l10n.t('Delete “{0}”?', plainLine(first.title) || l10n.t('New conversation'))
          : l10n.t('Delete {0} conversations?', formatNumber(summaries.length, vscode.env));
      const conversations = await Promise.all(summaries.map(({ id }) => deps.read(id)));
      const details = [
        summaries.some(({ runningElsewhere }) => runningElsewhere)
          ? l10n.t('An answer is in progress in another window.')
          : l10n.t('The file is deleted.'),
        conversations.includes(null)
          ? l10n.t('Conversations that cannot be read cannot be restored.')
          : l10n.t('You can undo this only right afterwards.'),
      ];
      if ((await window.showWarningMessage(text, { modal: true, detail: details.join(' ') }, action)) !== action)
        return;
      const deleted: Conversation[] = [];
      for (const { id } of summaries) {
        // The conversation can have changed while the message was open.
        const conversation = await deps.read(id);
        if (conversation) deleted.push(conversation);
        deps.forget(id);
        await store.remove(id);
      }
      if (deleted.length > 0) void offerUndo(deleted);
    },
    async 'fiscal.searchConversations'() {
      const { hit, query } = await pickHit(vscode, store, pickItem);
      if (hit)
        await deps.open(hit.summary.id, hit.turnId, hit.where === 'title' ? null : findQuery(hit.excerpt, query));
    },
  };
}

function idOf(argument: unknown): string[] {
  if (typeof argument === 'string') return [argument];
  if (typeof argument !== 'object' || argument === null || !('id' in argument)) return [];
  return typeof argument.id === 'string' ? [argument.id] : [];
}
