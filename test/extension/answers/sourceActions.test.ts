import { expect, it } from 'vitest';
import { createSourceActions } from '../../../src/extension/answers/sourceActions.ts';
import type { ServerDocuments } from '../../../src/extension/common/serverDocuments.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function open(server: ServerDocuments = { fetch: async () => ({ problem: 'unexpected' }) }) {
  const fake = fakeVscode();
  fake.files.set('/library/irc.md', 'one\ntwo\nthree');
  const applied: unknown[] = [];
  let opened = 0;
  const documents = { showPdf: async () => {}, showWorkbook: async () => false, textUri: async () => null };
  const actions = createSourceActions({
    vscode: fake.api,
    documents,
    server,
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
    'This document was renamed, moved or deleted after this answer. Ask again to find it.',
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

const ofServer = (path: string) =>
  turnOf('a', null, {
    sources: [{ title: 'Memo', url: null, review: 'unread', location: { path, line: 2, endLine: 2, document: 'd-1' } }],
  });

it('a document of the server that answered is fetched from it, also if a folder has a file of the same path', async () => {
  const asked: unknown[] = [];
  const { fake, actions, chat, applied } = open({
    async fetch(document) {
      asked.push(document);
      return { uri: fake.api.Uri.from({ scheme: 'fiscal-server', authority: 'firm', path: '/d-1/memo.md.txt' }) };
    },
  });
  fake.files.set('/d-1/memo.md.txt', 'one\ntwo');
  await actions.open(chat, { ...ofServer('/library/irc.md'), service: 'firm.example' }, 0, false);
  expect(asked).toEqual([{ service: 'firm.example', id: 'd-1', path: '/library/irc.md' }]);
  expect(fake.shown).toMatchObject([{ scheme: 'fiscal-server', options: { selection: { start: { line: 1 } } } }]);
  expect(applied).toHaveLength(1);
});

it('a document that the server does not give is not marked as opened, and the user reads why, but not after canceling', async () => {
  for (const [problem, messages] of [
    ['You may not see it.', ['You may not see it.']],
    ['', []],
  ] as const) {
    const { fake, actions, chat, applied, opened } = open({ fetch: async () => ({ problem }) });
    await actions.open(chat, ofServer('/library/irc.md'), 0, false);
    expect([fake.messages, fake.shown, applied, opened()]).toEqual([messages, [], [], 0]);
  }
});
