/** What the tree and the search show of a conversation. */
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import { type DocumentLanguage, formatNumber } from '../../conversation/documentLanguage.ts';
import type { ConversationSummary } from '../../conversation/store.ts';

export interface ConversationItem {
  readonly label: string;
  /** The folder and the age of the last change. */
  readonly description: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly tooltip: string;
  /** For `when` clauses: `conversation`, then `pinned` or `unpinned`, then `writable` or `readOnly`, then `archived` or `active`. */
  readonly contextValue: string;
}

const MAX_LABEL = 120;

export function conversationItem(summary: ConversationSummary, now: number, l10n: DocumentLanguage): ConversationItem {
  const label = plainLine(summary.title) || l10n.t('New conversation');
  const when = age(now - summary.updatedAt, l10n);
  const folder = plainLine(summary.folder?.name ?? '');
  const state = stateText(summary, l10n);
  const count = l10n.t('Questions: {0}', formatNumber(summary.turns, l10n));
  const changed = new Date(summary.updatedAt).toLocaleString(l10n.language);
  return {
    label,
    description: [folder, when].filter(Boolean).join(' · '),
    icon: iconOf(summary),
    tooltip: [label, folder, state, count, changed].filter(Boolean).join('\n'),
    contextValue: [
      'conversation',
      summary.pinned ? 'pinned' : 'unpinned',
      summary.kept === 'newer' ? 'readOnly' : 'writable',
      summary.archived ? 'archived' : 'active',
    ].join(' '),
  };
}

/** Foreign text as the label of a tree or list item: one short line, in which VS Code finds no icons. */
export function plainLine(text: string): string {
  return shorten(escapeHidden(oneLine(text)).replaceAll('$(', '$ ('), MAX_LABEL);
}

function iconOf({ state, kept, pinned, archived }: ConversationSummary): string {
  if (state === 'queued' || state === 'waiting' || state === 'streaming') return 'loading~spin';
  if (kept === 'unsaved') return 'warning';
  if (kept === 'memory') return 'eye-closed';
  if (kept === 'newer') return 'lock';
  if (state === 'failed') return 'error';
  if (state === 'interrupted' || state === 'truncated') return 'debug-disconnect';
  if (archived) return 'archive';
  if (pinned) return 'pinned';
  return state === 'stopped' ? 'circle-slash' : 'comment';
}

function stateText({ state, kept, runningElsewhere }: ConversationSummary, l10n: DocumentLanguage): string {
  if (runningElsewhere) return l10n.t('Running in another window');
  if (kept === 'unsaved') return l10n.t('Not saved: writing to disk failed');
  if (kept === 'memory') return l10n.t('Not saved: lost when this window closes');
  if (kept === 'newer') return l10n.t('Read-only: written by a newer version');
  switch (state) {
    case 'queued':
    case 'waiting':
    case 'streaming':
      return l10n.t('Running');
    case 'failed':
      return l10n.t('The last question failed');
    case 'stopped':
      return l10n.t('Stopped');
    case 'truncated':
      return l10n.t('The last answer was cut off');
    case 'interrupted':
      return l10n.t('The last answer was interrupted');
    case 'done':
    case null:
      return '';
  }
}

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

function age(milliseconds: number, l10n: DocumentLanguage): string {
  if (milliseconds < 2 * 60_000) return l10n.t('now');
  if (milliseconds < HOUR) return l10n.t('{0} min', Math.floor(milliseconds / 60_000));
  if (milliseconds < DAY) return l10n.t('{0} h', Math.floor(milliseconds / HOUR));
  if (milliseconds < 60 * DAY) return l10n.t('{0} d', Math.floor(milliseconds / DAY));
  return l10n.t('{0} mo', Math.floor(milliseconds / (30 * DAY)));
}
