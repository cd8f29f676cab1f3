/** What reading one file may cost before its thread is ended. */

/** Milliseconds for a file of this many bytes: a small file may unpack to much more. */
export function timeLimit(bytes: number): number {
  return Math.min(MAX_TIME, BASE_TIME + (bytes / (1024 * 1024)) * TIME_PER_MEGABYTE);
}

const BASE_TIME = 15_000;
const TIME_PER_MEGABYTE = 8000;
const MAX_TIME = 120_000;

/** Bytes of heap and buffers that the thread may have for a file of this many bytes. */
export function memoryLimit(bytes: number): number {
  return 96 * 1024 * 1024 + 6 * bytes;
}

/** Backstop of V8 itself, for memory that grows faster than it is watched. */
export const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 240, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 };

/** Milliseconds between two looks at the memory of the thread. */
export const MEMORY_INTERVAL = 20;

/** Milliseconds after which an unused thread is ended. */
export const IDLE_TIME = 20_000;

/** Bytes of heap and buffers after which a thread is replaced before the next file. */
export const LARGE_THREAD = 80 * 1024 * 1024;

/** Files that one thread reads. What its libraries keep in memory ends with it. */
export const FILES_PER_THREAD = 500;
