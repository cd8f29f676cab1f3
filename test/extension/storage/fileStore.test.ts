import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyAnswer } from '../../../src/conversation/conversation.ts';
import type { FileIo } from '../../../src/extension/storage/diskFiles.ts';
import { manualClock } from '../../support/manualClock.ts';
import { settle } from '../session/fakeTarget.ts';
import {
  added,
  conversation,
  everything,
  load,
  openConversation,
  openWindow,
  save,
  temporaryFolder,
  turn,
} from './support.ts';

/** The window that ran an answer is gone: as after a crash its heartbeat file names a process that does not exist. */
function killWindows(folder: string): void {
  const windows = path.join(folder, 'windows');
  for (const name of fs.readdirSync(windows)) {
    const file = path.join(windows, name);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"pid":\d+/, '"pid":999999999'));
  }
}

const waiting = (id: string, parent: string | null, question: string) => ({
  ...turn(id, parent, question),
  answer: { ...emptyAnswer('waiting'), startedAt: 5 },
});
const ended = (turnId: string) =>
  ({ type: 'ended', turnId, epoch: 1, state: 'done', finishReason: 'stop', error: null, at: 10 }) as const;
const linesOf = (file: string) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);

describe('Storing', () => {
  it('changes that are made while the file of a new conversation is created are in it', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const chat = openConversation(store, conversation('a', [], { title: '' }));
    chat.apply(added(waiting('t1', null, 'Q')));
    // The first lines are taken before the file is looked for.
    await settle();
    chat.stream('t1', 'An answer');
    chat.apply(ended('t1'));
    await store.flush();
    expect(await load(openWindow(folder).store, 'a')).toMatchObject({
      turns: [{ answer: { text: 'An answer', state: 'done' } }],
    });
  });

  it('a stored conversation is whole for the next window', async () => {
    const folder = temporaryFolder();
    const before = conversation('a', [turn('t1', null, 'What is § 179?', { text: 'An election — “ok” \u2028 🧾' })]);
    await save(openWindow(folder).store, before);
    expect(await openWindow(folder).store.load('a')).toEqual({ type: 'ok', conversation: before, damage: null });
  });

  it('each change is one appended line, and text is one line per second', async () => {
    const folder = temporaryFolder();
    const clock = manualClock();
    const { store } = openWindow(folder, { clock });
    const chat = openConversation(store, conversation('a', [], { title: '' }));
    chat.apply(added(waiting('t1', null, 'Why?')));
    await store.flush();
    const file = path.join(folder, 'a.jsonl');
    const start = linesOf(file);
    for (let i = 0; i < 50; i++) chat.stream('t1', 'word ');
    expect(linesOf(file)).toEqual(start);
    clock.pass(1000);
    await expect.poll(() => linesOf(file).length).toBe(start.length + 1);
    chat.stream('t1', 'end');
    chat.apply(ended('t1'));
    await store.flush();
    expect(linesOf(file).slice(0, start.length)).toEqual(start);
    expect(
      linesOf(file)
        .slice(start.length)
        .map((line) => JSON.parse(line).change?.type ?? 'summary'),
    ).toEqual(['text', 'text', 'ended', 'summary']);
    expect((await load(openWindow(folder).store, 'a')).turns[0]?.answer.text).toBe(`${'word '.repeat(50)}end`);
  });

  it('a word that is still arriving is written with its end', async () => {
    const folder = temporaryFolder();
    const clock = manualClock();
    const { store } = openWindow(folder, { clock });
    const chat = openConversation(store, conversation('a', []));
    chat.apply(added(waiting('t1', null, 'Why?')));
    await store.flush();
    chat.stream('t1', 'An amorti');
    clock.pass(1000);
    await expect.poll(() => everything(folder)).toContain('"An "');
    chat.stream('t1', 'zation.');
    await store.flush();
    expect(everything(folder)).toContain('"amortization."');
    expect(await openWindow(folder).store.search('amortization')).toHaveLength(1);
  });

  it('a list shows title, state, count and folder', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const place = { name: 'Acme 2025', uri: 'file:///acme' };
    await save(store, conversation('old', [turn('t1', null, 'Q')], { updatedAt: 1, folder: place }));
    await save(store, conversation('new', [turn('t1', null, 'Q', { state: 'failed' })], { updatedAt: 2 }));
    await save(store, conversation('kept', [], { updatedAt: 0, pinned: true }));
    const list = await openWindow(folder).store.list();
    expect(list.map(({ id, state, turns }) => ({ id, state, turns }))).toEqual([
      { id: 'kept', state: null, turns: 0 },
      { id: 'new', state: 'failed', turns: 1 },
      { id: 'old', state: 'done', turns: 1 },
    ]);
    expect(list[2]).toMatchObject({ folder: place, kept: 'disk', runningElsewhere: false, title: 'old' });
  });

  it('a list shows what another window has changed since it was last read', async () => {
    const folder = temporaryFolder();
    const one = openWindow(folder).store;
    const two = openWindow(folder).store;
    await save(one, conversation('a', [turn('t1', null, 'Q')], { title: 'a', hasCustomTitle: true }));
    expect(await two.list()).toHaveLength(1);
    openConversation(one, await load(one, 'a')).apply({ type: 'titled', title: 'Renamed', hasCustomTitle: true });
    await save(one, conversation('b', [turn('t1', null, 'Q')]));
    await one.flush();
    expect((await two.list()).map(({ title }) => title).sort()).toEqual(['Renamed', 'b']);
  });

  it('a list finds the summary before a long answer that is still arriving', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const chat = openConversation(store, conversation('a', [], { title: 'Long', hasCustomTitle: true }));
    chat.apply(added(waiting('t1', null, 'Why?')));
    await store.flush();
    chat.stream('t1', 'x '.repeat(100_000));
    await store.flush();
    expect(await openWindow(folder).store.list()).toMatchObject([{ title: 'Long', state: 'streaming', turns: 1 }]);
  });

  it('an empty conversation has no file', async () => {
    const folder = temporaryFolder();
    await save(openWindow(folder).store, conversation('a', [], { title: '' }));
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('an id that cannot be a file name is refused and never leaves the folder', async () => {
    const { store } = openWindow(path.join(temporaryFolder(), 'conversations'));
    expect(() => store.record(conversation('../outside', []), [])).toThrow(RangeError);
    expect(await store.load('../../etc/passwd')).toEqual({ type: 'missing' });
    await store.remove('../outside');
  });

  it.runIf(process.platform !== 'win32')('files can be read by their user alone', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    await save(store, conversation('a', [waiting('t1', null, 'Q')]));
    expect(fs.statSync(path.join(folder, 'a.jsonl')).mode & 0o777).toBe(0o600);
  });
});

describe('An answer that was running', () => {
  async function running(folder: string) {
    const { store } = openWindow(folder);
    const chat = openConversation(store, conversation('a', []));
    chat.apply(added(waiting('t1', null, 'Long question')));
    chat.stream('t1', 'The text so f');
    await store.flush();
    return { store, chat };
  }

  it('an answer is interrupted when its window is gone, with its question and its text', async () => {
    const folder = temporaryFolder();
    await running(folder);
    killWindows(folder);
    const next = openWindow(folder).store;
    expect(await next.list()).toMatchObject([{ state: 'interrupted', runningElsewhere: false }]);
    expect((await load(next, 'a')).turns).toMatchObject([
      { question: { text: 'Long question' }, answer: { state: 'interrupted', text: 'The text so f', endedAt: 9 } },
    ]);
  });

  it('an answer stays running while its window is alive', async () => {
    const folder = temporaryFolder();
    const one = await running(folder);
    const two = openWindow(folder);
    expect(await two.store.list()).toMatchObject([{ state: 'streaming', runningElsewhere: true }]);
    expect((await load(two.store, 'a')).turns[0]?.answer.state).toBe('streaming');
    expect(await one.store.list()).toMatchObject([{ state: 'streaming', runningElsewhere: false }]);
    one.chat.apply(ended('t1'));
    await one.store.flush();
    expect(fs.readdirSync(path.join(folder, 'windows'))).toEqual([]);
    expect(await two.store.list()).toMatchObject([{ state: 'done', runningElsewhere: false }]);
  });

  it('an answer that another window shows is interrupted there when the window that runs it dies', async () => {
    const folder = temporaryFolder();
    await running(folder);
    const clock = manualClock();
    const two = openWindow(folder, { clock });
    const shown = openConversation(two.store, await load(two.store, 'a'));
    clock.pass(5000);
    await two.store.flush();
    expect(shown.conversation.turns[0]?.answer.state).toBe('streaming');
    killWindows(folder);
    await expect
      .poll(() => {
        clock.pass(5000);
        return shown.conversation.turns[0]?.answer.state;
      })
      .toBe('interrupted');
  });

  it('an answer goes on in its window when another window pins the conversation', async () => {
    const folder = temporaryFolder();
    const one = await running(folder);
    const two = openWindow(folder).store;
    openConversation(two, await load(two, 'a')).apply({ type: 'pinned', pinned: true });
    await two.flush();
    one.chat.stream('t1', 'ar');
    one.chat.apply(ended('t1'));
    await one.store.flush();
    expect(one.chat.conversation.pinned).toBe(true);
    expect(await load(openWindow(folder).store, 'a')).toMatchObject({
      pinned: true,
      turns: [{ answer: { state: 'done', text: 'The text so far' } }],
    });
    expect(await openWindow(folder).store.list()).toMatchObject([{ state: 'done', pinned: true }]);
  });
});

describe('Two windows', () => {
  const first = turn('t1', null, 'First');
  async function bothOpen(watch = false) {
    const folder = temporaryFolder();
    const one = openWindow(folder, { watch }).store;
    await save(one, conversation('a', [first]));
    const two = openWindow(folder, { watch }).store;
    return {
      folder,
      one,
      two,
      chatOne: openConversation(one, await load(one, 'a')),
      chatTwo: openConversation(two, await load(two, 'a')),
    };
  }

  it('two questions asked at the same moment are two branches of one conversation', async () => {
    const { folder, one, two, chatOne, chatTwo } = await bothOpen();
    chatOne.apply(added(waiting('t2', 't1', 'From one')));
    chatTwo.apply(added(waiting('t3', 't1', 'From two')));
    chatOne.stream('t2', 'one ');
    chatTwo.stream('t3', 'two ');
    chatOne.apply(ended('t2'));
    chatTwo.apply(ended('t3'));
    await Promise.all([one.flush(), two.flush()]);
    const read = openWindow(folder).store;
    expect(await read.list()).toMatchObject([{ id: 'a', turns: 3 }]);
    const { turns } = await load(read, 'a');
    expect(Object.fromEntries(turns.map(({ id, parent, answer }) => [id, [parent, answer.text]]))).toEqual({
      t1: [null, 'An answer.'],
      t2: ['t1', 'one '],
      t3: ['t1', 'two '],
    });
  });

  it('a question that is asked while the file is being written, and another window adds one, is stored once', async () => {
    const folder = temporaryFolder();
    let open = () => {};
    let isHeld = false;
    const held = new Promise<void>((resolve) => (open = resolve));
    const io: FileIo = {
      ...fs.promises,
      async open(...args: Parameters<FileIo['open']>) {
        if (isHeld) await held;
        return fs.promises.open(...args);
      },
    };
    const one = openWindow(folder, { io }).store;
    const two = openWindow(folder).store;
    await save(one, conversation('a', [first]));
    const chatOne = openConversation(one, await load(one, 'a'));
    const chatTwo = openConversation(two, await load(two, 'a'));
    isHeld = true;
    chatOne.apply(added(waiting('t2', 't1', 'From one')));
    const flushing = one.flush();
    chatTwo.apply(added(waiting('t3', 't1', 'From two')));
    await two.flush();
    chatOne.apply(added(waiting('t4', 't2', 'While it is written')));
    isHeld = false;
    open();
    await flushing;
    await one.flush();
    const { turns } = await load(openWindow(folder).store, 'a');
    expect(turns.map(({ id }) => id).sort()).toEqual(['t1', 't2', 't3', 't4']);
    expect(turns.find(({ id }) => id === 't4')?.parent).toBe('t2');
  });

  it('text that arrives while a write is held or has failed is stored once and in order', async () => {
    const folder = temporaryFolder();
    let gate: Promise<void> | null = null;
    let fails = false;
    const io: FileIo = {
      ...fs.promises,
      async open(...args: Parameters<FileIo['open']>) {
        await gate;
        const handle = await fs.promises.open(...args);
        // The line is in the file already when the failure is reported.
        if (fails) handle.datasync = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
        return handle;
      },
    };
    const one = openWindow(folder, { io }).store;
    await save(one, conversation('a', [first]));
    const chat = openConversation(one, await load(one, 'a'));
    chat.apply(added(waiting('t2', 't1', 'Why?')));
    await one.flush();
    let release = () => {};
    gate = new Promise((resolve) => (release = resolve));
    chat.stream('t2', 'one ');
    const writing = one.flush();
    chat.stream('t2', 'two ');
    gate = null;
    release();
    await writing;
    fails = true;
    chat.stream('t2', 'three ');
    await one.flush().catch(() => undefined);
    chat.stream('t2', 'four ');
    fails = false;
    chat.apply(ended('t2'));
    await one.flush();
    expect((await load(openWindow(folder).store, 'a')).turns[1]?.answer.text).toBe('one two three four ');
  });

  it('a window that shows a conversation takes what another window adds to it', async () => {
    const { one, chatOne, chatTwo } = await bothOpen(true);
    chatOne.apply(added(waiting('t2', 't1', 'From one')));
    chatOne.stream('t2', 'Some ');
    await one.flush();
    await expect.poll(() => chatTwo.conversation.turns[1]?.answer.text).toBe('Some ');
    chatOne.apply(ended('t2'), { type: 'titled', title: 'Named', hasCustomTitle: true });
    await one.flush();
    await expect.poll(() => chatTwo.conversation.turns[1]?.answer.state).toBe('done');
    expect(chatTwo.conversation).toMatchObject({ title: 'Named', turns: chatOne.conversation.turns });
  });

  it('two windows that create the same conversation lose nothing of either', async () => {
    const folder = temporaryFolder();
    const [one, two] = [openWindow(folder).store, openWindow(folder).store];
    one.record(conversation('a', [first]), [added(first)]);
    two.record(conversation('a', [turn('t2', null, 'Second')]), [added(turn('t2', null, 'Second'))]);
    await Promise.all([one.flush(), two.flush()]);
    const { turns } = await load(openWindow(folder).store, 'a');
    expect(turns.map(({ id }) => id).sort()).toEqual(['t1', 't2']);
  });

  it('a conversation that one window deletes is not restored by the other', async () => {
    const { folder, one, two, chatTwo } = await bothOpen();
    await one.remove('a');
    chatTwo.apply({ type: 'pinned', pinned: true });
    await two.flush();
    expect(two.status('a')).toBe('deleted');
    chatTwo.apply(added(turn('t9', 't1', 'First again')));
    await two.flush();
    expect(await openWindow(folder).store.load('a')).toEqual({ type: 'missing' });
    expect(everything(folder)).not.toContain('First');
  });
});

describe('Deleting', () => {
  it('deleting leaves nothing of the conversation, not even what was set aside', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const chat = openConversation(store, conversation('a', []));
    chat.apply(added(waiting('t1', null, 'CANARY')));
    chat.stream('t1', 'CANARY');
    await store.flush();
    fs.writeFileSync(path.join(folder, 'a.jsonl.0f-1.tmp'), 'CANARY');
    fs.writeFileSync(path.join(folder, 'a.jsonl.corrupt-20260101T000000000Z'), 'CANARY');
    await save(store, conversation('ab', [turn('t1', null, 'stays')]));
    await store.remove('a');
    chat.stream('t1', 'CANARY');
    await store.flush();
    expect(everything(folder)).not.toContain('CANARY');
    expect(everything(folder)).toContain('stays');
    expect(fs.readdirSync(path.join(folder, 'windows'))).toEqual([]);
    expect(await store.search('canary')).toEqual([]);
  });
});

describe('Zero retention', () => {
  it('nothing of a temporary or zero-retention conversation is in a file, and what was stored of it is deleted', async () => {
    for (const part of [{ temporary: true }, { zeroRetention: true }]) {
      const folder = temporaryFolder();
      const { store } = openWindow(folder);
      const secret = conversation('a', [turn('t1', null, 'CANARY')], { title: 'CANARY' });
      await save(store, secret);
      expect(everything(folder)).toContain('CANARY');
      store.record({ ...secret, ...part }, [{ type: 'retention', zeroRetention: false, temporary: false, ...part }]);
      await store.flush();
      expect(everything(folder)).not.toContain('CANARY');
      expect(store.status('a')).toBe('memory');
      expect(await store.list()).toMatchObject([{ id: 'a', kept: 'memory' }]);
      expect(await load(store, 'a')).toMatchObject({ title: 'CANARY' });
      expect(await store.search('canary')).toHaveLength(1);
    }
  });

  it('lists of conversations are told of the first question of a conversation that is not written, and not of text', async () => {
    const { store, changes } = openWindow(temporaryFolder());
    const chat = openConversation(store, conversation('a', [], { temporary: true }));
    chat.apply({ type: 'retention', zeroRetention: true, temporary: true });
    changes.length = 0;
    chat.apply(added(waiting('t1', null, 'Q')));
    expect(changes).toEqual([{ type: 'list' }]);
    chat.stream('t1', 'An answer');
    expect(changes).toEqual([{ type: 'list' }]);
    expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
  });

  it('a zero-retention question of a stored conversation is in no file, and a later one follows the question before it', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const chat = openConversation(store, conversation('a', [], { title: '' }));
    chat.apply(added(turn('t1', null, 'Open')), { type: 'titled', title: 'Open', hasCustomTitle: false });
    await store.flush();
    chat.apply(added({ ...waiting('t2', 't1', 'CANARY'), zeroRetention: true }));
    chat.stream('t2', 'CANARY and more');
    const source = { title: 'CANARY', url: null, review: 'unread' } as const;
    chat.apply({ type: 'sources', turnId: 't2', epoch: 1, sources: [source], at: 9 });
    chat.apply({ type: 'reviewed', turnId: 't2', source: 0, review: 'opened' }, ended('t2'));
    await store.flush();
    chat.apply(added(turn('t3', 't2', 'Later')), { type: 'branchSelected', turnId: 't2' });
    await store.flush();
    expect(everything(folder)).not.toContain('CANARY');
    expect(everything(folder)).not.toContain('t2"');
    expect(await load(openWindow(folder).store, 'a')).toMatchObject({
      turns: [{ id: 't1' }, { id: 't3', parent: 't1' }],
      currentTurnId: 't3',
    });
    expect(chat.conversation.turns).toHaveLength(3);
  });

  it('a title made from a zero-retention question is not written', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const secret = { ...turn('t1', null, 'CANARY merger'), zeroRetention: true };
    await save(
      store,
      conversation('a', [secret, turn('t2', 't1', 'Open')], { title: 'CANARY…', titleZeroRetention: true }),
    );
    expect(everything(folder)).not.toContain('CANARY');
    await save(store, conversation('b', [secret], { title: 'CANARY…', titleZeroRetention: true }));
    const chat = openConversation(store, conversation('c', [turn('t2', null, 'Open')], { title: 'Open' }));
    chat.apply({ type: 'pinned', pinned: true });
    chat.apply(added(secret), { type: 'titled', title: 'CANARY…', hasCustomTitle: false, zeroRetention: true });
    await store.flush();
    expect(everything(folder)).not.toContain('CANARY');
  });
});

describe('Search', () => {
  it('words of titles, questions, answers and sources are found in any case and without accents', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    const source = {
      title: 'Treas. Reg. § 1.263(a)-1',
      url: null,
      snippet: 'de minimis "safe" harbor',
      review: 'unread' as const,
    };
    await save(store, conversation('q', [turn('t1', null, 'Is a Café depreciable?')]));
    await save(store, conversation('s', [turn('t1', null, 'Q', { sources: [source] })]));
    await save(
      store,
      conversation('t', [turn('t1', null, 'Q')], { title: 'Depreciable cafe title', hasCustomTitle: true }),
    );
    const other = openWindow(folder).store;
    const where = async (query: string) =>
      (await other.search(query)).map((hit) => `${hit.summary.id}:${hit.where}`).sort();
    expect(await where('CAFE depreciable')).toEqual(['q:question', 't:title']);
    expect(await where('minimis 1.263(a)')).toEqual(['s:source']);
    expect(await where('"safe"')).toEqual(['s:source']);
    expect(await where('café nowhere')).toEqual([]);
    expect(await where('turnAdded')).toEqual([]);
    expect(await where('')).toEqual([]);
    expect((await other.search('depreciable café'))[0]?.excerpt).toMatch(/caf[eé]/i);
  });

  it('a search of folders finds their conversations and those of none, also unsaved ones', async () => {
    const { store } = openWindow(temporaryFolder());
    const folder = (name: string) => ({ name, uri: `file:///${name}` });
    await save(store, conversation('a', [turn('t1', null, 'depreciable')], { folder: folder('acme') }));
    await save(store, conversation('b', [turn('t1', null, 'depreciable')], { folder: folder('baker') }));
    await save(store, conversation('c', [turn('t1', null, 'depreciable')], { folder: null }));
    const temporary = { folder: folder('baker'), temporary: true };
    store.record(conversation('d', [turn('t1', null, 'depreciable')], temporary), []);
    const found = async (folders?: string[]) =>
      (await store.search('depreciable', folders && { folders })).map(({ summary }) => summary.id).sort();
    expect(await found(['file:///acme'])).toEqual(['a', 'c']);
    expect(await found(['file:///acme', 'file:///baker'])).toEqual(['a', 'b', 'c', 'd']);
    expect(await found()).toEqual(['a', 'b', 'c', 'd']);
    expect(await found([])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a search ends when it is no longer wanted', async () => {
    const folder = temporaryFolder();
    const { store } = openWindow(folder);
    await save(store, conversation('a', [turn('t1', null, 'word')]));
    expect(await store.search('word', { signal: AbortSignal.abort() })).toEqual([]);
  });
});
