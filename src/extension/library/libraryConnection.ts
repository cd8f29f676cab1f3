/** Connects the extension to the built-in library: a transport for the client, and commands for the index. */
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../client/errors.ts';
import type { Transport } from '../../client/transport/transport.ts';
import type { FromWorker, LibraryConfig, LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import type { QuestionModel } from './modelCalls.ts';
import { createWorkerConnection, serviceLost, type WorkerLike } from './workerConnection.ts';

export interface LibraryConnection {
  /** Uses only the path of the address. No network is involved. */
  readonly transport: Transport;
  /** The same for one question, whose answer this language model may write. */
  transportWith(model: QuestionModel): Transport;
  /** Takes effect at once if the worker runs, else when it starts. */
  configure(config: LibraryConfig): void;
  /** The current status, without waiting for the index. Starts the worker. */
  status(): Promise<LibraryStatus>;
  /** Resolves when the index is up to date. */
  ready(): Promise<LibraryStatus>;
  rebuild(): Promise<LibraryStatus>;
  /** Updates the index for these files or folders (absolute paths), or for everything. */
  refresh(paths?: readonly string[]): Promise<LibraryStatus>;
  /** Stops reading documents. The documents that were read can be searched. */
  stopReading(): void;
  onDidChangeStatus(listener: (status: LibraryStatus) => void): { dispose(): void };
  dispose(): void;
}

export interface LibraryConnectionOptions {
  /** The built worker file. */
  readonly workerPath?: string;
  /** Starts a worker; used instead of `workerPath`. */
  readonly spawn?: () => WorkerLike;
  readonly onProgress?: (progress: LibraryProgress) => void;
  readonly onStatus?: (status: LibraryStatus) => void;
  /** Receives lines that contain no content of questions or documents. */
  readonly log?: (line: string) => void;
}

/** The worker starts at the first request or `status`, and again after a crash. Errors are ResearchErrors of kind `server`. */
export function createLibraryConnection(options: LibraryConnectionOptions): LibraryConnection {
  const { workerPath, onProgress, onStatus, log = () => {} } = options;
  const listeners = new Set<(status: LibraryStatus) => void>(onStatus === undefined ? [] : [onStatus]);
  const spawn =
    options.spawn ??
    (() => {
      if (workerPath === undefined) throw new Error('The path of the worker file is missing.');
      return new Worker(workerPath);
    });
  const worker = createWorkerConnection({ spawn, onNotification, log });

  function onNotification(message: FromWorker): void {
    if (message.type === 'progress') onProgress?.(message.progress);
    else if (message.type === 'status') for (const listener of [...listeners]) listener(message.status);
    else if (message.type === 'log') log(message.line);
  }

  const transportWith = (model: QuestionModel | null): Transport => ({
    async post(request, signal) {
      const { requestThroughWorker } = await import('./workerRequest.ts');
      return requestThroughWorker(worker, request, signal, model);
    },
  });

  const call = (message: Parameters<typeof worker.open>[0]): Promise<LibraryStatus> =>
    new Promise((resolve, reject) => {
      const handle = worker.open(message, {
        receive(answer) {
          handle.close();
          if (answer.type === 'result') resolve(answer.status);
          else
            reject(
              new ServiceError('server', {
                reason: 'library',
                detail: answer.type === 'failed' ? answer.message : undefined,
              }),
            );
        },
        lost: (cause) => reject(serviceLost(cause)),
      });
    });

  return {
    transport: transportWith(null),
    transportWith,
    configure: (config) => worker.configure(config),
    status: () => call({ type: 'status' }),
    ready: () => call({ type: 'ready' }),
    rebuild: () => call({ type: 'rebuild' }),
    refresh: (paths) => call(paths === undefined ? { type: 'refresh' } : { type: 'refresh', paths }),
    stopReading: () => worker.stopReading(),
    onDidChangeStatus(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    dispose() {
      listeners.clear();
      worker.dispose();
    },
  };
}
