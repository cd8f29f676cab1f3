/** What can be done with a conversation of the tree: open, search, rename, pin, delete. */
import type * as Vscode from 'vscode';
import type { Change } from '../../conversation/changes.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { ConversationStore, ConversationSummary, Hit } from '../../conversation/store.ts';
import { conversationItem, plainLine } from './conversationItem.ts';

export interface ConversationCommandDeps {
  readonly vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'ThemeIcon'>;
  readonly store: Pick<ConversationStore, 'list' | 'search' | 'remove'>;
  /** Shows a conversation in the chat; `turnId`: on the branch with this turn; `query`: at the first place with these words. */
  readonly open: (id: string, turnId: string | null, query: string | null) => Promise<void>;
  /** Applies a change to a conversation, open or not, and saves it. */
  readonly apply: (id: string, change: Change) => Promise<void>;
  /** Reads a conversation as it is. Null if it cannot be read. */
  readonly read: (id: string) => Promise<Conversation | null>;
  /** Stores a deleted conversation again. */
  readonly restore: (conversation: Conversation) => void;
  /** Lets go of a conversation that is about to be deleted. */
  readonly forget: (id: string) => void;
}

/** Milliseconds without a key after which a search begins. */
const PAUSE = 60;
const MAX_TITLE = 200;

export function createConversationCommands(deps: ConversationCommandDeps) {
  const { vscode, store } = deps;
  const { window, l10n } = vscode;

  /** The conversations that the tree handed over: those selected, else the one clicked, else the one that the user picks. */
  async function chosen(args: readonly unknown[]): Promise<ConversationSummary[]> {
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
    const { label, description, icon } = conversationItem(summary, Date.now(), l10n);
    return { label, description, iconPath: new vscode.ThemeIcon(icon), summary };
  }

  async function pin(args: readonly unknown[], pinned: boolean): Promise<void> {
    for (const { id } of await chosen(args)) await deps.apply(id, { type: 'pinned', pinned });
  }

  async function archive(args: readonly unknown[], archived: boolean): Promise<void> {
    for (const { id } of await chosen(args)) await deps.apply(id, { type: 'archived', archived });
  }

  /** The deleted conversations are only in memory, until the message is closed. */
  async function offerUndo(deleted: readonly Conversation[]): Promise<void> {
    const undo = l10n.t('Undo');
    const text =
      deleted.length === 1
        ? l10n.t('Deleted “{0}”.', plainLine(deleted[0]?.title ?? '') || l10n.t('New conversation'))
        : l10n.t('Deleted {0} conversations.', deleted.length);
    if ((await window.showInformationMessage(text, undo)) !== undo) return;
    for (const conversation of deleted) deps.restore(conversation);
  }

  return {
    async 'fiscal.openConversation'(...args: unknown[]) {
      const [summary] = await chosen(args);
      if (summary) await deps.open(summary.id, null, null);
    },
    async 'fiscal.renameConversation'(...args: unknown[]) {
      const [summary] = await chosen(args);
      if (!summary) return;
      const title = await window.showInputBox({
        title: l10n.t('Rename Conversation'),
        value: plainLine(summary.title),
        validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a name for the conversation.') : undefined),
      });
      if (title === undefined || title.trim() === '') return;
      await deps.apply(summary.id, { type: 'titled', title: title.trim().slice(0, MAX_TITLE), hasCustomTitle: true });
    },
    'fiscal.pinConversation': (...args: unknown[]) => pin(args, true),
    'fiscal.unpinConversation': (...args: unknown[]) => pin(args, false),
    'fiscal.archiveConversation': (...args: unknown[]) => archive(args, true),
    'fiscal.unarchiveConversation': (...args: unknown[]) => archive(args, false),
    async 'fiscal.deleteConversation'(...args: unknown[]) {
      const summaries = await chosen(args);
      const [first] = summaries;
      if (!first) return;
      const action = l10n.t('Delete');
      const text =
        summaries.length === 1
          ? l10n.t('Delete “{0}”?', plainLine(first.title) || l10n.t('New conversation'))
          : l10n.t('Delete {0} conversations?', summaries.length);
      const running = summaries.some(({ runningElsewhere }) => runningElsewhere);
      const detail = running
        ? l10n.t('An answer is in progress in another window. You can undo this only right afterwards.')
        : l10n.t('The file is deleted. You can undo this only right afterwards.');
      if ((await window.showWarningMessage(text, { modal: true, detail }, action)) !== action) return;
      const deleted: Conversation[] = [];
      for (const { id } of summaries) {
        const conversation = await deps.read(id);
        if (conversation) deleted.push(conversation);
        deps.forget(id);
        await store.remove(id);
      }
      if (deleted.length > 0) void offerUndo(deleted);
    },
    async 'fiscal.searchConversations'() {
      const { hit, query } = await pickHit();
      if (hit)
        await deps.open(hit.summary.id, hit.turnId, hit.where === 'title' ? null : findQuery(hit.excerpt, query));
    },
  };

  function pickHit(): Promise<{ hit: Hit | null; query: string }> {
    const pick = window.createQuickPick<Vscode.QuickPickItem & { hit?: Hit }>();
    pick.title = l10n.t('Search Conversations');
    pick.placeholder = l10n.t('Search questions, answers and sources');
    let abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const show = async (query: string) => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      pick.busy = true;
      try {
        const hits = await store.search(query, signal);
        if (signal.aborted) return;
        pick.items = hits.map((hit) => ({
          ...pickItem(hit.summary),
          detail: plainLine(hit.excerpt),
          // The store has chosen them by every word; VS Code's own filter would hide those whose label lacks the query.
          alwaysShow: true,
          hit,
        }));
      } finally {
        if (!signal.aborted) pick.busy = false;
      }
    };
    return new Promise((resolve) => {
      pick.onDidChangeValue((value) => {
        clearTimeout(timer);
        timer = setTimeout(() => void show(value), PAUSE);
      });
      pick.onDidAccept(() => {
        resolve({ hit: pick.selectedItems[0]?.hit ?? null, query: pick.value });
        pick.hide();
      });
      pick.onDidHide(() => {
        clearTimeout(timer);
        abort.abort();
        resolve({ hit: null, query: '' });
        pick.dispose();
      });
      pick.show();
    });
  }
}

/** The query if the excerpt contains it as a whole. Otherwise the first word of it that the excerpt contains. */
function findQuery(excerpt: string, query: string): string {
  const words = query.trim().split(/\s+/);
  const text = excerpt.toLowerCase();
  const whole = words.join(' ');
  if (text.replace(/\s+/g, ' ').includes(whole.toLowerCase())) return whole;
  return words.find((word) => text.includes(word.toLowerCase())) ?? whole;
}

function idOf(argument: unknown): string[] {
  if (typeof argument === 'string') return [argument];
  if (typeof argument !== 'object' || argument === null || !('id' in argument)) return [];
  return typeof argument.id === 'string' ? [argument.id] : [];
}
