/** The search of conversations: those of the opened folders and of none, or of all folders. */
import type * as Vscode from 'vscode';
import { plainPassage } from '../../conversation/plainPassage.ts';
import { type ConversationStore, type ConversationSummary, type Hit, isElsewhere } from '../../conversation/store.ts';
import { chosenIn } from '../common/prompts.ts';
import { plainLine } from './conversationItem.ts';

/** Milliseconds between the last key and the search. */
const SEARCH_DELAY = 60;

/** Lets the user search conversations. Returns the hit that the user picked, and the query. */
export async function pickHit(
  vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'ThemeIcon' | 'workspace'>,
  store: Pick<ConversationStore, 'search' | 'list'>,
  itemOf: (summary: ConversationSummary) => Vscode.QuickPickItem,
): Promise<{ hit: Hit | null; query: string }> {
  const { window, l10n, ThemeIcon } = vscode;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  const searchAll = { iconPath: new ThemeIcon('folder-library'), tooltip: l10n.t('Search All Folders') };
  const searchOpened = { iconPath: new ThemeIcon('folder-opened'), tooltip: l10n.t('Search Only the Open Folder') };
  const pick = window.createQuickPick<Vscode.QuickPickItem & { hit?: Hit }>();
  pick.title = l10n.t('Search Conversations');
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let searchesAll = folders.length === 0;

  const showScope = () => {
    pick.placeholder = searchesAll
      ? l10n.t('Search questions, answers and sources of all folders')
      : l10n.t('Search questions, answers and sources of the open folder');
    if (folders.length > 0) pick.buttons = [searchesAll ? searchOpened : searchAll];
  };

  const nothingFound = () =>
    searchesAll
      ? l10n.t('No conversation has these words.')
      : l10n.t('No conversation of the open folder has these words. Search all folders with the button above.');

  const beforeSearch = async () => {
    const all = await store.list();
    if (all.some((summary) => searchesAll || !isElsewhere(summary, folders)))
      return l10n.t('Type words of a question, an answer or a source.');
    return all.length === 0
      ? l10n.t('There are no conversations yet.')
      : l10n.t('The open folder has no conversations yet. Search all folders with the button above.');
  };

  const search = async (query: string) => {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    pick.busy = true;
    try {
      if (query.trim() === '') {
        const label = await beforeSearch();
        if (!signal.aborted) pick.items = [{ label, alwaysShow: true }];
        return;
      }
      const hits = await store.search(query, searchesAll ? { signal } : { signal, folders });
      if (signal.aborted) return;
      // VS Code would hide hits whose label does not contain the query.
      const found = hits.map((hit) => {
        const item = itemOf(hit.summary);
        const detail = plainLine(plainPassage(hit.excerpt));
        // A first question is the title too.
        return { ...item, ...(!item.label.endsWith(detail) && { detail }), alwaysShow: true, hit };
      });
      pick.items = found.length > 0 ? found : [{ label: nothingFound(), alwaysShow: true }];
    } catch {
      if (!signal.aborted) pick.items = [{ label: l10n.t('The search failed. Try again.'), alwaysShow: true }];
    } finally {
      if (!signal.aborted) pick.busy = false;
    }
  };
  showScope();
  void search('');
  pick.onDidTriggerButton(() => {
    searchesAll = !searchesAll;
    showScope();
    clearTimeout(timer);
    void search(pick.value);
  });
  pick.onDidChangeValue((value) => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(value), SEARCH_DELAY);
  });
  const chosen = await chosenIn(pick);
  clearTimeout(timer);
  abort.abort();
  return { hit: chosen?.hit ?? null, query: pick.value };
}

/** Returns the query if the excerpt contains it as a whole. Otherwise the first word of it that the excerpt contains. */
export function findQuery(excerpt: string, query: string): string {
  const words = query.trim().split(/\s+/);
  const text = excerpt.toLowerCase();
  const whole = words.join(' ');
  if (text.replace(/\s+/g, ' ').includes(whole.toLowerCase())) return whole;
  return words.find((word) => text.includes(word.toLowerCase())) ?? whole;
}
