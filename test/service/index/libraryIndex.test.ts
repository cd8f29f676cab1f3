import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LibraryProgress } from '../../../src/protocol/worker.ts';
import { makeWord, paragraph } from '../documents/support/makeOffice.ts';
import { FIXTURES, IRC, open, searchIn, temporaryFolder } from '../temporary.ts';
import { allOf, folderWith, reasons, titles } from './support.ts';

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

const numberedPaths = (folder: string, count: number) =>
  Array.from({ length: count }, (_, number) => join(folder, `${number}.md`));

it('the library indexes folders with all kinds of files and reports which it skipped and why', async () => {
  const notes = folderWith({
    'policy.md':
      '---\ntitle: Capitalization policy\ndate: 2024-01-01\nkind: Accounting\nurl: https://example.org/p\n---\n\nItems below $2,500 are expensed.\n',
    'empty.md': '',
    'rates.ts': 'export const rate = (year) => year;\n',
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
    ['rates.ts', 'It has no comments and no constants with numbers, which are what is read of source code.'],
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
    ['section179.ts', ''],
  ]);
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

it('the index is not written while a question reads it, and is soon after', async () => {
  const COUNT = 1500;
  const folder = folderWith(numbered(COUNT, 'md', (number) => `A lathe of workshop ${number}.`));
  const begun = Promise.withResolvers<void>();
  const library = open({ folders: [folder], onProgress: whenReadingBegins(begun.resolve) });
  const ready = library.ready();
  await begun.promise;
  const reader = await library.reader(new AbortController().signal);
  await reader.counts(['lathe']);
  const before = library.progress().done;
  for (let turn = 0; turn < 10; turn += 1) {
    // Longer than a question holds the thread before others have their turn.
    const from = performance.now();
    while (performance.now() - from < 60);
    await reader.counts(['lathe']);
  }
  // The reader has given its turn to others ten times. At most, one part of the files was read.
  expect(library.progress().done - before).toBeLessThanOrEqual(10);
  expect(library.progress().done).toBeLessThan(COUNT);
  await ready;
  expect(library.status().documents).toBe(COUNT);
});

it('others have their turn while the documents of a large folder are removed', async () => {
  const COUNT = 400;
  const folder = folderWith(numbered(COUNT, 'md', (number) => `A lathe of workshop ${number}.`));
  const library = open({ folders: [folder] });
  await library.ready();
  for (const path of numberedPaths(folder, COUNT)) rmSync(path);
  let turns = 0;
  let ended = false;
  const take = () => {
    turns += 1;
    if (!ended) setImmediate(take);
  };
  setImmediate(take);
  await library.refresh();
  ended = true;
  expect(library.status().documents).toBe(0);
  expect(turns).toBeGreaterThanOrEqual(COUNT / 20);
});

it('the time that is left for reading is known when enough documents were read, and 0 otherwise', async () => {
  const folder = folderWith(numbered(500, 'md', (number) => `A lathe of workshop ${number}.`));
  const left: number[] = [];
  const library = open({
    folders: [folder],
    onProgress: ({ phase, done }) => {
      if (phase === 'reading' && done > 0) left[done] = library.timeLeft();
    },
  });
  await library.ready();
  expect(left[90]).toBe(0);
  expect(left[110]).toBeGreaterThan(0);
  expect(left[110]).toBeGreaterThan(left[500] ?? 0);
  expect(library.timeLeft()).toBe(0);
});
