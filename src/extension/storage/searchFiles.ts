/** The second step of a search: reads the conversations whose files contain the words. The words may be in different places, or in the JSON. */
import type { Conversation } from '../../conversation/conversation.ts';
import { createReplay, splitLines } from '../../conversation/fileFormat.ts';
import { findInConversation } from '../../conversation/findWords.ts';
import { type ConversationSummary, type Hit, SEARCH_LIMIT } from '../../conversation/store.ts';
import { codeOf } from '../../files/fileErrors.ts';
import { createSlices } from './slices.ts';
import { fileName, type StorageFiles } from './storageFiles.ts';

/** Milliseconds of searching after which others get their turn. */
const SLICE = 8;

/** The candidates are searched in this order until there are enough hits. */
export async function searchFiles(
  files: StorageFiles,
  candidates: readonly ConversationSummary[],
  words: readonly string[],
  signal?: AbortSignal,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const slices = createSlices(SLICE);
  for (const summary of candidates) {
    if (signal?.aborted || hits.length === SEARCH_LIMIT) break;
    const conversation = await readConversation(files, summary.id);
    const found = conversation && findInConversation(conversation, words);
    if (found) hits.push({ summary, ...found });
    await slices.next();
  }
  return hits;
}

/** The conversation as its file has it. Nothing is repaired or written. null if there is no file or it cannot be read now. */
export async function readConversation(files: StorageFiles, id: string): Promise<Conversation | null> {
  const bytes = await readIfThere(files, fileName(id));
  if (bytes === null) return null;
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
