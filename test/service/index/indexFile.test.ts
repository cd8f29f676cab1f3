import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { IRC, open, temporaryFolder } from '../temporary.ts';
import { folderWith, titles } from './support.ts';

const TABLES = ['documents', 'passages', 'passageIndex', 'sections', 'names'];
const countOf = (database: DatabaseSync, table: string) =>
  Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);

it('the library creates a damaged index again and says so', async () => {
  const indexDir = temporaryFolder();
  const folder = folderWith({ 'one.md': '# One\n\nlathe' });
  await open({ folders: [folder], indexDir })
    .ready()
    .then(() => undefined);
  const [file = ''] = readdirSync(indexDir).filter((name) => name.endsWith('.sqlite'));
  for (const suffix of ['-wal', '-shm']) rmSync(join(indexDir, file + suffix), { force: true });
  for (const damage of [
    Buffer.from('not a database at all, but long enough to be read as one'),
    Buffer.alloc(8192, 7),
  ]) {
    writeFileSync(join(indexDir, file), damage);
    const library = open({ folders: [folder], indexDir });
    const status = await library.ready();
    expect(status.message).toBe('The index was damaged. It was created again.');
    expect(await titles(library, 'lathe')).toEqual(['One']);
    await library.close();
  }
});

it.each(['passages', 'passageIndex', 'sections', 'names', 'documents'])(
  'the library creates an index again if another program deleted rows of the table %s',
  async (table) => {
    const indexDir = temporaryFolder();
    const folder = folderWith({
      'code.md': '# Lathe Tax Act (LTA)\n\n## § 1 LTA Rate\n\nThe rate is 5.\n\n## § 2 LTA Date\n\nDue in May.\n',
    });
    const options = { folders: [folder, IRC], indexDir };
    const first = open(options);
    await first.ready();
    const count = () => new Map(TABLES.map((each) => [each, countOf(first.database(), each)]));
    const before = count();
    expect(before.get(table)).toBeGreaterThan(0);
    first.database().exec(`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} LIMIT 1)`);
    await first.close();
    const second = open(options);
    expect((await second.ready()).message).toBe('The index was damaged. It was created again.');
    for (const [each, rows] of before) expect(countOf(second.database(), each), each).toBe(rows);
    await second.close();
    const third = open(options);
    expect((await third.ready()).message).toBeUndefined();
    await third.close();
  },
);

it('the library repairs an index that is found damaged during a search', async () => {
  const library = open({ folders: [folderWith({ 'one.md': '# One\n\nlathe' })], indexDir: temporaryFolder() });
  await library.ready();
  expect(await library.repair(Object.assign(new Error('database disk image is malformed'), { errcode: 11 }))).toBe(
    true,
  );
  expect(await titles(library, 'lathe')).toEqual(['One']);
  expect(library.status().message).toContain('damaged');
  expect(await library.repair(new Error('something else'))).toBe(false);
});

it('after damage is found in a refresh, the library is ready when it is read again', async () => {
  const folder = folderWith({ 'one.md': '# One\n\nlathe' });
  const library = open({ folders: [folder], indexDir: temporaryFolder() });
  await library.ready();
  writeFileSync(join(folder, 'one.md'), '# One\n\nlathe and forklift');
  const damaged = vi.spyOn(library.database(), 'prepare').mockImplementation(() => {
    throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  });
  const refreshing = library.refresh();
  await vi.waitFor(() => expect(damaged).toHaveBeenCalled());
  await library.ready();
  expect(await titles(library, 'lathe')).toEqual(['One']);
  await refreshing;
});

it('the library keeps the index in memory if the file cannot be written', async () => {
  const folder = folderWith({ 'one.md': '# One\n\nlathe', place: 'a file where a folder should be' });
  const library = open({ folders: [folder], indexDir: join(folder, 'place') });
  const status = await library.ready();
  expect(status.message).toContain('kept in memory');
  expect(await titles(library, 'lathe')).toEqual(['One']);
});

it('an index that does not fit on the disk continues in memory', async () => {
  const folder = folderWith({ 'a.md': 'alpha' });
  const library = open({ folders: [folder], indexDir: temporaryFolder() });
  await library.ready();
  library.database().exec('PRAGMA max_page_count = 1');
  writeFileSync(join(folder, 'b.md'), `# Zanzibar\n\n${'The zanzibar basis is adjusted. '.repeat(20_000)}`);
  await library.refresh();
  expect(library.status()).toMatchObject({ documents: 2, message: expect.stringContaining('kept in memory') });
  expect(await titles(library, 'zanzibar basis')).toContain('Zanzibar');
});

it.skipIf(process.platform === 'win32')(
  'the files of an index can be read by their owner only, also those of an older version',
  async () => {
    const indexDir = temporaryFolder();
    const folder = folderWith({ 'a.md': 'alpha' });
    const modes = () => readdirSync(indexDir).map((name) => (statSync(join(indexDir, name)).mode & 0o777).toString(8));
    const first = open({ folders: [folder], indexDir });
    await first.ready();
    expect(new Set(modes())).toEqual(new Set(['600']));
    await first.close();
    for (const name of readdirSync(indexDir)) chmodSync(join(indexDir, name), 0o644);
    await open({ folders: [folder], indexDir }).ready();
    expect(new Set(modes())).toEqual(new Set(['600']));
  },
);
