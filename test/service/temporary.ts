import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { plainQuestion, type ResearchQuestion } from '../../src/protocol/question.ts';
import {
  createLibraryIndex,
  type LibraryIndex,
  type LibraryIndexOptions,
} from '../../src/service/index/libraryIndex.ts';
import { search } from '../../src/service/search/search.ts';
import type { SearchOptions, SearchResult } from '../../src/service/search/searchResult.ts';
import type { LibraryReader } from '../../src/service/store/libraryReader.ts';

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

/** A reader for a question that nobody cancels. */
export function readerOf(library: Pick<LibraryIndex, 'reader'>): Promise<LibraryReader> {
  return library.reader(new AbortController().signal);
}

export async function searchIn(
  library: Pick<LibraryIndex, 'reader'>,
  question: string | ResearchQuestion,
  options?: SearchOptions,
): Promise<SearchResult> {
  const asked = typeof question === 'string' ? plainQuestion(question) : question;
  return search(await readerOf(library), asked, options);
}
