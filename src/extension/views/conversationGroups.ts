/**
 * Groups the conversations of the tree: pinned, those of the opened folders and of no folder by day, those of agents, those of each other
 * folder, and archived.
 */
import type * as Vscode from 'vscode';
import { type ConversationSummary, isElsewhere } from '../../conversation/store.ts';

export interface ConversationGroup {
  /** Stable id of the tree item. */
  readonly key: string;
  readonly label: string;
  /** Conversations of agents and of other folders, and archived ones, are collapsed at first. */
  readonly expanded: boolean;
  readonly conversations: readonly ConversationSummary[];
}

/** Returns the groups that are not empty. The order inside a group is that of the list. */
export function groupConversations(
  list: readonly ConversationSummary[],
  options: { readonly now: number; readonly openedFolders: readonly string[]; readonly l10n: typeof Vscode.l10n },
): ConversationGroup[] {
  const { l10n, openedFolders } = options;
  const { now } = options;
  const groups = new Map<string, { label: string; expanded: boolean; conversations: ConversationSummary[] }>([
    ['pinned', { label: l10n.t('Pinned'), expanded: true, conversations: [] }],
    ['today', { label: l10n.t('Today'), expanded: true, conversations: [] }],
    ['yesterday', { label: l10n.t('Yesterday'), expanded: true, conversations: [] }],
    ['week', { label: l10n.t('Last 7 Days'), expanded: true, conversations: [] }],
    ['older', { label: l10n.t('Older'), expanded: true, conversations: [] }],
    ['agents', { label: l10n.t('Agents'), expanded: false, conversations: [] }],
  ]);
  const archived = list.filter((summary) => summary.archived);
  for (const summary of list) {
    if (summary.archived) continue;
    const { folder } = summary;
    const other = isElsewhere(summary, openedFolders) ? `folder ${folder?.uri}` : null;
    // In one with more questions, the user has gone on.
    const agents = summary.byAgent && summary.turns <= 1 ? 'agents' : null;
    const key = summary.pinned ? 'pinned' : (other ?? agents ?? dayOf(summary.updatedAt, now));
    // Only the groups of other folders do not exist yet.
    const group = groups.get(key) ?? { label: folder?.name ?? '', expanded: false, conversations: [] };
    group.conversations.push(summary);
    groups.set(key, group);
  }
  if (archived.length > 0) {
    groups.set('archived', { label: l10n.t('Archived'), expanded: false, conversations: archived });
  }
  return [...groups].flatMap(([key, group]) => (group.conversations.length > 0 ? [{ key, ...group }] : []));
}

function dayOf(time: number, now: number): string {
  if (time >= midnightBefore(now, 0)) return 'today';
  if (time >= midnightBefore(now, 1)) return 'yesterday';
  return time >= midnightBefore(now, 7) ? 'week' : 'older';
}

/** Returns the midnight of the day `days` days before `now`, in local time. A day can have 23 or 25 hours. */
function midnightBefore(now: number, days: number): number {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  return date.setDate(date.getDate() - days);
}
