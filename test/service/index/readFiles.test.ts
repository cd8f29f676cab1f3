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
  expect(await requestedAtEach([large, large, small, small])).toEqual([1, 2, 4, 4]);
});

it('the small text files are read first, and it is said once when they are done, before any other file', async () => {
  const folder = folderWith({ 'a.md': '# Rent\n\nThe rent is due.', 'b.txt': 'The deposit is $8,000.' });
  const fileAt = (path: string, size = 100): FoundFile => ({ path, size, mtime: 1 });
  const files = [
    ...[fileAt('/elsewhere/c.pdf', 1000), fileAt(join(folder, 'a.md'))],
    ...[fileAt('/elsewhere/d.pdf', 1000), fileAt(join(folder, 'b.txt'))],
  ];
  const seen: string[] = [];
  const note = (name: string) => (file: FoundFile) => void seen.push(`${name} ${basename(file.path)}`);
  const writer: FileWriter = {
    ...{ known: () => new Map(), remove: () => {}, commit: () => {}, isStoreProblem: () => false },
    put(file) {
      note('put')(file);
      return [];
    },
    skip: note('skip'),
  };
  const problem = async () => ({ problem: 'It is damaged.' });
  const reader = { readDocument: problem, readText: problem, readWorkbook: problem, close: async () => {} };
  const options = { reader, maxBytes: MEGABYTE, roots: [folder], signal: new AbortController().signal };
  await readFiles(writer, files, {
    ...options,
    onQuickDone: () => void seen.push('quick'),
    onAdded: () => void seen.push('added'),
  });
  expect(seen).toEqual(['put a.md', 'put b.txt', 'quick', 'skip c.pdf', 'skip d.pdf']);
});
