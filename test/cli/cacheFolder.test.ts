import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cacheFolder } from '../../src/cli/cacheFolder.ts';

it('the cache is a folder of Fiscal where each system keeps caches', () => {
  expect(cacheFolder({ LOCALAPPDATA: 'L' }, 'win32')).toBe(join('L', 'Fiscal', 'Cache'));
  expect(cacheFolder({ HOME: 'H' }, 'darwin')).toBe(join('H', 'Library', 'Caches', 'Fiscal'));
  expect(cacheFolder({ HOME: 'H' }, 'linux')).toBe(join('H', '.cache', 'fiscal'));
  expect(cacheFolder({ HOME: 'H', XDG_CACHE_HOME: 'X' }, 'linux')).toBe(join('X', 'fiscal'));
});
