import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createLibraryIndex,
  type LibraryIndex,
  type LibraryIndexOptions,
} from '../../src/service/index/libraryIndex.ts';

export const FIXTURES = join(import.meta.dirname, '../fixtures');
export const IRC = join(FIXTURES, 'irc');

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function open(options: Partial<LibraryIndexOptions> & { folders: readonly string[] }): LibraryIndex {
  const library = createLibraryIndex({ indexDir: null, ...options });
  onTestFinished(() => library.close());
  return library;
}
