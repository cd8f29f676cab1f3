import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeLine, createReplay, headerLine, splitLines } from '../../../src/conversation/fileFormat.ts';
import { manualClock } from '../../support/manualClock.ts';
import {
  added,
  conversation,
  faultyIo,
  load,
  openConversation,
  openWindow,
  save,
  systemError,
  temporaryFolder,
  turn,
} from './support.ts';

async function twoOnDisk() {
  const folder = temporaryFolder();
  const { store } = openWindow(folder);
  await save(store, conversation('good', [turn('t1', null, 'Stays')]));
  await save(store, conversation('bad', [turn('t1', null, 'First'), turn('t2', 't1', 'Second')]));
  return { folder, file: path.join(folder, 'bad.jsonl') };
}

const lines = (file: string) => fs.readFileSync(file, 'utf8').trimEnd().split('\n');

describe('Damaged files', () => {
  const damages: [string, (file: string) => void, readonly string[]][] = [
    ['0 bytes', (file) => fs.writeFileSync(file, ''), []],
    ['NUL bytes only', (file) => fs.writeFileSync(file, Buffer.alloc(4096)), []],
    ['a file of something else', (file) => fs.writeFileSync(file, '{"version":3,"entries":[]}\n'), []],
    ['a file that is cut in a line', (file) => cutAfter(file, 'Sec'), ['First']],
    ['a file that is cut in the header', (file) => fs.truncateSync(file, 30), []],
    ['NUL bytes in an answer', (file) => overwrite(file, 'Second', '\0\0\0\0\0\0'), ['First']],
    ['bytes that are not UTF-8', (file) => overwrite(file, 'Second', '\xff\xfe\xff\xfe\xff\xfe'), ['First']],
    [
      'a header that is gone',
      (file) => fs.writeFileSync(file, `[]\n${lines(file).slice(1).join('\n')}\n`),
      ['First', 'Second'],
    ],
    ['a header without a field', (file) => overwrite(file, '"createdAt"', '"createdBy"'), ['First', 'Second']],
    ['a change of the wrong form', (file) => overwrite(file, '"epoch":1', '"epoch":0.5'), ['Second']],
    ['the header of another conversation', (file) => overwrite(file, '"id":"bad"', '"id":"odd"'), ['First', 'Second']],
  ];

  it.each(damages)(
    '%s costs the damaged lines alone, is reported once and is copied first',
    async (_name, damage, left) => {
      const { folder, file } = await twoOnDisk();
      damage(file);
      const bytes = fs.readFileSync(file);
      const { store, changes } = openWindow(folder);
      const loaded = await store.load('bad');
      const copy = loaded.type === 'quarantined' ? loaded.file : loaded.type === 'ok' ? loaded.damage : null;
      expect(copy).toMatch(/^bad\.jsonl\.corrupt-\d{8}T\d{9}Z$/);
      expect(fs.readFileSync(path.join(folder, copy ?? ''))).toEqual(bytes);
      expect(changes).toContainEqual({ type: 'quarantined', file: copy });
      const questions = loaded.type === 'ok' ? loaded.conversation.turns.map(({ question }) => question.text) : [];
      expect(questions).toEqual(left);
      expect((await store.list()).map(({ id }) => id).sort()).toEqual(left.length > 0 ? ['bad', 'good'] : ['good']);
      const again = await openWindow(folder).store.load('bad');
      expect(again).toMatchObject(left.length > 0 ? { type: 'ok', damage: null } : { type: 'missing' });
    },
  );

  it('text after a damaged line is kept, with a mark where text is missing', async () => {
    const { folder } = await twoOnDisk();
    const { store } = openWindow(folder);
    const chat = openConversation(store, conversation('c', []));
    chat.apply(added(turn('t1', null, 'Q', { state: 'streaming', text: '' })));
    for (const text of ['one ', 'two ', 'three ', 'four ']) {
      chat.stream('t1', text);
      await store.flush();
    }
    chat.apply({ type: 'ended', turnId: 't1', epoch: 1, state: 'done', finishReason: null, error: null, at: 1 });
    await store.flush();
    const file = path.join(folder, 'c.jsonl');
    overwrite(file, '"two "', '"two\0"');
    const { turns } = await load(openWindow(folder).store, 'c');
    expect(turns[0]?.answer).toMatchObject({ state: 'done', text: 'one \n\n[…]\n\nthree four ' });
  });

  it('a list notices an unreadable file, also when it cannot rename it', async () => {
    const { folder, file } = await twoOnDisk();
    fs.writeFileSync(file, '');
    const readOnly = faultyIo((operation) => (operation === 'rename' ? systemError('EROFS') : undefined));
    expect((await openWindow(folder, { io: readOnly }).store.list()).map(({ id }) => id)).toEqual(['good']);
    const { store, changes } = openWindow(folder);
    expect((await store.list()).map(({ id }) => id)).toEqual(['good']);
    expect(changes).toMatchObject([{ type: 'quarantined' }]);
  });

  it('a file that another program put there is neither listed nor changed', async () => {
    const { folder } = await twoOnDisk();
    for (const name of ['.DS_Store', 'desktop.ini', 'bad (copy).jsonl', 'notes.txt']) {
      fs.writeFileSync(path.join(folder, name), 'not ours');
    }
    const before = fs.readdirSync(folder).sort();
    expect(await openWindow(folder).store.list()).toHaveLength(2);
    expect(fs.readdirSync(folder).sort()).toEqual(before);
  });

  it('no bytes whatever make loading, searching or listing throw', async () => {
    const { folder, file } = await twoOnDisk();
    const whole = fs.readFileSync(file);
    const mutation = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(mutation, fc.nat(whole.length), async (changes, length) => {
        for (const name of fs.readdirSync(folder)) if (name.startsWith('bad.')) fs.rmSync(path.join(folder, name));
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        fs.writeFileSync(file, bytes.subarray(0, length));
        const { store } = openWindow(folder);
        await store.search('first second');
        expect(['ok', 'quarantined', 'missing', 'readOnly']).toContain((await store.load('bad')).type);
        expect((await store.list()).map(({ id }) => id)).toContain('good');
        store.dispose();
      }),
      { numRuns: 60 },
    );
  });
});

describe('The loader', () => {
  const utf8 = new TextEncoder();
  const replay = (bytes: Uint8Array) => {
    const result = createReplay('a');
    const { lines, rest } = splitLines(bytes);
    for (const line of lines) result.add(line);
    if (rest.length > 0) result.add(new TextDecoder().decode(rest));
    return result;
  };

  it('random bytes never make it throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void replay(bytes)));
  });

  it('any JSON in a line never makes it throw', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (values) => {
        replay(utf8.encode(values.join('\n')));
      }),
    );
  });

  it('lines that are cut, damaged, doubled or interleaved never cost another line', () => {
    const line = (by: string, n: number) =>
      changeLine({ by, n, at: n, change: added(turn(`${by}${n}`, null, `Question ${by}${n}`)) });
    const batch = fc.record({
      by: fc.constantFrom('x', 'y'),
      size: fc.integer({ min: 1, max: 3 }),
      fate: fc.constantFrom('whole', 'cut', 'damaged', 'doubled'),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    });
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 12 }), (batches) => {
        const numbers = { x: 0, y: 0 };
        const expected: string[] = [];
        let file = headerLine(conversation('a', []));
        for (const { by, size, fate, at } of batches) {
          const whole: string[] = [];
          for (let i = 0; i < size; i++) whole.push(line(by as 'x', ++numbers[by as 'x']));
          const ids = whole.map((_, i) => `${by}${numbers[by as 'x'] - size + 1 + i}`);
          // As the store appends: each batch begins with a line feed.
          const text = `\n${whole.join('')}`;
          const last = whole.at(-1) ?? '';
          const cut = 1 + Math.floor(at * (last.length - 2));
          if (fate === 'cut') file += text.slice(0, text.length - last.length + cut);
          else if (fate === 'damaged')
            file += `${text.slice(0, text.length - last.length + cut)}\0${last.slice(cut + 1)}`;
          else file += fate === 'doubled' ? text + text : text;
          expected.push(...(fate === 'cut' || fate === 'damaged' ? ids.slice(0, -1) : ids));
        }
        const found = replay(utf8.encode(file)).conversation.turns.map(({ id }) => id);
        expect(found.filter((id) => expected.includes(id))).toEqual(expected);
      }),
    );
  });
});

describe('A newer version’s file', () => {
  it('a newer file is listed, read and never overwritten', async () => {
    const { folder, file } = await twoOnDisk();
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('"schema":1', '"schema":2'));
    const before = fs.readFileSync(file);
    const { store } = openWindow(folder);
    expect((await store.list()).find(({ id }) => id === 'bad')).toMatchObject({
      kept: 'newer',
      title: 'bad',
      turns: 2,
    });
    const loaded = await store.load('bad');
    expect(loaded).toMatchObject({
      type: 'readOnly',
      conversation: { turns: [{ id: 't1' }, { id: 't2' }] },
    });
    if (loaded.type !== 'readOnly' || !loaded.conversation) throw new Error(loaded.type);
    store.record({ ...loaded.conversation, pinned: true }, [{ type: 'pinned', pinned: true }]);
    await store.flush();
    expect(store.status('bad')).toBe('newer');
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it('a newer file whose changes are of another form is still listed', async () => {
    const { folder, file } = await twoOnDisk();
    const header = { fiscal: 'conversation', schema: 99, id: 'bad', createdAt: 1, folder: null };
    fs.writeFileSync(file, `${JSON.stringify(header)}\n{"blocks":[]}\n`);
    const { store } = openWindow(folder);
    expect((await store.list()).find(({ id }) => id === 'bad')).toMatchObject({ kept: 'newer' });
    expect(await store.load('bad')).toEqual({ type: 'readOnly', conversation: null });
    expect(fs.readdirSync(folder).some((name) => name.includes('.corrupt-'))).toBe(false);
  });
});

describe('A disk that refuses', () => {
  it.each([
    ['ENOSPC', 'diskFull'],
    ['EDQUOT', 'diskFull'],
    ['EROFS', 'readOnlyFolder'],
    ['EACCES', 'readOnlyFolder'],
    ['EIO', 'cannotWrite'],
  ] as const)('%s keeps the conversation in memory, with a warning until a write succeeds', async (code, warning) => {
    let broken = true;
    const folder = temporaryFolder();
    const io = faultyIo((operation) =>
      broken && operation === (warning === 'diskFull' ? 'write' : 'open') ? systemError(code) : undefined,
    );
    const clock = manualClock();
    const { store, changes } = openWindow(folder, { io, clock });
    await save(store, conversation('a', [turn('t1', null, 'Question')]));
    expect([store.warning, store.status('a')]).toEqual([warning, 'unsaved']);
    expect(await store.list()).toMatchObject([{ id: 'a', kept: 'unsaved' }]);
    expect(await load(store, 'a')).toMatchObject({ turns: [{ id: 't1' }] });
    expect(fs.readdirSync(folder)).toEqual([]);
    broken = false;
    clock.pass(30_000);
    await store.flush();
    expect([store.warning, store.status('a')]).toEqual([null, 'disk']);
    expect(changes.filter(({ type }) => type === 'warning')).toEqual([
      { type: 'warning', warning },
      { type: 'warning', warning: null },
    ]);
    expect(await load(openWindow(folder).store, 'a')).toMatchObject({ turns: [{ id: 't1' }] });
  });

  it('what is on disk survives a disk that is full, and later changes follow once it is not', async () => {
    const { folder } = await twoOnDisk();
    let full = true;
    const io = faultyIo((operation) => (full && operation === 'write' ? systemError('ENOSPC') : undefined));
    const { store } = openWindow(folder, { io });
    const chat = openConversation(store, await load(store, 'bad'));
    chat.apply({ type: 'titled', title: 'New', hasCustomTitle: true });
    await store.flush();
    expect((await openWindow(folder).store.list()).map(({ title }) => title).sort()).toEqual(['bad', 'good']);
    full = false;
    chat.apply({ type: 'pinned', pinned: true });
    await store.flush();
    expect(await load(openWindow(folder).store, 'bad')).toMatchObject({ title: 'New', pinned: true, turns: [{}, {}] });
  });

  it('a write of which only a part reached the disk is repeated and counts once', async () => {
    const folder = temporaryFolder();
    const real = fs.promises.open;
    let isFull = false;
    const open = async (...args: Parameters<typeof real>) => {
      const handle = await real(...args);
      const { write } = handle;
      const part = async (bytes: Buffer) =>
        Reflect.apply(write, handle, [isFull ? bytes.subarray(0, bytes.length - 40) : bytes]);
      return Object.assign(handle, { write: part });
    };
    const { store } = openWindow(folder, { io: { ...faultyIo(() => undefined), open } });
    await save(store, conversation('a', [turn('t1', null, 'Q', { state: 'streaming', text: '' })]));
    const chat = openConversation(store, await load(store, 'a'));
    chat.apply({ type: 'step', turnId: 't1', epoch: 1, title: 'Looking', at: 1 });
    chat.stream('t1', 'text ');
    isFull = true;
    await store.flush();
    expect(store.status('a')).toBe('unsaved');
    isFull = false;
    await store.flush();
    const { turns } = await load(openWindow(folder).store, 'a');
    expect(turns[0]?.answer).toMatchObject({ text: 'text ', steps: [{ title: 'Looking' }] });
  });

  it('a file in the place of the folder leaves the conversation in memory', async () => {
    const place = path.join(temporaryFolder(), 'conversations');
    fs.writeFileSync(place, '');
    const { store } = openWindow(place);
    await save(store, conversation('a', [turn('t1', null, 'Q')]));
    expect(store.status('a')).toBe('unsaved');
    expect(await store.list()).toMatchObject([{ id: 'a' }]);
  });

  it.each(['EBUSY', 'EPERM', 'EMFILE'])('%s that passes is waited out', async (code) => {
    const folder = temporaryFolder();
    const left = { link: 3, open: 3 } as Record<string, number>;
    const waits: number[] = [];
    const io = faultyIo((operation) => {
      if (!left[operation]) return undefined;
      left[operation] -= 1;
      return systemError(code);
    });
    const { store } = openWindow(folder, { io, sleep: async (ms) => void waits.push(ms) });
    await save(store, conversation('a', [turn('t1', null, 'Q')]));
    expect(store.status('a')).toBe('disk');
    expect(waits.length).toBeGreaterThanOrEqual(6);
    expect(Math.max(...waits)).toBeLessThan(100);
  });

  it('a file system without hard links stores all the same', async () => {
    const folder = temporaryFolder();
    const io = faultyIo((operation) => (operation === 'link' ? systemError('ENOTSUP') : undefined));
    const one = openWindow(folder, { io }).store;
    const two = openWindow(folder, { io }).store;
    await Promise.all([
      save(one, conversation('a', [turn('t1', null, 'Q')])),
      save(two, conversation('a', [turn('t1', null, 'Q')])),
    ]);
    expect(fs.readdirSync(folder)).toEqual(['a.jsonl']);
    expect(await load(openWindow(folder).store, 'a')).toMatchObject({ turns: [{ id: 't1' }] });
  });
});

it('a conversation of 20 MB is stored, listed, searched and opened', async () => {
  const folder = temporaryFolder();
  const { store } = openWindow(folder);
  const page = 'The taxpayer shall compute the allowance for the taxable year. '.repeat(6_400);
  const turns = Array.from({ length: 50 }, (_, i) =>
    turn(`t${i}`, i === 0 ? null : `t${i - 1}`, `Question ${i}`, { text: i === 49 ? `${page} zyzzyva` : page }),
  );
  await save(store, conversation('huge', turns));
  const next = openWindow(folder).store;
  expect(await next.list()).toHaveLength(1);
  expect(await next.search('zyzzyva')).toMatchObject([{ turnId: 't49', where: 'answer' }]);
  expect((await load(next, 'huge')).turns.length).toBe(50);
});

function overwrite(file: string, before: string, after: string): void {
  const text = fs.readFileSync(file, 'latin1');
  if (!text.includes(before)) throw new Error(`${before} is not in the file`);
  fs.writeFileSync(file, text.replace(before, after), 'latin1');
}

function cutAfter(file: string, text: string): void {
  const whole = fs.readFileSync(file, 'latin1');
  fs.truncateSync(file, whole.indexOf(text) + text.length);
}
