import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { conversation, everything, openWindow, temporaryFolder, turn, withAnswer } from './support.ts';

/** The window that ran an answer is gone: as after a crash its heartbeat file names a process that does not exist. */
function killWindows(folder: string): void {
  const windows = path.join(folder, 'windows');
  for (const name of fs.readdirSync(windows)) {
    const file = path.join(windows, name);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"pid":\d+/, '"pid":999999999'));
  }
}

describe('keeping a conversation', () => {
  test('what was saved is there for the next window, whole', async () => {
    const folder = temporaryFolder();
    const before = conversation('a', [turn('t1', null, 'What is § 179?', { text: 'An election — “ok” \u2028 🧾' })]);
    expect(await openWindow(folder).store.save(before)).toEqual({ type: 'saved', revision: 1 });
    const loaded = await openWindow(folder).store.load('a');
    expect(loaded).toEqual({ type: 'ok', conversation: { ...before, revision: 1 }, runningElsewhere: false });
  });

  test('one file a conversation is left, whatever was saved before', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    let current = conversation('a', [turn('t1', null, 'One')]);
    await store.save(current);
    current = conversation('a', [...current.turns, turn('t2', 't1', 'Two', { state: 'streaming' })]);
    await store.save(current);
    await store.save(withAnswer(current, 't2', { text: 'Half' }));
    await store.save(withAnswer(current, 't2', { text: 'Whole', state: 'done' }));
    expect(fs.readdirSync(folder).sort()).toEqual(['a.3.jsonl', 'windows']);
  });

  test('a list names title, state, count and folder without reading answers', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const place = { name: 'Acme 2025', uri: 'file:///acme' };
    await store.save(conversation('old', [turn('t1', null, 'Q')], { updatedAt: 1, folder: place }));
    await store.save(conversation('new', [turn('t1', null, 'Q', { state: 'failed' })], { updatedAt: 2 }));
    await store.save(conversation('kept', [], { updatedAt: 0, pinned: true }));
    const list = await openWindow(folder).store.list();
    expect(list.map(({ id, state, turns }) => ({ id, state, turns }))).toEqual([
      { id: 'kept', state: null, turns: 0 },
      { id: 'new', state: 'failed', turns: 1 },
      { id: 'old', state: 'done', turns: 1 },
    ]);
    expect(list[2]).toMatchObject({ folder: place, kept: 'disk', runningElsewhere: false, revision: 1 });
  });

  test('what a window saved appears in the list of another that listed before', async () => {
    const folder = temporaryFolder();
    const one = openWindow(folder);
    const two = openWindow(folder);
    await one.store.save(conversation('a', [turn('t1', null, 'Q')]));
    expect(await two.store.list()).toHaveLength(1);
    await one.store.save(conversation('a', [turn('t1', null, 'Q')], { title: 'Renamed' }));
    await one.store.save(conversation('b', []));
    expect((await two.store.list()).map(({ title }) => title).sort()).toEqual(['Renamed', 'b']);
  });

  test('saves that come while one is under way are joined, and the newest is what stays', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const titles = ['1', '2', '3', '4', '5'];
    await Promise.all(titles.map((title) => store.save(conversation('a', [], { title }))));
    expect(await store.list()).toMatchObject([{ title: '5', revision: 2 }]);
  });

  test('an id that cannot be a file name is refused, and never leaves the folder', async () => {
    const { store } = openWindow(path.join(temporaryFolder(), 'conversations'));
    await expect(store.save(conversation('../outside', []))).rejects.toThrow(RangeError);
    expect(await store.load('../../etc/passwd')).toEqual({ type: 'missing' });
    await store.remove('../outside');
  });
});

describe('an answer that was under way', () => {
  const asked = conversation('a', [turn('t1', null, 'Long question', { state: 'waiting', text: '', startedAt: 5 })]);

  test('is interrupted when its window is gone, with its question and the text so far', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    await store.save(asked);
    await store.save(withAnswer(asked, 't1', { state: 'streaming', text: 'The text so f', lastEventAt: 9 }));
    killWindows(folder);
    const next = openWindow(folder).store;
    expect(await next.list()).toMatchObject([{ state: 'interrupted', runningElsewhere: false }]);
    const loaded = await next.load('a');
    expect(loaded).toMatchObject({
      type: 'ok',
      conversation: {
        turns: [
          { question: { text: 'Long question' }, answer: { state: 'interrupted', text: 'The text so f', endedAt: 9 } },
        ],
      },
    });
  });

  test('is left running when its window is alive', async () => {
    const folder = temporaryFolder();
    const one = openWindow(folder);
    await one.store.save(asked);
    const two = openWindow(folder);
    expect(await two.store.list()).toMatchObject([{ state: 'waiting', runningElsewhere: true }]);
    expect(await two.store.load('a')).toMatchObject({ type: 'ok', runningElsewhere: true });
    expect(await one.store.list()).toMatchObject([{ state: 'waiting', runningElsewhere: false }]);
    one.store.dispose();
    expect(await two.store.list()).toMatchObject([{ state: 'interrupted', runningElsewhere: false }]);
  });

  test('stays the running window’s when another window pins the conversation meanwhile', async () => {
    const folder = temporaryFolder();
    const one = openWindow(folder);
    await one.store.save(asked);
    const two = openWindow(folder);
    const loaded = await two.store.load('a');
    if (loaded.type !== 'ok') throw new Error(loaded.type);
    await two.store.save({ ...loaded.conversation, pinned: true });
    two.store.dispose();
    expect(await openWindow(folder).store.list()).toMatchObject([{ state: 'waiting', runningElsewhere: true }]);
    const done = withAnswer(asked, 't1', { state: 'done', text: 'Whole' });
    expect(await one.store.save(done)).toMatchObject({ type: 'saved', conversation: { pinned: true } });
    expect(await openWindow(folder).store.list()).toMatchObject([{ state: 'done', pinned: true }]);
  });

  test('loses no text when its window dies right after another window pinned the conversation', async () => {
    const folder = temporaryFolder();
    const one = openWindow(folder).store;
    await one.save(asked);
    await one.save(withAnswer(asked, 't1', { state: 'streaming', text: 'Early' }));
    const two = openWindow(folder).store;
    const loaded = await two.load('a');
    if (loaded.type !== 'ok') throw new Error(loaded.type);
    await one.save(withAnswer(asked, 't1', { state: 'streaming', text: 'Early and later' }));
    await two.save({ ...loaded.conversation, pinned: true });
    killWindows(folder);
    const third = openWindow(folder).store;
    expect(await third.load('a')).toMatchObject({
      conversation: { pinned: true, turns: [{ answer: { state: 'interrupted', text: 'Early and later' } }] },
    });
  });

  test('does not rewrite a long conversation each second, nor make lists look again', async () => {
    const folder = temporaryFolder();
    const { store, changes } = openWindow(folder);
    const long = conversation('a', [turn('t1', null, 'Q', { text: 'x'.repeat(1_000_000) }), ...asked.turns]);
    const running = { ...long, turns: [long.turns[0], { ...asked.turns[0], id: 't2' }] } as typeof long;
    await store.save(running);
    const before = fs.statSync(path.join(folder, 'a.1.jsonl')).mtimeMs;
    await store.save(withAnswer(running, 't2', { state: 'streaming', text: 'So far' }));
    expect(fs.statSync(path.join(folder, 'a.1.jsonl')).mtimeMs).toBe(before);
    expect(fs.statSync(path.join(folder, 'a.1.partial')).size).toBeLessThan(2000);
    expect(changes).toEqual([{ type: 'list', id: 'a' }]);
  });

  test('takes no text from a partial file of a later revision, a torn one or another conversation', async () => {
    const folder = temporaryFolder();
    await openWindow(folder).store.save(
      conversation('a', [turn('t1', null, 'Q', { state: 'streaming', text: 'kept' })]),
    );
    const stray = (id: string, revision: number) =>
      `${JSON.stringify({ fiscal: 'partial', id, revision })}\n${JSON.stringify(turn('t1', null, 'Q', { text: 'stray' }))}\n`;
    for (const text of [stray('a', 7), stray('b', 1), stray('a', 1).slice(0, -20), '\0\0\0\n\0', '']) {
      fs.writeFileSync(path.join(folder, 'a.1.partial'), text);
      expect(await openWindow(folder).store.load('a')).toMatchObject({
        type: 'ok',
        conversation: { turns: [{ answer: { text: 'kept' } }] },
      });
    }
  });
});

describe('two windows', () => {
  const first = turn('t1', null, 'First');
  async function bothOpen() {
    const folder = temporaryFolder();
    const one = openWindow(folder).store;
    await one.save(conversation('a', [first]));
    const two = openWindow(folder).store;
    const loaded = await two.load('a');
    if (loaded.type !== 'ok') throw new Error(loaded.type);
    return { folder, one, two, loaded: loaded.conversation };
  }

  test('that ask one after the other: the one that knows less takes over what the other knows', async () => {
    const { one, two, loaded } = await bothOpen();
    await one.save(conversation('a', [first, turn('t2', 't1', 'Second')]));
    const result = await two.save({ ...loaded, pinned: true });
    expect(result).toMatchObject({
      type: 'saved',
      conversation: { pinned: true, turns: [{ id: 't1' }, { id: 't2' }] },
    });
    expect(await one.list()).toMatchObject([{ turns: 2, pinned: true }]);
  });

  test('that both ask: both are kept, the later one as a copy under a new id', async () => {
    const { folder, one, two, loaded } = await bothOpen();
    await one.save(conversation('a', [first, turn('t2', 't1', 'From one')]));
    const ours = { ...loaded, turns: [first, turn('t3', 't1', 'From two')], currentTurnId: 't3' };
    const result = await two.save(ours);
    if (result.type !== 'copied') throw new Error(result.type);
    expect(result.conversation).toMatchObject({ title: 'a (copy)', turns: [{ id: 't1' }, { id: 't3' }] });
    // A session that has not adopted the copy yet goes on saving under the old id.
    const again = await two.save({
      ...ours,
      turns: [...ours.turns, turn('t4', 't3', 'More from two')],
      currentTurnId: 't4',
    });
    expect(again).toMatchObject({ type: 'copied', conversation: { id: result.conversation.id } });
    const list = await openWindow(folder).store.list();
    expect(list.map(({ id, turns }) => [id === 'a', turns]).sort()).toEqual([
      [false, 3],
      [true, 2],
    ]);
  });

  test('that save at the same moment: one file, and nobody’s question is lost', async () => {
    const { folder, one, two, loaded } = await bothOpen();
    const results = await Promise.all([
      one.save(conversation('a', [first, turn('t2', 't1', 'From one')])),
      two.save({ ...loaded, turns: [first, turn('t3', 't1', 'From two')], currentTurnId: 't3' }),
    ]);
    expect(results.map(({ type }) => type).sort()).toEqual(['copied', 'saved']);
    const text = everything(folder);
    expect(text).toContain('From one');
    expect(text).toContain('From two');
    expect(await openWindow(folder).store.list()).toHaveLength(2);
  });

  test('of which one deletes: the other does not bring it back', async () => {
    const { folder, one, two, loaded } = await bothOpen();
    await one.remove('a');
    expect(await two.save({ ...loaded, pinned: true })).toEqual({ type: 'deleted' });
    expect(await two.load('a')).toEqual({ type: 'missing' });
    expect(everything(folder)).not.toContain('First');
  });
});

describe('deleting', () => {
  test('leaves nothing of the conversation: revisions, partial and temporary files, and what was set aside', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const running = conversation('a', [turn('t1', null, 'CANARY', { state: 'streaming' })]);
    await store.save(running);
    await store.save(withAnswer(running, 't1', { text: 'CANARY' }));
    fs.writeFileSync(path.join(folder, 'a.1.jsonl.0f-1.tmp'), 'CANARY');
    fs.writeFileSync(path.join(folder, 'a.0.jsonl.corrupt-20260101T000000000Z'), 'CANARY');
    await store.save(conversation('ab', [turn('t1', null, 'stays')]));
    await store.remove('a');
    expect(everything(folder)).not.toContain('CANARY');
    expect(everything(folder)).toContain('stays');
    expect(await store.search('canary')).toEqual([]);
  });
});

describe('zero retention', () => {
  test('a temporary or zero-retention conversation is in no file, and what was kept of it goes', async () => {
    for (const part of [{ temporary: true }, { zeroRetention: true }]) {
      const folder = temporaryFolder();
      const { store } = openWindow(folder);
      await store.save(conversation('a', [turn('t1', null, 'CANARY')], { title: 'CANARY' }));
      expect(everything(folder)).toContain('CANARY');
      const secret = conversation('a', [turn('t1', null, 'CANARY')], { title: 'CANARY', ...part });
      expect(await store.save(secret)).toEqual({ type: 'notKept' });
      expect(everything(folder)).not.toContain('CANARY');
      expect(await store.list()).toMatchObject([{ id: 'a', kept: 'memory' }]);
      expect(await store.load('a')).toMatchObject({ type: 'ok', conversation: { title: 'CANARY' } });
      expect(await store.search('canary')).toHaveLength(1);
    }
  });

  test('a zero-retention question of a kept conversation is in no file, the others are', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const secret = { ...turn('t2', 't1', 'CANARY', { text: 'CANARY', state: 'streaming' }), zeroRetention: true };
    const mixed = conversation('a', [turn('t1', null, 'Open'), secret, turn('t3', 't2', 'Later')]);
    expect(await store.save(mixed)).toMatchObject({ type: 'saved' });
    await store.save(withAnswer(mixed, 't2', { text: 'CANARY and more' }));
    expect(everything(folder)).not.toContain('CANARY');
    expect(await openWindow(folder).store.load('a')).toMatchObject({
      conversation: { turns: [{ id: 't1' }, { id: 't3', parent: 't1' }], currentTurnId: 't3' },
    });
  });

  test('a title made from a zero-retention question is not written', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const secret = { ...turn('t1', null, 'CANARY merger'), zeroRetention: true };
    await store.save(conversation('a', [secret, turn('t2', 't1', 'Open')], { title: 'CANARY…' }));
    expect(everything(folder)).not.toContain('CANARY');
    expect(await store.save(conversation('b', [secret], { title: 'CANARY…' }))).toEqual({ type: 'notKept' });
    expect(everything(folder)).not.toContain('CANARY');
  });
});

describe('search', () => {
  test('finds words of titles, questions, answers and sources, in any case and without accents', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const source = {
      title: 'Treas. Reg. § 1.263(a)-1',
      url: null,
      snippet: 'de minimis safe harbor',
      review: 'unread' as const,
    };
    await store.save(conversation('q', [turn('t1', null, 'Is a Café depreciable?')]));
    await store.save(conversation('s', [turn('t1', null, 'Q', { sources: [source] })]));
    await store.save(conversation('t', [turn('t1', null, 'Q')], { title: 'Depreciable cafe in title' }));
    const other = openWindow(folder).store;
    const where = async (query: string) =>
      (await other.search(query)).map((hit) => `${hit.summary.id}:${hit.where}`).sort();
    expect(await where('CAFE depreciable')).toEqual(['q:question', 't:title']);
    expect(await where('minimis 1.263(a)')).toEqual(['s:source']);
    expect(await where('café nowhere')).toEqual([]);
    expect(await where('')).toEqual([]);
    expect(await where('in')).toEqual(['t:title']);
    expect((await other.search('depreciable café'))[0]?.excerpt).toMatch(/caf[eé]/i);
  });

  test('ends when it is no longer wanted', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    await store.save(conversation('a', [turn('t1', null, 'word')]));
    expect(await store.search('word', AbortSignal.abort())).toEqual([]);
  });
});

test('looking at what another window saved does not make it the ground of the next save here', async () => {
  const folder = temporaryFolder();
  const one = openWindow(folder).store;
  const first = turn('t1', null, 'First');
  await one.save(conversation('a', [first]));
  const two = openWindow(folder).store;
  const loaded = await two.load('a');
  if (loaded.type !== 'ok') throw new Error(loaded.type);
  await one.save(conversation('a', [first, turn('t2', 't1', 'Second')]));
  expect(await two.peek('a')).toMatchObject({ type: 'ok', conversation: { revision: 2, turns: [{}, {}] } });
  expect(await two.save({ ...loaded.conversation, pinned: true })).toMatchObject({
    type: 'saved',
    conversation: { pinned: true, turns: [{ id: 't1' }, { id: 't2' }] },
  });
});
