import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WRITES_LARGE_FILES } from '../../support/timeouts.ts';
import { conversation, faultyIo, openWindow, systemError, temporaryFolder, turn } from './support.ts';

async function twoOnDisk() {
  const folder = temporaryFolder();
  const { store } = openWindow(folder);
  await store.save(conversation('good', [turn('t1', null, 'Stays')]));
  await store.save(conversation('bad', [turn('t1', null, 'First'), turn('t2', 't1', 'Second')]));
  return { folder, file: path.join(folder, 'bad.1.jsonl') };
}

const lines = (file: string) => fs.readFileSync(file, 'utf8').trimEnd().split('\n');

describe('a damaged file is set aside and told, and the rest is listed', () => {
  const damages: [string, (file: string) => void, readonly string[]][] = [
    ['0 bytes', (file) => fs.writeFileSync(file, ''), []],
    ['NUL bytes only', (file) => fs.writeFileSync(file, Buffer.alloc(4096)), []],
    ['cut in the middle of a line', (file) => fs.truncateSync(file, fs.statSync(file).size - 30), ['First']],
    [
      'cut at the end of a line',
      (file) => fs.writeFileSync(file, `${lines(file).slice(0, 2).join('\n')}\n`),
      ['First'],
    ],
    ['cut in the header', (file) => fs.truncateSync(file, 100), []],
    ['NUL bytes in an answer', (file) => overwrite(file, 'Second', '\0\0\0\0\0\0'), ['First']],
    ['bytes that are no UTF-8', (file) => overwrite(file, 'Second', '\xff\xfe\xff\xfe\xff\xfe'), ['First']],
    ['a header of something else', (file) => fs.writeFileSync(file, '{"version":3,"entries":[]}\n'), []],
    [
      'a header that is gone',
      (file) => fs.writeFileSync(file, `[]\n${lines(file).slice(1).join('\n')}\n`),
      ['First', 'Second'],
    ],
    ['a header without a field', (file) => overwrite(file, '"createdAt"', '"createdBy"'), ['First', 'Second']],
    ['a turn of the wrong form', (file) => overwrite(file, '"epoch":1', '"epoch":0.5'), ['Second']],
    ['another conversation’s content', (file) => overwrite(file, '"id":"bad"', '"id":"odd"'), ['First', 'Second']],
  ];

  test.each(damages)('%s', async (_name, damage, recovered) => {
    const { folder, file } = await twoOnDisk();
    damage(file);
    const { store, changes } = openWindow(folder);
    const loaded = await store.load('bad');
    if (loaded.type !== 'quarantined') throw new Error(loaded.type);
    expect(loaded.file).toMatch(/^bad\.1\.jsonl\.corrupt-\d{8}T\d{9}Z$/);
    expect(fs.existsSync(path.join(folder, loaded.file))).toBe(true);
    expect(changes).toContainEqual({ type: 'quarantined', file: loaded.file, reason: loaded.reason });
    expect(loaded.recovered?.turns.map(({ question }) => question.text) ?? []).toEqual(recovered);
    expect((await store.list()).map(({ id }) => id)).toEqual(['good']);
    expect(loaded.reason).not.toMatch(/First|Second/);
    if (loaded.recovered) {
      expect(await store.save(loaded.recovered)).toMatchObject({ type: 'saved' });
      expect(await openWindow(folder).store.load('bad')).toMatchObject({ type: 'ok' });
    }
  });

  test('the list alone notices a damaged first line, also when it cannot rename the file', async () => {
    const { folder, file } = await twoOnDisk();
    fs.writeFileSync(file, '');
    const readOnly = faultyIo((operation) => (operation === 'rename' ? systemError('EROFS') : undefined));
    expect((await openWindow(folder, { io: readOnly }).store.list()).map(({ id }) => id)).toEqual(['good']);
    const { store, changes } = openWindow(folder);
    expect((await store.list()).map(({ id }) => id)).toEqual(['good']);
    expect(changes).toMatchObject([{ type: 'quarantined', reason: 'The file is empty.' }]);
  });

  test('an older revision that a crash left behind is taken when the newest is damaged', async () => {
    const { folder, file } = await twoOnDisk();
    fs.writeFileSync(path.join(folder, 'bad.2.jsonl'), Buffer.alloc(10));
    const { store } = openWindow(folder);
    expect((await store.list()).map(({ id, revision }) => [id, revision])).toContainEqual(['bad', 1]);
    expect(fs.existsSync(file)).toBe(true);
  });

  test('a file that another program put there is neither listed nor touched', async () => {
    const { folder } = await twoOnDisk();
    for (const name of ['.DS_Store', 'desktop.ini', 'bad.1 (copy).jsonl', 'notes.txt', 'x.jsonl']) {
      fs.writeFileSync(path.join(folder, name), 'not ours');
    }
    const before = fs.readdirSync(folder).sort();
    expect(await openWindow(folder).store.list()).toHaveLength(2);
    expect(fs.readdirSync(folder).sort()).toEqual(before);
  });

  test('no bytes whatever make loading or listing throw', async () => {
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
      { numRuns: 150 },
    );
  });
});

describe('a newer version’s file', () => {
  test('is listed, read and never overwritten', async () => {
    const { folder, file } = await twoOnDisk();
    overwrite(file, '"schema":1', '"schema":2');
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
      schema: 2,
      conversation: { turns: [{ id: 't1' }, { id: 't2' }] },
    });
    if (loaded.type !== 'readOnly' || !loaded.conversation) throw new Error(loaded.type);
    expect(await store.save({ ...loaded.conversation, revision: 0 })).toEqual({ type: 'readOnly', schema: 2 });
    expect(fs.readFileSync(file)).toEqual(before);
  });

  test('whose turns are of another form is still listed', async () => {
    const { folder, file } = await twoOnDisk();
    fs.writeFileSync(file, '{"fiscal":"conversation","schema":99,"title":"From the future"}\n{"blocks":[]}\n');
    const { store } = openWindow(folder);
    expect((await store.list()).find(({ id }) => id === 'bad')).toMatchObject({
      kept: 'newer',
      title: 'From the future',
    });
    expect(await store.load('bad')).toEqual({ type: 'readOnly', schema: 99, conversation: null });
  });
});

describe('a disk that refuses', () => {
  test.each([
    ['ENOSPC', 'diskFull'],
    ['EDQUOT', 'diskFull'],
    ['EROFS', 'readOnlyFolder'],
    ['EACCES', 'readOnlyFolder'],
    ['EIO', 'cannotWrite'],
  ] as const)('%s: the conversation stays in memory, with a warning until a save succeeds', async (code, warning) => {
    let broken = true;
    const folder = temporaryFolder();
    const io = faultyIo((operation) =>
      broken && operation === (warning === 'diskFull' ? 'write' : 'open') ? systemError(code) : undefined,
    );
    const { store, changes } = openWindow(folder, { io });
    expect(await store.save(conversation('a', [turn('t1', null, 'Question')]))).toEqual({ type: 'unsaved', warning });
    expect(store.warning).toBe(warning);
    expect(await store.list()).toMatchObject([{ id: 'a', kept: 'unsaved' }]);
    expect(await store.load('a')).toMatchObject({ type: 'ok', conversation: { turns: [{ id: 't1' }] } });
    expect(fs.readdirSync(folder)).toEqual([]);
    broken = false;
    expect(await store.save(conversation('a', [turn('t1', null, 'Question')]))).toMatchObject({ type: 'saved' });
    expect(store.warning).toBeNull();
    expect(changes.filter(({ type }) => type === 'warning')).toEqual([
      { type: 'warning', warning },
      { type: 'warning', warning: null },
    ]);
  });

  test('the older form on disk survives a disk that is full, and is what the next window sees', async () => {
    const { folder } = await twoOnDisk();
    const io = faultyIo((operation) => (operation === 'write' ? systemError('ENOSPC') : undefined));
    const { store } = openWindow(folder, { io });
    const loaded = await store.load('bad');
    if (loaded.type !== 'ok') throw new Error(loaded.type);
    expect(await store.save({ ...loaded.conversation, title: 'New' })).toMatchObject({ type: 'unsaved' });
    expect((await openWindow(folder).store.list()).map(({ title }) => title).sort()).toEqual(['bad', 'good']);
  });

  test('a file in the place of the folder', async () => {
    const place = path.join(temporaryFolder(), 'conversations');
    fs.writeFileSync(place, '');
    const { store } = openWindow(place);
    expect(await store.save(conversation('a', []))).toMatchObject({ type: 'unsaved' });
    expect(await store.list()).toMatchObject([{ id: 'a' }]);
  });

  test.each(['EBUSY', 'EPERM', 'EMFILE'])('%s that passes is waited out', async (code) => {
    const folder = temporaryFolder();
    const left = { link: 3, rename: 3, unlink: 3, open: 3 } as Record<string, number>;
    const waits: number[] = [];
    const io = faultyIo((operation) => {
      if (!left[operation]) return undefined;
      left[operation] -= 1;
      return systemError(code);
    });
    const { store } = openWindow(folder, { io, sleep: async (ms) => void waits.push(ms) });
    const running = conversation('a', [turn('t1', null, 'Q', { state: 'streaming' })]);
    expect(await store.save(running)).toEqual({ type: 'saved', revision: 1 });
    expect(await store.save({ ...running, title: 'again' })).toEqual({ type: 'saved', revision: 2 });
    expect(waits.length).toBeGreaterThanOrEqual(9);
    expect(Math.max(...waits)).toBeLessThan(100);
  });

  test('a file system without hard links', async () => {
    const folder = temporaryFolder();
    const io = faultyIo((operation) => (operation === 'link' ? systemError('ENOTSUP') : undefined));
    const one = openWindow(folder, { io }).store;
    expect(await one.save(conversation('a', [turn('t1', null, 'Q')]))).toEqual({ type: 'saved', revision: 1 });
    const two = openWindow(folder, { io }).store;
    await two.load('a');
    expect(await two.save(conversation('a', [turn('t1', null, 'Q'), turn('t2', 't1', 'R')]))).toMatchObject({
      revision: 2,
    });
    expect(fs.readdirSync(folder)).toEqual(['a.2.jsonl']);
  });
});

test('a conversation of 200 MB is saved, listed, searched and opened', WRITES_LARGE_FILES, async () => {
  const folder = temporaryFolder();
  const { store } = openWindow(folder);
  const page = 'The taxpayer shall compute the allowance for the taxable year. '.repeat(64_000);
  const turns = Array.from({ length: 50 }, (_, i) =>
    turn(`t${i}`, i === 0 ? null : `t${i - 1}`, `Question ${i}`, { text: i === 49 ? `${page} zyzzyva` : page }),
  );
  expect(await store.save(conversation('huge', turns))).toMatchObject({ type: 'saved' });
  const next = openWindow(folder).store;
  const [summary] = await next.list();
  expect(summary?.bytes).toBeGreaterThan(200_000_000);
  expect(await next.search('zyzzyva')).toMatchObject([{ turnId: 't49', where: 'answer' }]);
  const loaded = await next.load('huge');
  expect(loaded.type === 'ok' && loaded.conversation.turns.length).toBe(50);
});

function overwrite(file: string, before: string, after: string): void {
  const text = fs.readFileSync(file, 'latin1');
  if (!text.includes(before)) throw new Error(`${before} is not in the file`);
  fs.writeFileSync(file, text.replace(before, after), 'latin1');
}
