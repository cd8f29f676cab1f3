/** Reads documents in a thread that is ended when a file exceeds its limits, so that no file holds up the others or the search. */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { PassageDocument } from '../passages.ts';
import {
  FILES_PER_THREAD,
  IDLE_TIME,
  LARGE_THREAD,
  MEMORY_INTERVAL,
  memoryLimit,
  RESOURCE_LIMITS,
  timeLimit,
} from './limits.ts';
import { replySchema } from './messages.ts';

/** Why a document is not in the library, as a sentence for the user. */
export interface Problem {
  readonly problem: string;
}

export interface DocumentReader {
  /** Never rejects. Reads that are requested together are done one after the other, in order. */
  readDocument(path: string, maxBytes: number): Promise<PassageDocument | Problem>;
  /** Ends the thread. Reads that are not done resolve with a problem. */
  close(): Promise<void>;
}

export interface DocumentReaderOptions {
  /** Milliseconds for a file of so many bytes. */
  readonly timeLimit?: (bytes: number) => number;
  /** Bytes of memory for a file of so many bytes. */
  readonly memoryLimit?: (bytes: number) => number;
  readonly log?: (line: string) => void;
}

interface Job {
  readonly id: number;
  readonly path: string;
  readonly maxBytes: number;
  readonly resolve: (result: PassageDocument | Problem) => void;
}

const CLOSED = 'Reading was stopped.';

/** From source the thread runs the TypeScript file; from a bundle, the bundle next to it. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './reader.cjs', import.meta.url);

export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const limitOf = options.timeLimit ?? timeLimit;
  const memoryOf = options.memoryLimit ?? memoryLimit;
  const jobs = new Map<number, Job>();
  let thread: Worker | null = null;
  let current: Job | null = null;
  /** Bytes of the file that the thread reads. */
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let filesRead = 0;
  let large = false;
  let closed = false;

  function start(): Worker {
    // What libraries print is of no use to the user.
    const started = new Worker(ENTRY, { resourceLimits: RESOURCE_LIMITS, stdout: true, stderr: true, env: {} });
    thread = started;
    filesRead = 0;
    large = false;
    started.on('message', (message: unknown) => {
      const reply = replySchema.safeParse(message);
      if (!reply.success || thread !== started) return;
      const job = jobs.get(reply.data.id);
      if (job === undefined) return;
      if (reply.data.type === 'started') begin(job);
      else finish(job, reply.data.type === 'read' ? reply.data.document : { problem: reply.data.reason });
    });
    started.on('error', (error) => {
      if (thread !== started) return;
      options.log?.(`Reader thread: ${error.name}`);
      abandon(isMemoryError(error) ? TOO_MUCH_MEMORY : 'Reading it failed unexpectedly.');
    });
    started.on('exit', () => {
      if (thread === started) abandon('Reading it failed unexpectedly.');
    });
    for (const { id, path, maxBytes } of jobs.values()) started.postMessage({ id, path, maxBytes });
    return started;
  }

  function begin(job: Job): void {
    current = job;
    size = sizeOf(job.path);
    const limit = limitOf(size);
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The answer may wait behind this timer when the library itself was busy.
      setImmediate(() => {
        if (current !== job) return;
        abandon(`Reading it took longer than ${Math.ceil(limit / 1000)} seconds.`);
      });
    }, limit);
    watch ??= setInterval(() => void watchMemory(), MEMORY_INTERVAL);
  }

  async function watchMemory(): Promise<void> {
    const watched = thread;
    const job = current;
    if (watched === null || job === null) return;
    try {
      const { used_heap_size: heap, external_memory: buffers } = await watched.getHeapStatistics();
      if (watched === thread && job === current && heap + buffers > memoryOf(size)) abandon(TOO_MUCH_MEMORY);
      else if (watched === thread) large ||= heap + buffers > LARGE_THREAD;
    } catch {
      // The thread has ended meanwhile.
    }
  }

  function finish(job: Job, result: PassageDocument | Problem): void {
    rest();
    jobs.delete(job.id);
    filesRead += 1;
    job.resolve(result);
    if (large || filesRead >= FILES_PER_THREAD) {
      void end();
      if (jobs.size > 0) start();
    } else if (jobs.size === 0) {
      clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_TIME);
      idle.unref();
    }
  }

  /** Ends the thread with the file that it reads, and goes on with the others in a new one. */
  function abandon(reason: string): void {
    const job = current ?? jobs.values().next().value;
    void end();
    if (job) {
      jobs.delete(job.id);
      job.resolve({ problem: `${reason} It is tried again when it changes.` });
    }
    if (jobs.size > 0 && !closed) start();
  }

  function rest(): void {
    clearTimeout(timer);
    clearInterval(watch);
    watch = undefined;
    current = null;
  }

  function end(): Promise<unknown> {
    rest();
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    return ended?.terminate() ?? Promise.resolve();
  }

  return {
    readDocument(path, maxBytes) {
      if (closed) return Promise.resolve({ problem: CLOSED });
      clearTimeout(idle);
      return new Promise((resolve) => {
        lastId += 1;
        const job: Job = { id: lastId, path, maxBytes, resolve };
        jobs.set(job.id, job);
        if (thread === null) start();
        else thread.postMessage({ id: job.id, path, maxBytes });
      });
    },
    async close() {
      closed = true;
      const ended = end();
      for (const job of jobs.values()) job.resolve({ problem: CLOSED });
      jobs.clear();
      await ended;
    },
  };
}

const TOO_MUCH_MEMORY = 'Reading it takes more memory than a document of words does.';

function isMemoryError(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** 0 for a file that cannot be looked at: the thread will say why. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
