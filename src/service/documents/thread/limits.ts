/** What reading one file may cost before its thread is ended. */
import { type Format, formatOf } from '../formats.ts';

export const MEGABYTE = 1024 * 1024;

/** Milliseconds for a file of this many bytes: a small file may unpack to much more. */
export function timeLimit(bytes: number): number {
  return Math.min(MAX_TIME, BASE_TIME + (bytes / MEGABYTE) * TIME_PER_MEGABYTE);
}

/**
 * Milliseconds in which the objects of a PDF must be found. They are listed at its end. A damaged file is searched for them, which takes
 * 50 ms for a megabyte, and without end if they contain each other.
 */
export function openingTime(bytes: number): number {
  return 10_000 + (bytes / MEGABYTE) * 1000;
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

/**
 * For a file of this many bytes. A real file of words takes up to 50 MB, and besides what it holds: text that is not packed, a few times its
 * size; text that is packed, in a PDF or an Office file, about 20 times its size. Before a PDF is opened, none of its text is unpacked.
 */
export function memoryLimit(bytes: number, path: string, isOpen = true): MemoryLimit {
  const format = formatOf(path);
  const unpacked = isOpen && format !== null && PACKED.has(format) ? Math.min(20 * bytes, MAX_UNPACKED) : 0;
  return { total: 60 * MEGABYTE + 6 * bytes + unpacked, buffers: 32 * MEGABYTE + 6 * bytes };
}

const PACKED: ReadonlySet<Format> = new Set(['pdf', 'word', 'excel', 'odt']);
/** A large PDF has pictures rather than words. */
const MAX_UNPACKED = 160 * MEGABYTE;

/** Backstop of V8 itself, for memory that grows faster than it is watched. */
export const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 240, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

/** Milliseconds between two looks at the memory of the thread. */
export const MEMORY_INTERVAL = 10;

/** Milliseconds after which an unused thread is ended. */
export const IDLE_TIME = 20_000;

/** Bytes of heap and buffers after which a thread is replaced before the next file. */
export const LARGE_THREAD = 56 * MEGABYTE;

/** Files that one thread reads. What its libraries keep in memory ends with it. */
export const FILES_PER_THREAD = 500;
