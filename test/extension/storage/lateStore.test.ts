import { expect, it } from 'vitest';
import type { ConversationStore } from '../../../src/conversation/store.ts';
import { createLateStore } from '../../../src/extension/storage/lateStore.ts';
import { conversation, openConversation, openWindow, temporaryFolder, turn } from './support.ts';

/** A late store over files that is loaded when the test says so. */
function opened(folder = temporaryFolder()) {
  const { promise, resolve } = Promise.withResolvers<ConversationStore>();
  return { folder, store: createLateStore(() => promise), load: () => resolve(openWindow(folder).store) };
}

it('what is recorded before the store is loaded is on disk after a flush', async () => {
  const { folder, store, load } = opened();
  const chat = openConversation(store, conversation('a', []));
  chat.apply({ type: 'turnAdded', turn: turn('t1', null, 'What is § 179?') });
  const flushed = store.flush('a');
  load();
  await flushed;
  expect(await openWindow(folder).store.read('a')).toMatchObject({ turns: [{ id: 't1' }] });
  expect(await store.list()).toMatchObject([{ id: 'a', turns: 1 }]);
});

it('calls from before the store is loaded take effect in their order', async () => {
  const { promise, resolve } = Promise.withResolvers<ConversationStore>();
  const store = createLateStore(() => promise);
  const calls: string[] = [];
  const follower = { changed() {}, replaced() {} };
  store.follow('a', follower);
  store.record(conversation('a', []), []);
  store.follow('b', follower).dispose();
  const removed = store.remove('a');
  resolve({
    ...openWindow(temporaryFolder()).store,
    record: ({ id }) => void calls.push(`record ${id}`),
    follow(id) {
      calls.push(`follow ${id}`);
      return { dispose: () => void calls.push(`leave ${id}`) };
    },
    remove: async (id) => void calls.push(`remove ${id}`),
  });
  await removed;
  expect(calls).toEqual(['follow a', 'record a', 'follow b', 'leave b', 'remove a']);
});

it('a listener from before the store was loaded is told of its changes', async () => {
  const { store, load } = opened();
  const changes: string[] = [];
  store.onDidChange(({ type }) => changes.push(type));
  expect(store.status('a')).toBe('disk');
  expect(store.warning).toBeNull();
  load();
  store.record(conversation('a', [turn('t1', null, 'Why?')], { temporary: true }), []);
  await store.flush('a');
  expect(changes).toContain('status');
  expect(store.status('a')).toBe('memory');
});

it('a store that is disposed of before it is loaded is disposed of when it is', async () => {
  let disposals = 0;
  const { promise, resolve } = Promise.withResolvers<ConversationStore>();
  const store = createLateStore(() => promise);
  store.dispose();
  resolve({ ...openWindow(temporaryFolder()).store, dispose: () => void disposals++ });
  await expect.poll(() => disposals).toBe(1);
});
