/** The built-in library service as the extension sees it: a transport for the client, and the care of the index. */
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../client/errors.ts';
import type { Transport } from '../../client/transport/transport.ts';
import type { FromWorker, LibraryConfig, LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import type { QuestionModel } from './modelCalls.ts';
import { serviceLost } from './serviceLost.ts';
import { createWorkerLink, type WorkerLike } from './workerConnection.ts';

export interface LibraryConnection {
  /** Only the path of the address counts: there is no network in between. */
  readonly transport: Transport;
  /** The same for one question, whose answer this language model may write. */
  transportWith(model: QuestionModel): Transport;
  /** Takes effect at once if the service runs, else when it starts. */
  configure(config: LibraryConfig): void;
  /** As things stand, without waiting for the index. Starts the service. */
  status(): Promise<LibraryStatus>;
  /** Resolves when the index agrees with the folders. */
  ready(): Promise<LibraryStatus>;
  rebuild(): Promise<LibraryStatus>;
  /** Looks again at files or folders (absolute paths), or at everything. */
  refresh(paths?: readonly string[]): Promise<LibraryStatus>;
  /** Stops the reading that is under way; what was read can be searched. */
  stopReading(): void;
  onDidChangeStatus(listener: (status: LibraryStatus) => void): { dispose(): void };
  dispose(): void;
}

export interface LibraryConnectionOptions {
  /** The built worker file. */
  readonly workerPath?: string;
  /** Instead of `workerPath`: how a worker is made. */
  readonly spawn?: () => WorkerLike;
  readonly onProgress?: (progress: LibraryProgress) => void;
  readonly onStatus?: (status: LibraryStatus) => void;
  /** Lines without content. */
  readonly log?: (line: string) => void;
}

/** The thread starts at the first request or `status`, and anew after a crash. Errors are ResearchErrors of kind `server`. */
export function createLibraryConnection(options: LibraryConnectionOptions): LibraryConnection {
  const { workerPath, onProgress, onStatus, log = () => {} } = options;
  const listeners = new Set<(status: LibraryStatus) => void>(onStatus === undefined ? [] : [onStatus]);
  const spawn =
    options.spawn ??
    (() => {
      if (workerPath === undefined) throw new Error('No worker file was named.');
      return new Worker(workerPath);
    });
  const link = createWorkerLink({ spawn, onNews, log });

  function onNews(message: FromWorker): void {
    if (message.type === 'progress') onProgress?.(message.progress);
    else if (message.type === 'status') for (const listener of [...listeners]) listener(message.status);
    else if (message.type === 'log') log(message.line);
  }

  const transportWith = (model: QuestionModel | null): Transport => ({
    async post(request, signal) {
      const { requestThroughWorker } = await import('./workerRequest.ts');
      return requestThroughWorker(link, request, signal, model);
    },
  });

  const call = (message: Parameters<typeof link.open>[0]): Promise<LibraryStatus> =>
    new Promise((resolve, reject) => {
      const handle = link.open(message, {
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
    configure: (config) => link.configure(config),
    status: () => call({ type: 'status' }),
    ready: () => call({ type: 'ready' }),
    rebuild: () => call({ type: 'rebuild' }),
    refresh: (paths) => call(paths === undefined ? { type: 'refresh' } : { type: 'refresh', paths }),
    stopReading: () => link.stopReading(),
    onDidChangeStatus(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    dispose() {
      listeners.clear();
      link.dispose();
    },
  };
}
