import { expect, it } from 'vitest';
import type { ConversationSummary } from '../../../src/conversation/store.ts';
import { groupConversations } from '../../../src/extension/views/conversationGroups.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const now = new Date(2026, 10, 20, 15).getTime();
const HOUR = 60 * 60_000;
const here = { name: 'Here', uri: 'file:///here' };

function summary(id: string, hoursAgo: number, more: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id,
    title: id,
    createdAt: 0,
    updatedAt: now - hoursAgo * HOUR,
    pinned: false,
    archived: false,
    folder: here,
    state: 'done',
    turns: 1,
    kept: 'disk',
    runningElsewhere: false,
    ...more,
  };
}

const group = (list: readonly ConversationSummary[], openedFolders = [here.uri]) =>
  groupConversations(list, { now, openedFolders, l10n: fakeVscode().api.l10n }).map(
    ({ label, expanded, conversations }) => [label, expanded, conversations.map(({ id }) => id)],
  );

it('conversations are grouped by pin, by local day, by agent, by other folder and by archive, and empty groups are left out', () => {
  const other = { name: 'Acme', uri: 'file:///acme' };
  expect(
    group([
      summary('pinned', 900, { pinned: true, folder: other }),
      summary('noon', 3),
      summary('midnight', 15),
      summary('evening', 16),
      summary('none', 30, { folder: null }),
      summary('week', 24 * 6),
      summary('acme', 1, { folder: other }),
      summary('search', 1, { byAgent: true }),
      summary('continued', 2, { byAgent: true, turns: 2 }),
      summary('old', 24 * 40),
      summary('done', 2, { archived: true, pinned: true, folder: other }),
    ]),
  ).toEqual([
    ['Pinned', true, ['pinned']],
    ['Today', true, ['noon', 'midnight', 'continued']],
    ['Yesterday', true, ['evening', 'none']],
    ['Last 7 Days', true, ['week']],
    ['Older', true, ['old']],
    ['Agents', false, ['search']],
    ['Acme', false, ['acme']],
    ['Archived', false, ['done']],
  ]);
});

it('without an opened folder, conversations are grouped by day only', () => {
  expect(group([summary('a', 1), summary('b', 2, { folder: null })], [])).toEqual([['Today', true, ['a', 'b']]]);
});

it('a conversation of two evenings ago is not of yesterday after a day of 23 hours', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    // Clocks in Berlin went from 2:00 to 3:00 on 30 March 2025.
    const monday = new Date(2025, 2, 31, 12).getTime();
    const updatedAt = new Date(2025, 2, 29, 23, 30).getTime();
    const groups = groupConversations([{ ...summary('saturday', 0), updatedAt }], {
      now: monday,
      openedFolders: [here.uri],
      l10n: fakeVscode().api.l10n,
    });
    expect(groups.map(({ label }) => label)).toEqual(['Last 7 Days']);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
