/** Search over conversations on disk: fingerprints rule out nearly all, and only the rest is read, newest first. */

import { readTurn } from '../../conversation/fileFormat.ts';
import { createFinder } from '../../conversation/findWords.ts';
import { mayHold } from '../../conversation/grams.ts';
import { type ConversationSummary, type Hit, SEARCH_LIMIT } from '../../conversation/store.ts';
import type { StoreFiles } from './diskFiles.ts';
import { codeOf, DamagedError } from './fileErrors.ts';
import type { ScannedFile } from './scannedFile.ts';

/** Words shorter than a run of the fingerprint are looked for in titles, and in the conversations that the longer ones leave. */
const SHORTEST = 3;

export async function searchFiles(
  files: StoreFiles,
  candidates: readonly { readonly file: ScannedFile; readonly summary: ConversationSummary }[],
  words: readonly string[],
  signal?: AbortSignal,
): Promise<Hit[]> {
  const titlesOnly = words.every((word) => word.length < SHORTEST);
  const hits: Hit[] = [];
  for (const { file, summary } of candidates) {
    if (signal?.aborted || hits.length === SEARCH_LIMIT) break;
    const finder = createFinder(words);
    finder.title(file.header.title);
    const inTitle = finder.hit();
    if (inTitle) hits.push({ summary, ...inTitle });
    else if (!titlesOnly && !file.newer && mayHold(file.grams, words)) {
      await readInto(files, file, finder);
      const found = finder.hit();
      if (found) hits.push({ summary, ...found });
    }
  }
  return hits;
}

async function readInto(files: StoreFiles, file: ScannedFile, finder: ReturnType<typeof createFinder>): Promise<void> {
  try {
    let isHeader = true;
    for await (const line of files.lines(file.name)) {
      if (!isHeader) finder.turn(readTurn(line, file.header.schema));
      isHeader = false;
    }
  } catch (error) {
    // Replaced meanwhile or damaged: opening it says so; a search does not.
    const expected = error instanceof DamagedError || error instanceof SyntaxError || codeOf(error) !== undefined;
    if (!expected && !(error instanceof Error && error.name === '$ZodError')) throw error;
  }
}
