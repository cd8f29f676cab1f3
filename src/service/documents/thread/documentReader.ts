/** Reads documents in a thread that is ended when a file exceeds its limits, so that no file holds up the others or the search. */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Workbook } from '../../../protocol/workbook.ts';
import type { PlacedText } from '../../../protocol/worker.ts';
import { t, translations } from '../../translate.ts';
import { formatOf } from '../formats.ts';
import type { PassageDocument } from '../passages.ts';
import {
  FILES_PER_THREAD,
  IDLE_TIME,
  LARGE_THREAD,
  MEGABYTE,
  MEMORY_INTERVAL,
  type MemoryLimit,
  memoryLimit,
  openingTime,
  RESOURCE_LIMITS,
  timeLimit,
} from './limits.ts';
import type { ReadLimits, ReadReply, ReadRequest } from './messages.ts';

/** Why a document is not in the library, as a sentence for the user. */
export interface Problem {
  readonly problem: string;
  /** The system refused the file, which may be read later without a change of it. */
  readonly unavailable?: boolean;
}

export interface DocumentReader {
  /** Never rejects. Reads that are requested together are done one after the other, in order. */
  readDocument(path: string, limits: ReadLimits): Promise<PassageDocument | Problem>;
  /** The text of the document, whose lines are those of its passages. */
  readText(path: string, limits: ReadLimits): Promise<PlacedText | Problem>;
  readWorkbook(path: string, limits: ReadLimits): Promise<Workbook | Problem>;
  /** Ends the thread. Reads that are not done resolve with a problem. */
  close(): Promise<void>;
}

export interface DocumentReaderOptions {
  /** Milliseconds for a file of so many bytes. */
  readonly timeLimit?: (bytes: number) => number;
  /** Milliseconds in which a PDF of so many bytes must be open. */
  readonly openingTime?: (bytes: number) => number;
  /** For a file of so many bytes. */
  readonly memoryLimit?: (bytes: number, path: string, isOpen: boolean) => MemoryLimit;
  readonly log?: (line: string) => void;
}

/** What the thread says about a file. */
type Result = Exclude<ReadReply, { type: 'started' | 'opened' }>;

interface Job {
  readonly request: ReadRequest;
  readonly resolve: (result: Result) => void;
}

const CLOSED = t('Reading was stopped.');

/** From source the thread runs the TypeScript file; from a bundle, the bundle next to it. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './reader.cjs', import.meta.url);

/** Bytes that Node takes in the thread to remove the types of its sources. */
const FOR_SOURCES = ENTRY.pathname.endsWith('.ts') ? 30 * MEGABYTE : 0;

export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const limitOf = options.timeLimit ?? timeLimit;
  const openingOf = options.openingTime ?? openingTime;
  const memoryOf = options.memoryLimit ?? memoryLimit;
  const jobs = new Map<number, Job>();
  let thread: Worker | null = null;
  let current: Job | null = null;
  /** Bytes of the file that the thread reads. */
  let size = 0;
  /** False for a PDF whose objects are still being looked for. */
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** The end of the last thread, while the next one waits for it. */
  let ending: Promise<unknown> | null = null;
  let lastId = 0;
  let filesRead = 0;
  let large = false;
  let closed = false;

  function start(): void {
    // What libraries print is of no use to the user.
    const started = new Worker(ENTRY, {
      resourceLimits: RESOURCE_LIMITS,
      stdout: true,
      stderr: true,
      env: {},
      workerData: { translations },
    });
    thread = started;
    filesRead = 0;
    large = false;
    started.on('message', (reply: ReadReply) => {
      const job = jobs.get(reply.id);
      if (thread !== started || job === undefined) return;
      if (reply.type === 'started') begin(job);
      else if (reply.type === 'opened') opened(job);
      else finish(job, reply);
    });
    started.on('error', (error) => {
      if (thread !== started) return;
      options.log?.(`Reader thread: ${error.name}`);
      if (isMemoryError(error)) outOfMemory();
      else abandon(FAILED);
    });
    started.on('exit', () => {
      if (thread === started) abandon(FAILED);
    });
    send();
  }

  /**
   * Gives the thread the next file, one at a time: a thread that is replaced between two files reads none then. Node aborts the process if
   * a thread is terminated at the moment in which it makes a stream of zlib.
   */
  function send(): void {
    const next = jobs.values().next().value;
    if (next) thread?.postMessage(next.request);
  }

  function begin(job: Job): void {
    current = job;
    size = sizeOf(job.request.path);
    isOpen = formatOf(job.request.path) !== 'pdf';
    endAfter(job, isOpen ? limitOf(size) : Math.min(limitOf(size), openingOf(size)));
    watch ??= setInterval(() => void watchMemory(), MEMORY_INTERVAL);
  }

  function opened(job: Job): void {
    if (current !== job) return;
    isOpen = true;
    endAfter(job, limitOf(size));
  }

  function endAfter(job: Job, limit: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The answer may wait behind this timer when the library itself was busy.
      setImmediate(() => {
        if (current !== job) return;
        abandon(t('Reading it took longer than {0} seconds.', Math.ceil(limit / 1000)));
      });
    }, limit);
  }

  async function watchMemory(): Promise<void> {
    const watched = thread;
    const job = current;
    if (watched === null || job === null) return;
    try {
      const { used_heap_size: heap, external_memory: buffers } = await watched.getHeapStatistics();
      const limit = memoryOf(size, job.request.path, isOpen);
      const exceeded = heap + buffers > limit.total + FOR_SOURCES || buffers > limit.buffers;
      if (watched === thread && job === current && exceeded) outOfMemory();
      else if (watched === thread) large ||= heap + buffers > LARGE_THREAD;
    } catch {
      // The thread has ended meanwhile.
    }
  }

  function finish(job: Job, result: Result): void {
    rest();
    jobs.delete(job.request.id);
    filesRead += 1;
    job.resolve(result);
    if (large || filesRead >= FILES_PER_THREAD) {
      renew();
    } else if (jobs.size > 0) {
      send();
    } else {
      clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_TIME);
      idle.unref();
    }
  }

  /** Memory that earlier files left in the thread counts too, so the file is read once more in a thread that has read none. */
  function outOfMemory(): void {
    if (filesRead > 0) renew();
    else abandon(TOO_MUCH_MEMORY);
  }

  /** Ends the thread with the file that it reads, and goes on with the others in a new one. */
  function abandon(reason: string): void {
    const job = current ?? jobs.values().next().value;
    if (job) {
      jobs.delete(job.request.id);
      job.resolve(failed(job.request.id, t('{0} It is tried again when it changes.', reason)));
    }
    renew();
  }

  /** Goes on in a new thread when the memory of this one is free. */
  function renew(): void {
    ending = end().then(() => {
      ending = null;
      if (jobs.size > 0 && !closed) start();
    });
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

  function read(path: string, limits: ReadLimits, form: ReadRequest['form']): Promise<Result> {
    lastId += 1;
    const request: ReadRequest = { id: lastId, path, ...limits, form };
    if (closed) return Promise.resolve(failed(request.id, CLOSED));
    clearTimeout(idle);
    return new Promise((resolve) => {
      jobs.set(request.id, { request, resolve });
      if (thread === null && ending === null) start();
      else if (jobs.size === 1) send();
    });
  }

  return {
    async readDocument(path, limits) {
      const result = await read(path, limits, 'passages');
      return result.type === 'read' ? result.document : problemOf(result);
    },
    async readText(path, limits) {
      const result = await read(path, limits, 'text');
      return result.type === 'text' ? { text: result.text, places: result.places } : problemOf(result);
    },
    async readWorkbook(path, limits) {
      const result = await read(path, limits, 'workbook');
      return result.type === 'workbook' ? result.workbook : problemOf(result);
    },
    async close() {
      closed = true;
      const ended = ending ?? end();
      for (const { request, resolve } of jobs.values()) resolve(failed(request.id, CLOSED));
      jobs.clear();
      await ended;
    },
  };
}

function failed(id: number, reason: string): Result {
  return { type: 'failed', id, reason, unavailable: false };
}

function problemOf(result: Result): Problem {
  if (result.type !== 'failed') return { problem: FAILED };
  return { problem: result.reason, ...(result.unavailable && { unavailable: true }) };
}

const FAILED = t('Reading it failed unexpectedly.');
const TOO_MUCH_MEMORY = t('Reading it takes more memory than a document of words does.');

function isMemoryError(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** 0 for a file that cannot be looked at: the thread will say why. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
