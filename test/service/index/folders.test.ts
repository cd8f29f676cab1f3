import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { normalizeFolders } from '../../../src/service/index/folders.ts';

it('a folder of a library that is in another one, or named twice, is left out, and one whose name begins alike is not', () => {
  const folders = ['/a/b', '/a', '/ab', '/a/./b/../b', '/c/d'].map((path) => resolve(path));
  expect(normalizeFolders(folders)).toEqual(['/a', '/ab', '/c/d'].map((path) => resolve(path)));
});
