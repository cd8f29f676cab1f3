import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { FoundFile } from '../../../src/service/documents/walk.ts';
import { type FileWriter, readFiles } from '../../../src/service/index/readFiles.ts';
import { folderWith } from './support.ts';

const MEGABYTE = 1024 * 1024;

/** The files that were requested from the reader when each file was written. */
async function requestedAtEach(sizes: readonly number[]): Promise<number[]> {
  const files: FoundFile[] = sizes.map((size, at) => ({ path: `/library/${at}.pdf`, size, mtime: 1 }));
  let requested = 0;
  const counts: number[] = [];
  const writer: FileWriter = {
    known: () => new Map(),
    put: () => [],
    skip: () => void counts.push(requested),
    remove: () => {},
    commit: () => {},
    isStoreProblem: () => false,
  };
  const problem = async () => {
    requested += 1;
    return { problem: 'It is damaged.' };
  };
  const reader = {
    readDocument: problem,
    readText: problem,
    readWorkbook: problem,
    close: async () => {},
  };
  const { signal } = new AbortController();
  await readFiles(writer, files, { reader, maxBytes: 100 * MEGABYTE, roots: ['/library'], signal });
  return counts;
}

it('three small files are read ahead, and a large one waits until what was read before is indexed', async () => {
  const small = 100_000;
  expect(await requestedAtEach([small, small, small, small, small])).toEqual([3, 4, 5, 5, 5]);
  const large = 8 * MEGABYTE;
  expect(await requestedAtEach([small, small, large, large])).toEqual([2, 2, 3, 4]);
});

/** What happens when these files are read, in order. A PDF is read when `whenRead` resolves, which gets the end of the text files. */
async function eventsOf(
  files: readonly FoundFile[],
  roots: readonly string[],
  whenRead: (quickDone: Promise<unknown>) => Promise<unknown>,
) {
  const seen: string[] = [];
  const quickDone = Promise.withResolvers();
  const note = (name: string) => (file: FoundFile) => void seen.push(`${name} ${basename(file.path)}`);
  const writer: FileWriter = {
    ...{ known: () => new Map(), remove: () => {}, commit: () => {}, isStoreProblem: () => false },
    put(file) {
      note('put')(file);
      return [];
    },
    skip: note('skip'),
  };
  const problem = async () => {
    await whenRead(quickDone.promise);
    return { problem: 'It is damaged.' };
  };
  const reader = { readDocument: problem, readText: problem, readWorkbook: problem, close: async () => {} };
  const options = { reader, maxBytes: MEGABYTE, roots, signal: new AbortController().signal };
  await readFiles(writer, files, {
    ...options,
    onQuickDone() {
      seen.push('quick');
      quickDone.resolve(null);
    },
    onAdded: () => void seen.push('added'),
  });
  return seen;
}

const fileAt = (path: string, size = 100): FoundFile => ({ path, size, mtime: 1 });
const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

it('small text files do not wait for other files, and it is said once when they are done', async () => {
  const folder = folderWith({ 'a.md': '# Rent\n\nThe rent is due.', 'b.txt': 'The deposit is $8,000.' });
  const files = [
    ...[fileAt('/elsewhere/c.pdf'), fileAt(join(folder, 'a.md'))],
    ...[fileAt('/elsewhere/d.pdf', 1000), fileAt(join(folder, 'b.txt'))],
  ];
  const seen = await eventsOf(files, [folder], (quickDone) => quickDone);
  expect(seen).toEqual(['put a.md', 'put b.txt', 'quick', 'skip c.pdf', 'skip d.pdf']);
});

it('files that the reader thread has read do not wait for the text files that are left', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`${at}.md`, `The rent of year ${at} is due.`]),
  );
  const folder = folderWith(texts);
  const files = [...Object.keys(texts), 'lease.pdf'].map((name) => fileAt(join(folder, name)));
  const seen = await eventsOf(files, [folder], oneTurn);
  expect(seen.indexOf('skip lease.pdf')).toBeLessThan(seen.indexOf('put 49.md'));
});

it('the documents of the first folder are read before those of the others, and small ones before large ones', async () => {
  const names = ['/shelf/tiny.pdf', '/open/large.pdf', '/open/small.docx', '/shelf/huge.pdf', '/open/tax/middle.pdf'];
  const sizes = [10, 9000, 100, 90_000, 1000];
  const files = names.map((path, at) => fileAt(path, sizes[at]));
  const skipped = (await eventsOf(files, ['/open', '/shelf'], oneTurn)).filter((each) => each.startsWith('skip'));
  const expected = ['small.docx', 'middle.pdf', 'large.pdf', 'tiny.pdf', 'huge.pdf'];
  expect(skipped).toEqual(expected.map((name) => `skip ${name}`));
});
