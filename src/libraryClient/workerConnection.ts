/** The worker thread as the host sees it. It is started at the first use, and again at the next use after it was lost. */
import * as z from 'zod/mini';
import { ServiceError } from '../client/errors.ts';
import type { FromWorker, fromWorkerSchema, LibraryConfig, ToWorker, WithoutId } from '../protocol/worker.ts';

/** The part of `node:worker_threads` Worker that is used. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<number>;
}

/** Receives the messages of one id. */
export interface ReplyListener {
  receive(message: FromWorker): void;
  /** The worker ended. No message follows. */
  lost(cause: unknown): void;
}

type WithId = Extract<ToWorker, { id: number }>;

export interface WorkerConnection {
  /** Sends a request; its replies go to the listener until `close` is called. Starts the worker if there is none. */
  open(message: WithoutId<WithId>, listener: ReplyListener): { send(message: WithoutId<WithId>): void; close(): void };
  configure(config: LibraryConfig): void;
  /** Does nothing if there is no worker. */
  stopReading(): void;
  /**
   * Rejects the running requests and asks the worker to close its database and to end. The worker is terminated only after
   * it has replied `closed`. One that never replies runs until the extension host ends.
   */
  dispose(): void;
}

export const NOT_UNDERSTOOD = 'A message of the library service was not understood.';

const addressedSchema = z.object({ id: z.int() });

export interface WorkerConnectionOptions {
  readonly spawn: () => WorkerLike;
  /** Receives messages that belong to no request: progress, status, log. */
  readonly onNotification: (message: FromWorker) => void;
  readonly log: (line: string) => void;
}

export function createWorkerConnection(options: WorkerConnectionOptions): WorkerConnection {
  const listeners = new Map<number, ReplyListener>();
  let worker: WorkerLike | null = null;
  let config: LibraryConfig | null = null;
  let lastId = 0;
  let disposed = false;

  const send = (message: ToWorker): void => worker?.postMessage(message);

  function startWorker(): void {
    if (worker !== null || disposed) return;
    const own = options.spawn();
    worker = own;
    // The schemas are loaded while the thread starts. Its messages keep their order.
    const protocol = import('../protocol/worker.ts');
    protocol.catch((error: unknown) => handleExit(own, error));
    own.on('message', async (raw) => {
      const { fromWorkerSchema } = await protocol;
      receive(own, fromWorkerSchema, raw);
    });
    own.on('error', (error) => handleExit(own, error));
    own.on('exit', (code) => handleExit(own, new Error(`The worker ended with code ${code}.`)));
    if (config !== null) send({ type: 'configure', config });
  }

  function receive(own: WorkerLike, schema: typeof fromWorkerSchema, raw: unknown): void {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) refuse(raw);
    else if (parsed.data.type === 'closed') void own.terminate();
    else if ('id' in parsed.data) listeners.get(parsed.data.id)?.receive(parsed.data);
    else options.onNotification(parsed.data);
  }

  /** Ends a request whose reply is invalid, so that it does not wait for its timeout. */
  function refuse(raw: unknown): void {
    options.log(NOT_UNDERSTOOD);
    const addressed = addressedSchema.safeParse(raw);
    if (addressed.success)
      listeners.get(addressed.data.id)?.receive({ type: 'failed', ...addressed.data, message: NOT_UNDERSTOOD });
  }

  function handleExit(own: WorkerLike, cause: unknown): void {
    if (own !== worker) return;
    worker = null;
    if (!disposed) options.log(`The library service ended: ${cause instanceof Error ? cause.name : 'unknown reason'}.`);
    const pending = [...listeners.values()];
    listeners.clear();
    for (const listener of pending) listener.lost(cause);
  }

  return {
    open(message, listener) {
      const id = ++lastId;
      listeners.set(id, listener);
      try {
        startWorker();
        if (worker === null) throw new Error('The library service was closed.');
        send({ ...message, id });
      } catch (thrown) {
        listeners.delete(id);
        // Later, because the caller does not have the returned handle yet.
        queueMicrotask(() => listener.lost(thrown));
      }
      return {
        send: (next) => {
          if (listeners.has(id)) send({ ...next, id });
        },
        close: () => void listeners.delete(id),
      };
    },
    configure(next) {
      config = next;
      send({ type: 'configure', config });
    },
    stopReading: () => send({ type: 'stopReading' }),
    dispose() {
      disposed = true;
      const own = worker;
      if (own === null) return;
      send({ type: 'close' });
      handleExit(own, new Error('The library service was closed.'));
    },
  };
}

/** The error of a request whose worker thread crashed or was closed. */
export const serviceLost = (cause: unknown): ServiceError =>
  new ServiceError('server', { reason: 'libraryStopped', cause });
