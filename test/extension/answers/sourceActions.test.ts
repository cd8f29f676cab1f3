import { expect, it } from 'vitest';
import { createSourceActions } from '../../../src/extension/answers/sourceActions.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function open() {
  const fake = fakeVscode();
  fake.files.set('/library/irc.md', 'one\ntwo\nthree');
  const applied: unknown[] = [];
  let opened = 0;
  const documents = { showPdf: async () => {}, showWorkbook: async () => false, textUri: async () => null };
  const actions = createSourceActions({
    vscode: fake.api,
    documents,
    roots: () => ['/library'],
    opened: () => opened++,
  });
  const chat = { session: { apply: (change: unknown) => applied.push(change) } } as unknown as Chat;
  const source = (path: string, review: 'unread' | 'reliedOn' | 'rejected' | 'opened' = 'unread') => ({
    title: 'IRC',
    url: null,
    location: { path, line: 2, endLine: 2 },
    review,
  });
  const turn = turnOf('a', null, {
    sources: [
      source('/library/irc.md'),
      source('/library/irc.md', 'reliedOn'),
      source('/library/gone.md'),
      source('/etc/passwd'),
      { title: 'none', url: null, review: 'unread' },
    ],
  });
  return { fake, actions, chat, turn, applied, opened: () => opened };
}

it('Fiscal marks an unread source as opened when it is opened, and keeps what the user decided about others', async () => {
  const { actions, chat, turn, applied, opened, fake } = open();
  await actions.open(chat, turn, 0, false);
  expect(applied).toEqual([{ type: 'reviewed', turnId: 'a', source: 0, review: 'opened' }]);
  await actions.open(chat, turn, 1, false);
  expect(applied).toHaveLength(1);
  expect([opened(), fake.shown.length, fake.messages]).toEqual([2, 2, []]);
});

it('Fiscal says why a source cannot be opened, and does not mark it as opened', async () => {
  const { actions, chat, turn, applied, opened, fake } = open();
  for (const source of [2, 3, 4, 99]) await actions.open(chat, turn, source, false);
  expect(fake.messages).toEqual([
    'This document no longer exists. Rebuild the library to update it.',
    'This document is outside the opened folders. Open its folder to view it.',
    'This source has neither a document nor a web address.',
  ]);
  expect([applied, opened()]).toEqual([[], 0]);
});

it('Fiscal records a review of a source that exists, and of no other', async () => {
  const { actions, chat, turn, applied } = open();
  await actions.review(chat, turn, 1, 'rejected');
  await actions.review(chat, turn, 9, 'rejected');
  expect(applied).toEqual([{ type: 'reviewed', turnId: 'a', source: 1, review: 'rejected' }]);
});
