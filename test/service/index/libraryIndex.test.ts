import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LibraryProgress } from '../../../src/protocol/worker.ts';
import { readFileBytes } from '../../../src/service/documents/fileBytes.ts';
import { createRealRoots } from '../../../src/service/documents/realRoots.ts';
import { walk } from '../../../src/service/documents/walk.ts';
import type { SearchResult } from '../../../src/service/search/searchResult.ts';
import { makeWord, paragraph } from '../documents/support/makeOffice.ts';
import { FIXTURES, IRC, open, searchIn, temporaryFolder } from '../temporary.ts';

const TABLES = ['documents', 'passages', 'passageIndex', 'sections', 'names'];
const countOf = (database: DatabaseSync, table: string) =>
  Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);

const titles = async (library: ReturnType<typeof open>, question: string) =>
  allOf(await searchIn(library, question)).map((document) => document.title);

/** The documents of both lanes. */
const allOf = ({ documents, others }: SearchResult) => [...documents, ...others];

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

it('the library indexes folders with all kinds of files and reports which it skipped and why', async () => {
  const notes = folderWith({
    'policy.md':
      '---\ntitle: Capitalization policy\ndate: 2024-01-01\nkind: Accounting\nurl: https://example.org/p\n---\n\nItems below $2,500 are expensed.\n',
    'empty.md': '',
    'picture.png': Buffer.from([0x89, 0x50, 0, 0]),
    'binary.txt': Buffer.from([1, 0, 2, 0, 3]),
  });
  const library = open({ folders: [notes, join(FIXTURES, 'library')] });
  const status = await library.ready();
  expect(status.documents).toBe(10);
  expect(status.passages).toBeGreaterThan(10);
  expect(status.skipped.map(({ path, reason }) => [path.split(/[\\/]/).at(-1), reason]).sort()).toEqual([
    ['binary.txt', 'It is a binary file.'],
    ['empty.md', 'It contains no text.'],
    ['locked-qpdf.pdf', 'It is protected by a password. Save a copy without the password.'],
    ['picture.png', 'It is a picture. Save it as a PDF with recognized text to include it.'],
  ]);
  const { documents } = await searchIn(library, 'capitalization threshold policy for small items');
  const [policy] = documents;
  expect(policy).toMatchObject({
    title: 'Capitalization policy',
    kind: 'accounting',
    date: '2024-01-01',
    url: 'https://example.org/p',
  });
  expect(policy?.passages[0]).toMatchObject({ line: 8, endLine: 8, text: 'Items below $2,500 are expensed.' });
});

it('a program that is named after a section is not the authority of that section', async () => {
  const folder = folderWith({
    'section179.ts': '// The limit is adjusted for inflation, see § 179(b)(6).\nexport const limit = 2_500_000;\n',
    'law.md': '# § 179. Election to expense\n\n## (b) Limitations\n\nThe limit is adjusted for inflation.\n',
  });
  const library = open({ folders: [folder] });
  await library.ready();
  const documents = allOf(await searchIn(library, 'How is the limit of section 179 adjusted for inflation?'));
  expect(documents.map(({ title, authority }) => [title, authority])).toEqual([
    ['§ 179. Election to expense', '179'],
    ['section179', ''],
  ]);
});

it('the library respects .gitignore files at every level of a library and the globs to exclude', async () => {
  const folder = folderWith({
    '.gitignore': 'drafts/\n*.tmp.md\n!keep.tmp.md\n',
    'a.md': 'alpha',
    'b.tmp.md': 'beta',
    'keep.tmp.md': 'gamma',
    'drafts/c.md': 'delta',
    'deep/.gitignore': 'd.md\n',
    'deep/d.md': 'epsilon',
    'deep/e.md': 'zeta',
    'node_modules/f/g.md': 'eta',
    'archive/h.md': 'theta',
  });
  const library = open({ folders: [folder], exclude: ['**/archive/**'] });
  await library.ready();
  const known = library.database().prepare('SELECT path FROM documents ORDER BY path').all();
  expect(
    known.map((row) =>
      String(row.path)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    ),
  ).toEqual(['a.md', 'deep/e.md', 'keep.tmp.md']);
});

it('the library reads only the changed file of a library, removes a deleted one and adds a new one', async () => {
  const folder = folderWith({ 'one.md': '# One\n\nlathe', 'two.md': '# Two\n\nforklift' });
  const reports: LibraryProgress[] = [];
  const library = open({
    folders: [folder],
    indexDir: temporaryFolder(),
    onProgress: (progress) => reports.push(progress),
  });
  await library.ready();
  reports.length = 0;
  writeFileSync(join(folder, 'one.md'), '# One\n\nmilling machine');
  await library.refresh([join(folder, 'one.md')]);
  expect(reports.findLast((report) => report.phase === 'reading')).toEqual({ done: 1, total: 1, phase: 'reading' });
  expect(await titles(library, 'milling')).toEqual(['One']);
  expect(await titles(library, 'lathe')).toEqual([]);
  rmSync(join(folder, 'two.md'));
  await library.refresh([join(folder, 'two.md')]);
  expect(await titles(library, 'forklift')).toEqual([]);
  writeFileSync(join(folder, 'three.md'), '# Three\n\nconveyor');
  await library.refresh([join(folder, 'three.md')]);
  expect(await titles(library, 'conveyor')).toEqual(['Three']);
  expect(library.status().documents).toBe(2);
});

it('a file of which only the date has changed keeps its passages, and every other change is indexed', async () => {
  const law = (date: string, text: string) =>
    `---\ntitle: § 179. Election\nkind: law\ndate: ${date}\nurl: https://law.example/179\n---\n\n# § 179. Election\n\n${text}\n`;
  // A row that is written again has a number behind that of the other file.
  const files = { '179.md': law('2025-07-04, Public Law 119-21', 'The limit is $2,500,000.'), 'other.md': 'A memo.' };
  const path = join(folderWith(files), '179.md');
  const library = open({ folders: [join(path, '..')] });
  await library.ready();
  const found = async (words: string) => {
    const [document] = (await searchIn(library, words)).documents;
    const [passage] = document?.passages ?? [];
    return { date: document?.date, url: document?.url, line: passage?.line, text: passage?.text };
  };
  const row = () => library.database().prepare('SELECT id, digest FROM documents WHERE path = ?').get(path);
  const take = async (text: string) => {
    writeFileSync(path, text);
    await library.refresh([path]);
    expect(library.outdated([path])).toEqual([]);
  };
  const before = row();
  await take(law('2026-06-26, Public Law 119-100', 'The limit is $2,500,000.'));
  expect(row()?.id).toBe(before?.id);
  expect(row()?.digest).not.toBe(before?.digest);
  expect(await found('limit of section 179')).toMatchObject({ date: '2026-06-26, Public Law 119-100', line: 10 });
  await take(law('2026-06-26, Public Law 119-100', 'The limit is $2,560,000.'));
  expect((await found('limit of section 179')).text).toContain('$2,560,000');
  await take(law('2026-06-26', 'The limit is $2,560,000.').replace('law.example', 'other.example'));
  expect(await found('limit of section 179')).toMatchObject({ date: '2026-06-26', url: 'https://other.example/179' });
  await take(law('2026-06-26', '\n\nThe limit is $2,560,000.'));
  expect((await found('limit of section 179')).line).toBe(12);
});

it('the library is not scanned again when a file changes that it does not read', async () => {
  const folder = folderWith({
    'one.md': '# One\n\nlathe',
    'logo.bin': 'PK',
    '.git/index.txt': 'x',
    'old/two.md': '# Two\n\nforklift',
  });
  const phases: string[] = [];
  const library = open({ folders: [folder], onProgress: ({ phase }) => phases.push(phase) });
  await library.ready();
  phases.length = 0;
  await library.refresh([join(folder, 'logo.bin'), join(folder, '.git'), join(folder, '.git', 'index.txt')]);
  expect(phases).toEqual([]);
  rmSync(join(folder, 'old'), { recursive: true });
  await library.refresh([join(folder, 'old')]);
  expect(phases).toContain('scanning');
  expect(await titles(library, 'forklift')).toEqual([]);
  phases.length = 0;
  writeFileSync(join(folder, '.gitignore'), 'one.md\n');
  await library.refresh([join(folder, '.gitignore')]);
  expect(await titles(library, 'lathe')).toEqual([]);
});

it('the library reopens an unchanged library without reading a file', async () => {
  const indexDir = temporaryFolder();
  const first = open({ folders: [IRC], indexDir });
  const before = await first.ready();
  await first.close();
  const reports: LibraryProgress[] = [];
  const second = open({ folders: [IRC], indexDir, onProgress: (progress) => reports.push(progress) });
  const after = await second.ready();
  expect({ ...after, indexedAt: null }).toEqual({ ...before, indexedAt: null });
  expect(reports.some((report) => report.phase === 'reading')).toBe(false);
});

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

it('the library keeps the documents of a folder that is temporarily missing, and reports it', async () => {
  const indexDir = temporaryFolder();
  const folder = folderWith({ 'shelf/one.md': '# One\n\nlathe' });
  const shelf = join(folder, 'shelf');
  const library = open({ folders: [shelf], indexDir });
  await library.ready();
  cpSync(shelf, join(folder, 'elsewhere'), { recursive: true });
  rmSync(shelf, { recursive: true });
  await library.refresh();
  expect(library.status().message).toBe(`${shelf}: The folder is not there any more.`);
  expect(library.status().skipped).toEqual([{ path: shelf, reason: 'The folder is not there any more.' }]);
  expect(await titles(library, 'lathe')).toEqual(['One']);
});

it('the library skips a file of two gigabytes and a ZIP bomb without reading them completely', async () => {
  const folder = folderWith({
    'fine.md': '# Fine\n\nlathe',
    'huge.txt': '',
    'bomb.docx': makeWord(paragraph('x'), { styles: ' '.repeat(80 * 1024 * 1024) }),
  });
  truncateSync(join(folder, 'huge.txt'), 2 * 1024 ** 3);
  const library = open({ folders: [folder] });
  const status = await library.ready();
  const reasons = Object.fromEntries(status.skipped.map(({ path, reason }) => [path.split(/[\\/]/).at(-1), reason]));
  expect(reasons['huge.txt']).toBe('It is larger than the limit (2048.0 MB of 20.0 MB).');
  expect(reasons['bomb.docx']).toBe('It unpacks to more than 20 MB, which no document of words does.');
  expect(await titles(library, 'lathe')).toEqual(['Fine']);
});

it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a file that may not be read is skipped, and read when it may be',
  async () => {
    const folder = folderWith({ 'secret.md': 'lathe' });
    chmodSync(join(folder, 'secret.md'), 0);
    const library = open({ folders: [folder] });
    expect(reasons(await library.ready())).toEqual(['secret.md: You have no permission to read it.']);
    chmodSync(join(folder, 'secret.md'), 0o600);
    await library.refresh();
    expect(library.status()).toMatchObject({ documents: 1, skipped: [] });
  },
);

it('the library reports quoted documents that have changed on disk', async () => {
  const folder = folderWith({ 'one.md': 'lathe' });
  const library = open({ folders: [folder] });
  await library.ready();
  const path = join(folder, 'one.md');
  expect(library.outdated([path])).toEqual([]);
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
  expect(library.outdated([path, path])).toEqual([path]);
  rmSync(path);
  expect(library.outdated([path])).toEqual([path]);
});

it('the library keeps the documents read before indexing was stopped, and reads the others after a restart', async () => {
  const indexDir = temporaryFolder();
  const library = open({
    folders: [IRC],
    indexDir,
    onProgress: ({ done, phase }) => {
      if (phase === 'reading' && done === 20) library.cancel();
    },
  });
  const stopped = await library.ready();
  expect(stopped.message).toMatch(/^Reading was stopped: \d+ documents are not in the library yet\.$/);
  expect(stopped.documents).toBe(20);
  await library.close();
  const total = readdirSync(IRC).filter((name) => name.endsWith('.md')).length;
  const totals = new Set<number>();
  const restarted = open({ folders: [IRC], indexDir, onProgress: (progress) => totals.add(progress.total) });
  expect(await restarted.ready()).toMatchObject({ documents: total });
  expect(restarted.status().message).toBeUndefined();
  expect(totals).toEqual(new Set([0, total - 20]));
});

it('the library yields to the event loop while a library is read', async () => {
  const library = open({ folders: [IRC] });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await library.ready();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

it('the library reads a folder inside another folder of the library once, and accepts an empty list of folders', async () => {
  const folder = folderWith({ 'one.md': '# One\n\nlathe', 'inside/two.md': '# Two\n\nforklift' });
  const library = open({ folders: [folder, join(folder, 'inside')] });
  await library.ready();
  expect(library.status()).toMatchObject({ documents: 2, folders: [folder] });
  const empty = open({ folders: [] });
  await empty.ready();
  expect(empty.status()).toMatchObject({ documents: 0, folders: [] });
});

it('the library deletes the index and reads all documents again when the library is rebuilt', async () => {
  const indexDir = temporaryFolder();
  const folder = folderWith({ 'one.md': '# One\n\nlathe' });
  const library = open({ folders: [folder], indexDir });
  await library.ready();
  library.database().exec("UPDATE documents SET title = 'Wrong'");
  expect(await titles(library, 'lathe')).toEqual(['Wrong']);
  await library.rebuild();
  expect(await titles(library, 'lathe')).toEqual(['One']);
});

it('the library keeps the index in memory if the file cannot be written', async () => {
  const folder = folderWith({ 'one.md': '# One\n\nlathe', place: 'a file where a folder should be' });
  const library = open({ folders: [folder], indexDir: join(folder, 'place') });
  const status = await library.ready();
  expect(status.message).toContain('kept in memory');
  expect(await titles(library, 'lathe')).toEqual(['One']);
});

const reasons = (status: { skipped: readonly { path: string; reason: string }[] }) =>
  status.skipped.map(({ path, reason }) => `${path.split(/[\\/]/).at(-1)}: ${reason}`).toSorted();

it.skipIf(process.platform === 'win32')(
  'a link to itself, a long rule and a pipe as .gitignore are problems of one file each',
  async () => {
    const folder = folderWith({
      'a.md': 'alpha',
      'long/.gitignore': `${'x'.repeat(100_000)}\n${'a*'.repeat(300)}b\nsecret.md\n`,
      'long/b.md': 'beta',
      'long/secret.md': 'gamma',
      'pipe/c.md': 'delta',
      [`long/${'a'.repeat(200)}.md`]: 'epsilon',
    });
    symlinkSync('loop.md', join(folder, 'loop.md'));
    symlinkSync(`${'n'.repeat(300)}.md`, join(folder, 'tooLong.md'));
    execFileSync('mkfifo', [join(folder, 'pipe', '.gitignore')]);
    execFileSync('mkfifo', [join(folder, 'pipe', 'd.md')]);
    const library = open({ folders: [folder], exclude: ['y'.repeat(100_000), 'nothing'] });
    const status = await library.ready();
    expect(status.documents).toBe(4);
    expect(reasons(status)).toEqual([
      '.gitignore: 2 of its rules are too many, too long or have too many wildcards, and are not applied.',
      '.gitignore: It is not a file. Its rules are not applied.',
      'library.exclude: 1 of its rules are too many, too long or have too many wildcards, and are not applied.',
      'loop.md: It is a link that leads to itself.',
      'tooLong.md: Its name is too long.',
    ]);
    await library.refresh([join(folder, 'loop.md'), join(folder, 'a.md')]);
    expect(library.outdated([join(folder, 'loop.md'), join(folder, 'a.md')])).toEqual([join(folder, 'loop.md')]);
  },
);

it.skipIf(process.platform === 'win32')(
  'links are read inside the folders of the library and their roots, and never outside',
  async () => {
    const outside = folderWith({ 'id.md': 'the private key zanzibar', 'deep/more.md': 'zanzibar' });
    const folder = folderWith({ 'a.md': 'alpha', 'sub/b.md': 'beta', 'later.md': 'gamma' });
    symlinkSync(join(outside, 'id.md'), join(folder, 'out.md'));
    symlinkSync(join(folder, 'a.md'), join(folder, 'sub', 'in.md'));
    symlinkSync(outside, join(folder, 'keys'));
    const library = open({ folders: [folder] });
    const status = await library.ready();
    expect(status.documents).toBe(4);
    expect(reasons(status)).toEqual(['out.md: It is a link to a place outside of the folders of the library.']);
    rmSync(join(folder, 'later.md'));
    symlinkSync(join(outside, 'id.md'), join(folder, 'later.md'));
    await library.refresh([join(folder, 'later.md')]);
    expect(await titles(library, 'zanzibar')).toEqual([]);

    const narrowed = open({ folders: [join(folder, 'keys'), join(folder, 'sub')], roots: [folder] });
    const found = await narrowed.ready();
    expect(found.documents).toBe(2);
    expect(reasons(found)).toEqual(['keys: It is a link to a place outside of the folders of the library.']);
    const own = open({ folders: [join(folder, 'keys')], roots: [folder, outside] });
    expect((await own.ready()).documents).toBe(2);
  },
);

it('the globs of one folder hide no file of another one', async () => {
  const opened = folderWith({ 'a.md': 'alpha', 'drafts/b.md': 'beta', 'x.md': 'gamma' });
  const shelf = folderWith({ 'c.md': 'delta', 'drafts/d.md': 'epsilon' });
  const library = open({
    folders: [opened, shelf],
    exclude: ['x.md'],
    excludeWithin: [{ folder: opened, globs: ['**/*.md', '!a.md', `${shelf}/**`, '../**', '/**'].slice(0, 2) }],
  });
  await library.ready();
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
  const found = await Promise.all(words.map((word) => titles(library, word)));
  expect(words.filter((_word, at) => found[at]?.length !== 0)).toEqual(['alpha', 'delta', 'epsilon']);
  const hiding = open({
    folders: [opened, shelf],
    excludeWithin: [{ folder: opened, globs: ['**', '/**', '../**', `${shelf}/**`] }],
  });
  expect((await hiding.ready()).documents).toBe(2);
});

it('an ignore file of one megabyte delays neither the scan nor other work', async () => {
  const rules = Array.from({ length: 55_000 }, (_, at) => `**/a*${at}*b*.md`).join('\n');
  const folder = folderWith({
    '.gitignore': `kept.md\n${rules}`,
    'kept.md': 'alpha',
    ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`sub/aaa${at}c.md`, 'beta'])),
    'sub/.gitignore': '*c.md',
  });
  const library = open({ folders: [folder] });
  let longest = 0;
  let last = process.threadCpuUsage().user;
  const watch = setInterval(() => {
    const now = process.threadCpuUsage().user;
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const before = process.threadCpuUsage();
  const status = await library.ready();
  clearInterval(watch);
  const { user } = process.threadCpuUsage(before);
  expect(status.documents).toBe(300);
  expect(reasons(status)).toEqual([
    '.gitignore: 1 of its rules are too many, too long or have too many wildcards, and are not applied.',
    '.gitignore: 53,008 of its rules are too many, too long or have too many wildcards, and are not applied.',
  ]);
  expect(user / 1000).toBeLessThan(6000);
  expect(longest / 1000).toBeLessThan(1500);
});

it('a scan gives others their turn after 50 ms of work, however few files it has looked at', () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.md`, 'alpha'])));
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 20));
  onTestFinished(() => clock.mockRestore());
  const batches = [...walk(folder, { everywhere: [], within: [] }, createRealRoots([folder]), [])];
  expect(batches.flat()).toHaveLength(12);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(3);
});

it.skipIf(process.platform === 'win32')(
  'a file that was replaced since the scan is not read through a link',
  async () => {
    const outside = folderWith({ 'id.md': 'the private key zanzibar' });
    const folder = folderWith({ 'a.md': 'alpha', 'sub/b.md': 'beta', 'pipe.md': 'gamma' });
    const found = [...walk(folder, { everywhere: [], within: [] }, createRealRoots([folder]), [])].flat();
    rmSync(join(folder, 'a.md'));
    symlinkSync(join(outside, 'id.md'), join(folder, 'a.md'));
    rmSync(join(folder, 'sub'), { recursive: true });
    symlinkSync(outside, join(folder, 'sub'));
    renameSync(join(outside, 'id.md'), join(outside, 'b.md'));
    symlinkSync('b.md', join(outside, 'id.md'));
    rmSync(join(folder, 'pipe.md'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    const roots = createRealRoots([folder]);
    const options = { maxBytes: 1000, roots };
    expect(found).toHaveLength(3);
    for (const { path } of found) {
      expect(() => readFileBytes(path, options), path).toThrow(
        path.endsWith('pipe.md') ? 'It is not a file.' : 'It is a link to a place outside',
      );
    }
  },
);

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

/** Calls `act` when the first files are read, and the others are not. */
function whenReadingBegins(act: () => void): (progress: LibraryProgress) => void {
  let begun = false;
  return ({ phase, done }) => {
    if (begun || phase !== 'reading' || done === 0) return;
    begun = true;
    act();
  };
}

const numbered = (count: number, ending: string, content: (number: number) => string | Buffer) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}.${ending}`, content(number)]));

it('the files of a drive that vanishes while it is read are read when it is back, though they have not changed', async () => {
  const parent = temporaryFolder();
  const drive = join(parent, 'drive');
  const away = join(parent, 'away');
  const files = {
    ...numbered(25, 'md', (number) => `lathe ${number}`),
    ...numbered(5, 'docx', () => makeWord(paragraph('lathe'))),
  };
  mkdirSync(drive);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(drive, name), content);
  const library = open({ folders: [drive], onProgress: whenReadingBegins(() => renameSync(drive, away)) });
  const status = await library.ready();
  expect(status.documents).toBe(10);
  expect(new Set(status.skipped.map(({ reason }) => reason))).toEqual(new Set(['It no longer exists.']));
  renameSync(away, drive);
  await library.refresh();
  expect(library.status()).toMatchObject({ documents: 30, skipped: [] });
});

it('a file that changes between the scan and its turn is read again at the next scan', async () => {
  const folder = folderWith(numbered(25, 'md', (number) => `lathe ${number}`));
  const change = () => {
    for (let number = 0; number < 25; number += 1)
      writeFileSync(join(folder, `${number}.md`), `planing machine ${number}`);
  };
  const library = open({ folders: [folder], onProgress: whenReadingBegins(change) });
  await library.ready();
  await library.refresh();
  expect(library.status().documents).toBe(25);
  expect(await titles(library, 'lathe')).toEqual([]);
  expect(library.outdated(numberedPaths(folder, 25))).toEqual([]);
});

const numberedPaths = (folder: string, count: number) =>
  Array.from({ length: count }, (_, number) => join(folder, `${number}.md`));

it('files with names in every script are read, and each is opened by the name that it has on the disk', async () => {
  const names = [
    '契約書.md',
    'عقد الإيجار.md',
    'חוזה שכירות.md',
    'किराया समझौता.md',
    'สัญญาเช่า.md',
    'Договор аренды.md',
    'Mietvertrag für Büro.md'.normalize('NFD'),
    '임대차 계약.md',
    '🏭 lease.md',
    "a % # & ; $HOME 'q' [x] {y}.md",
    '\u202egnp.md',
    `${'界'.repeat(80)}.md`,
  ].filter((name) => process.platform !== 'win32' || !/["*:<>?|\\]/.test(name));
  const folder = folderWith(
    Object.fromEntries(names.map((name) => [`مجلد/${name}`, 'The annual rent is due in March.'])),
  );
  const library = open({ folders: [folder] });
  const status = await library.ready();
  expect(status).toMatchObject({ documents: names.length, skipped: [] });
  const { documents } = await searchIn(library, 'When is the annual rent due?', { limit: 20 });
  const paths = documents.map(({ path }) => path);
  expect(paths.toSorted()).toEqual(names.map((name) => join(folder, 'مجلد', name)).toSorted());
  expect(library.outdated(paths)).toEqual([]);
});

it.skipIf(process.platform === 'win32')('folders that link to each other in circles are read once', async () => {
  const folder = folderWith({ 'a/one.md': 'lathe', 'b/two.md': 'lathe' });
  symlinkSync(folder, join(folder, 'a', 'circle'));
  symlinkSync(join(folder, 'a'), join(folder, 'b', 'other'));
  symlinkSync(join(folder, 'b'), join(folder, 'a', 'other'));
  expect(await open({ folders: [folder] }).ready()).toMatchObject({ documents: 2, skipped: [] });
});

it('a folder of 2,000 files is read with turns for questions, and reopened without reading a file', async () => {
  const folder = folderWith(numbered(2_000, 'md', (number) => `lathe ${number}`));
  const indexDir = temporaryFolder();
  const first = open({ folders: [folder], indexDir });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  expect(await first.ready()).toMatchObject({ documents: 2_000, skipped: [] });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
  await first.close();
  const phases = new Set<string>();
  const second = open({
    folders: [folder],
    indexDir,
    onProgress: ({ phase, total }) => phases.add(`${phase} ${total}`),
  });
  expect(await second.ready()).toMatchObject({ documents: 2_000 });
  expect(phases).toEqual(new Set(['scanning 0', 'ready 0']));
});

it('an update of a whole folder of the library reads what has changed in it', async () => {
  const folder = folderWith({ 'one.md': 'The rent is $1,000.\n' });
  const library = open({ folders: [folder] });
  await library.ready();
  writeFileSync(join(folder, 'two.md'), 'The deposit is $2,000.\n');
  await library.refresh([folder]);
  expect(library.status().documents).toBe(2);
});
