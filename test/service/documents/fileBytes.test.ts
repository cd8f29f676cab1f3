import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { readFileBytes } from '../../../src/service/documents/fileBytes.ts';
import { createRealRoots } from '../../../src/service/documents/realRoots.ts';
import { temporaryFolder } from '../temporary.ts';

/** What another process does right after a path was resolved the first time, and right after a file was opened. */
const other = vi.hoisted(() => ({ afterResolving: () => {}, afterOpening: () => {} }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const then = <T>(result: T, act: 'afterResolving' | 'afterOpening'): T => {
    const acting = other[act];
    other[act] = () => {};
    acting();
    return result;
  };
  return {
    ...fs,
    realpathSync: (path: string) => then(fs.realpathSync(path), 'afterResolving'),
    openSync: (path: string, flags: number) => then(fs.openSync(path, flags), 'afterOpening'),
  };
});

let path: string;
let exchange: () => void;
let restore: () => void;
let roots: ReturnType<typeof createRealRoots>;

beforeEach(() => {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'a.md'), 'the private key zanzibar');
  const sub = join(folder, 'sub');
  mkdirSync(sub);
  path = join(sub, 'a.md');
  writeFileSync(path, 'alpha');
  exchange = () => {
    renameSync(sub, join(folder, 'kept'));
    symlinkSync(outside, sub);
  };
  restore = () => {
    renameSync(sub, join(folder, 'link'));
    renameSync(join(folder, 'kept'), sub);
  };
  roots = createRealRoots([folder]);
});

const read = () => readFileBytes(path, { maxBytes: 1000, roots }).toString();

it('a file is read, also if a folder of its path is exchanged and restored before', () => {
  exchange();
  restore();
  expect(read()).toBe('alpha');
});

it.skipIf(process.platform === 'win32')(
  'a file is not read if a folder of its path becomes a link after the check',
  () => {
    other.afterResolving = exchange;
    expect(read).toThrow();
  },
);

it.skipIf(process.platform === 'win32')(
  'a file is not read if the folder is a link only while the file is opened',
  () => {
    other.afterResolving = exchange;
    other.afterOpening = restore;
    expect(read).toThrow();
  },
);
