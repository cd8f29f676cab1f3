import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readFileBytes } from '../../../src/service/documents/fileBytes.ts';
import { createRealRoots } from '../../../src/service/documents/realRoots.ts';
import { createDocumentReader } from '../../../src/service/documents/thread/documentReader.ts';
import { walk } from '../../../src/service/documents/walk.ts';
import { readFiles } from '../../../src/service/index/readFiles.ts';
import { open, searchIn } from '../temporary.ts';
import { folderWith, reasons, titles } from './support.ts';

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
    expect(status.documents).toBe(3);
    expect(reasons(status)).toEqual([
      'in.md: It is a link to “a.md”, which is in the library.',
      'out.md: It is a link to a place outside of the folders of the library.',
    ]);
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

it.skipIf(process.platform === 'win32')(
  'a file and the links to it are one document, also where the file itself is not in the library, in every scan',
  async () => {
    const shelf = folderWith({ 'invoice.md': 'alpha', 'hidden/b.md': 'beta', '.gitignore': 'hidden/\n' });
    const folder = folderWith({ 'c.md': 'gamma' });
    symlinkSync(join(shelf, 'invoice.md'), join(folder, 'a-first.md'));
    symlinkSync(join(shelf, 'invoice.md'), join(shelf, 'again.md'));
    symlinkSync(join(shelf, 'hidden/b.md'), join(folder, 'one.md'));
    symlinkSync(join(shelf, 'hidden/b.md'), join(folder, 'two.md'));
    const library = open({ folders: [folder, shelf] });
    expect((await library.ready()).message).toBeUndefined();
    const names = () =>
      library
        .database()
        .prepare('SELECT name FROM documents ORDER BY name')
        .all()
        .map(({ name }) => name);
    const [link] = names().filter((name) => name === 'one.md' || name === 'two.md');
    expect(names()).toEqual(['c.md', 'invoice.md', link]);
    await library.refresh();
    expect(names()).toEqual(['c.md', 'invoice.md', link]);
    await library.refresh([join(shelf, 'again.md'), join(folder, 'a-first.md')]);
    expect(names()).toEqual(['c.md', 'invoice.md', link]);
    // The link is the document as soon as the file is no longer in the library.
    writeFileSync(join(shelf, '.gitignore'), 'hidden/\ninvoice.md\n');
    await library.refresh();
    expect(names()).toHaveLength(3);
    expect(await titles(library, 'alpha')).toHaveLength(1);
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

it('neither the settings nor the ignore files of a folder include again what the user excludes', async () => {
  const again = '!private/\n!private/**\n!**/private/**\n!node_modules/\n!node_modules/**\n!**\n!*.md\n';
  const folder = folderWith({
    '.gitignore': again,
    'a.md': 'alpha',
    'private/.gitignore': again,
    'private/b.md': 'beta',
    'deep/private/c.md': 'gamma',
    'node_modules/d.md': 'delta',
    '..private/e.md': 'epsilon',
    '..f.md': 'zeta',
  });
  const within = again.trim().split('\n');
  for (const exclude of [
    ['**/private/**', '..private', '..f.md'],
    ['private', '..*'],
  ]) {
    const library = open({
      folders: [folder],
      exclude,
      excludeWithin: [
        { folder, globs: within },
        ...(exclude.length > 2 ? [{ folder: join(folder, 'deep'), globs: within }] : []),
      ],
    });
    const status = await library.ready();
    const known = library.database().prepare('SELECT name FROM documents ORDER BY path').all();
    expect(known.map(({ name }) => name)).toEqual(['a.md']);
    expect(status.documents).toBe(1);
  }
});

it.skipIf(process.platform === 'win32')(
  'a link in a folder does not bring back a file of the shelf that the user excludes',
  async () => {
    const shelf = folderWith({ 'private/a.md': 'alpha', 'open/b.md': 'beta', 'node_modules/c.md': 'gamma' });
    const folder = folderWith({ 'd.md': 'delta' });
    symlinkSync(join(shelf, 'private/a.md'), join(folder, 'a.md'));
    symlinkSync(join(shelf, 'open/b.md'), join(folder, 'b.md'));
    symlinkSync(join(shelf, 'node_modules/c.md'), join(folder, 'c.md'));
    const library = open({ folders: [folder, shelf], exclude: ['private/**'] });
    await library.ready();
    const words = ['alpha', 'beta', 'gamma', 'delta'];
    const found = await Promise.all(words.map((word) => titles(library, word)));
    expect(words.filter((_word, at) => found[at]?.length !== 0)).toEqual(['beta', 'delta']);
  },
);

it.skipIf(process.platform === 'win32')(
  'a link that is exchanged after the scan does not lead to a document that the user excludes',
  async () => {
    const shelf = folderWith({ 'private/a.md': 'alpha', 'open/b.md': 'beta', 'open/later.md': 'gamma' });
    const exchange = (name: string) => {
      rmSync(join(shelf, 'open', name));
      symlinkSync(join(shelf, 'private/a.md'), join(shelf, 'open', name));
    };
    symlinkSync('later.md', join(shelf, 'open/link.md'));
    const found = join(shelf, 'open/link.md');
    for (const rules of [
      { exclude: ['private/**'] },
      { excludeWithin: [{ folder: join(shelf, 'private'), globs: ['**/*.md'] }] },
    ]) {
      const library = open({ folders: [shelf], ...rules });
      await library.ready();
      expect(library.readBytes(found, 100).toString()).toBe('gamma');
      exchange('link.md');
      expect(() => library.readBytes(found, 100)).toThrow('It is a link to a document that is excluded');
      exchange('b.md');
      await library.refresh([found, join(shelf, 'open/b.md')]);
      expect(await titles(library, 'alpha')).toEqual([]);
      expect(await titles(library, 'gamma')).toHaveLength(1);
      rmSync(found);
      symlinkSync('later.md', found);
    }
  },
);

it.skipIf(process.platform === 'win32')(
  'a file that became a link since the scan is not read from a document that the user excludes, small or large',
  async () => {
    const shelf = folderWith({
      'private/a.md': 'alpha',
      'open/b.md': 'beta',
      'open/large.md': 'beta '.repeat(100_000),
    });
    const exclude = { everywhere: ['private/**'], within: [] };
    const found = [...walk(shelf, createRealRoots([shelf], exclude), [])].flat();
    expect(found).toHaveLength(2);
    for (const { path } of found) {
      rmSync(path);
      symlinkSync(join(shelf, 'private/a.md'), path);
    }
    const reader = createDocumentReader();
    onTestFinished(() => reader.close());
    const skipped: string[] = [];
    const writer = {
      known: () => new Map(),
      *put() {},
      skip: (file: { path: string }, reason: string) => void skipped.push(`${basename(file.path)}: ${reason}`),
      remove() {},
      commit() {},
      isStoreProblem: () => false,
    };
    const signal = new AbortController().signal;
    await readFiles(writer, found, { reader, maxBytes: 1e7, roots: [shelf], exclude, signal });
    const reason = 'It is a link to a document that is excluded from the library.';
    expect(skipped.toSorted()).toEqual([`b.md: ${reason}`, `large.md: ${reason}`]);
  },
);

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
    '.gitignore: 53,026 of its rules are too many, too long or have too many wildcards, and are not applied.',
  ]);
  expect(user / 1000).toBeLessThan(6000);
  expect(longest / 1000).toBeLessThan(1500);
});

it('a scan gives others their turn after 50 ms of work, however few files it has looked at', () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.md`, 'alpha'])));
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 20));
  onTestFinished(() => clock.mockRestore());
  const batches = [...walk(folder, createRealRoots([folder]), [])];
  expect(batches.flat()).toHaveLength(12);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(3);
});

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

it.skipIf(process.platform === 'win32')(
  'a file that was replaced since the scan is not read through a link',
  async () => {
    const outside = folderWith({ 'id.md': 'the private key zanzibar' });
    const folder = folderWith({ 'a.md': 'alpha', 'sub/b.md': 'beta', 'pipe.md': 'gamma' });
    const found = [...walk(folder, createRealRoots([folder]), [])].flat();
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
