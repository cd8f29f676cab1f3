/** What reading one file may cost before its thread is ended. */

const MEGABYTE = 1024 * 1024;

/** Milliseconds for a file of this many bytes: a small file may unpack to much more. */
export function timeLimit(bytes: number): number {
  return Math.min(MAX_TIME, BASE_TIME + (bytes / MEGABYTE) * TIME_PER_MEGABYTE);
}

const BASE_TIME = 15_000;
const TIME_PER_MEGABYTE = 8000;
const MAX_TIME = 120_000;

/** Bytes that a thread may have. */
export interface MemoryLimit {
  /** Heap and buffers. */
  readonly total: number;
  /** A stream that unpacks without end doubles its buffer each time, so buffers are stopped before the next step becomes too large. */
  readonly buffers: number;
}

/** For a file of this many bytes. */
export function memoryLimit(bytes: number): MemoryLimit {
  return { total: 96 * MEGABYTE + 6 * bytes, buffers: 48 * MEGABYTE + 6 * bytes };
}

/** Backstop of V8 itself, for memory that grows faster than it is watched. */
export const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 240, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 };

/** Milliseconds between two looks at the memory of the thread. */
export const MEMORY_INTERVAL = 10;

/** Milliseconds after which an unused thread is ended. */
export const IDLE_TIME = 20_000;

/** Bytes of heap and buffers after which a thread is replaced before the next file. */
export const LARGE_THREAD = 80 * MEGABYTE;

/** Files that one thread reads. What its libraries keep in memory ends with it. */
export const FILES_PER_THREAD = 500;
