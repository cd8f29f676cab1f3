import { expect, test } from 'vitest';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import type { StoreChange } from '../../../src/conversation/store.ts';
import { followWindows } from '../../../src/extension/storage/followWindows.ts';
import { conversation, openWindow, temporaryFolder, turn } from './support.ts';

test('an open conversation shows what another window asked, and an older form never comes back', async () => {
  const folder = temporaryFolder();
  const one = openWindow(folder).store;
  await one.save(conversation('a', [turn('t1', null, 'First')]));
  const { store } = openWindow(folder);
  const loaded = await store.load('a');
  if (loaded.type !== 'ok') throw new Error(loaded.type);

  let shown: Conversation = loaded.conversation;
  let followed = Promise.withResolvers<void>();
  const session = {
    get conversation() {
      return shown;
    },
    running: null,
    follow(other: Conversation) {
      shown = other;
      followed.resolve();
    },
  };
  let tell: (change: StoreChange) => void = () => {};
  const onDidChange = (listener: typeof tell) => {
    tell = listener;
    return { dispose: () => {} };
  };
  followWindows({ store: { list: store.list, peek: store.peek, onDidChange }, sessions: () => [session] });

  await one.save(conversation('a', [turn('t1', null, 'First'), turn('t2', 't1', 'Second')]));
  tell({ type: 'list', id: null });
  tell({ type: 'list', id: null });
  await followed.promise;
  expect(shown).toMatchObject({ revision: 2, currentTurnId: 't2' });

  const newer = { ...shown, revision: 9 };
  shown = newer;
  followed = Promise.withResolvers();
  tell({ type: 'list', id: null });
  await store.list();
  await store.peek('a');
  expect(shown).toBe(newer);
});
