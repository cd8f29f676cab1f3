/** One POST through the worker thread. */
import { ConnectionError, ServiceError } from '../client/errors.ts';
import type { TransportRequest, TransportResponse } from '../client/transport/transport.ts';
import type { FromWorker } from '../protocol/worker.ts';
import { createHostModelCalls, type QuestionModel } from './modelCalls.ts';
import { serviceLost, type WorkerConnection } from './workerConnection.ts';

/** Rejects with a ResearchError, or with the signal's reason after an abort. */
export function requestThroughWorker(
  worker: WorkerConnection,
  request: TransportRequest,
  signal: AbortSignal,
  model: QuestionModel | null = null,
): Promise<TransportResponse> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const arrived: FromWorker[] = [];
    let failure: { readonly reason: unknown } | null = null;
    let wake: () => void = () => {};

    const settle = (reason: unknown): void => {
      failure ??= { reason };
      stopWaiting();
      reject(reason);
      wake();
    };
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      calls?.close();
      handle.close();
    };
    const abort = (): void => {
      handle.send({ type: 'abort' });
      settle(signal.reason);
    };
    const timer = setTimeout(() => {
      handle.send({ type: 'abort' });
      settle(new ConnectionError('timeout'));
    }, request.firstByteTimeout);

    const handle = worker.open(
      {
        type: 'request',
        path: new URL(request.url).pathname,
        headers: { ...request.headers },
        body: request.body,
        ...(model && {
          model: {
            id: model.model.id,
            name: model.model.name,
            inputTokens: model.model.inputTokens,
            zeroRetention: model.zeroRetention,
          },
        }),
      },
      {
        receive(message) {
          if (message.type === 'failed')
            settle(new ServiceError('server', { reason: 'library', detail: message.message }));
          else if (message.type === 'response') {
            clearTimeout(timer);
            resolve({ status: message.status, headers: message.headers, body: body() });
          } else if (message.type === 'modelCall' || message.type === 'modelAbort' || message.type === 'modelUse') {
            calls?.receive(message);
          } else {
            arrived.push(message);
            wake();
          }
        },
        lost: (cause) => settle(serviceLost(cause)),
      },
    );
    const calls = model && createHostModelCalls(model, (message) => handle.send(message));
    signal.addEventListener('abort', abort, { once: true });

    async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
      let ended = false;
      try {
        for (;;) {
          const message = arrived.shift();
          if (message?.type === 'end') {
            ended = true;
            return;
          }
          if (message?.type === 'chunk') {
            yield message.bytes;
            handle.send({ type: 'received', bytes: message.bytes.byteLength });
            continue;
          }
          if (failure !== null) throw failure.reason;
          await new Promise<void>((next) => {
            wake = next;
          });
        }
      } finally {
        if (!ended) handle.send({ type: 'abort' });
        stopWaiting();
      }
    }
  });
}
