/** Reads the file of a conversation from its beginning. */
import type { Clock } from '../../client/clock.ts';
import { createReplay, decode, type Replay, splitLines } from '../../conversation/fileFormat.ts';
import { createSlices } from './slices.ts';
import { fileName, type StorageFiles } from './storageFiles.ts';

export interface ReadLog {
  readonly replay: Replay;
  /** Bytes that were read. */
  readonly size: number;
}

/** Milliseconds in which another window finishes a line that it is writing. */
const UNFINISHED = 20;
/** Milliseconds of replaying after which others get their turn. */
const SLICE = 30;

/** null when there is no file. */
export async function readLog(files: StorageFiles, clock: Clock, id: string): Promise<ReadLog | null> {
  const name = fileName(id);
  let bytes = await files.read(name);
  if (bytes && bytes.length > 0 && bytes.at(-1) !== 10) {
    await new Promise<void>((resolve) => void clock.after(UNFINISHED, resolve));
    bytes = await files.read(name);
  }
  if (!bytes) return null;
  const replay = createReplay(id);
  const { lines, rest } = splitLines(bytes);
  const slices = createSlices(SLICE);
  for (const line of rest.length > 0 ? [...lines, decode(rest)] : lines) {
    replay.add(line);
    await slices.next();
  }
  return { replay, size: bytes.length };
}
