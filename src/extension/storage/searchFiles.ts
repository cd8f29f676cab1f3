/** Search over the files of conversations: the text of each is looked through, and those that contain all words are read. */
import { createReplay, splitLines } from '../../conversation/fileFormat.ts';
import { findInConversation } from '../../conversation/findWords.ts';
import { type ConversationSummary, type Hit, SEARCH_LIMIT } from '../../conversation/store.ts';
import { codeOf } from './fileErrors.ts';
import { fileName, type StorageFiles } from './storageFiles.ts';

/** Milliseconds of searching after which others get their turn. */
const SLICE = 30;

export interface Candidate {
  readonly summary: ConversationSummary;
  /** All lines of the file, folded. */
  readonly text: string;
}

/** The candidates are searched in this order until there are enough hits. */
export async function searchFiles(
  files: StorageFiles,
  candidates: readonly Candidate[],
  words: readonly string[],
  signal?: AbortSignal,
): Promise<Hit[]> {
  // As they are in a line of JSON.
  const written = words.map((word) => JSON.stringify(word).slice(1, -1));
  const hits: Hit[] = [];
  let sliceEnd = performance.now() + SLICE;
  for (const { summary, text } of candidates) {
    if (signal?.aborted || hits.length === SEARCH_LIMIT) break;
    if (!written.every((word) => text.includes(word))) continue;
    const bytes = await readIfThere(files, fileName(summary.id));
    const found = bytes && findInConversation(replayed(summary.id, bytes), words);
    if (found) hits.push({ summary, ...found });
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + SLICE;
  }
  return hits;
}

function replayed(id: string, bytes: Uint8Array) {
  const replay = createReplay(id);
  for (const line of splitLines(bytes).lines) replay.add(line);
  return replay.conversation;
}

/** null also for a file that cannot be read now: opening it reports that, a search does not. */
async function readIfThere(files: StorageFiles, name: string): Promise<Uint8Array | null> {
  try {
    return await files.read(name);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}
