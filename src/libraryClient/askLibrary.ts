/** Asks the library in its worker thread, and answers the calls of the language model that its answer needs. */
import { systemClock } from '../client/clock.ts';
import { ReplyError, ServiceError, toResearchError } from '../client/errors.ts';
import { observeWire, type WireEvent } from '../client/wireEvents.ts';
import { createMessageQueue } from '../protocol/messageQueue.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import type { FromWorker, ToWorker } from '../protocol/worker.ts';
import { createHostModelCalls, type QuestionModel } from './modelCalls.ts';
import { serviceLost, type WorkerConnection } from './workerConnection.ts';

export type LibraryQuestion = Omit<Extract<ToWorker, { type: 'ask' }>, 'type' | 'id' | 'model'>;

export interface AskLibraryOptions {
  /** The language model that may write the answer. Null: the library quotes. */
  readonly model?: QuestionModel | null;
  /** Milliseconds without a message of the worker after which the question fails. */
  readonly idleTimeout: number;
  readonly onWireEvent?: ((event: WireEvent) => void) | undefined;
}

/** Throws a ResearchError after all received events were yielded. If the signal aborts, stops the work and returns. */
export async function* askLibrary(
  worker: WorkerConnection,
  question: LibraryQuestion,
  signal: AbortSignal,
  { model = null, idleTimeout, onWireEvent }: AskLibraryOptions,
): AsyncGenerator<ResearchEvent, void, undefined> {
  if (signal.aborted) return;
  const wire = observeWire(onWireEvent, systemClock, question.zeroRetention);
  const record = wire.data((data) => data);
  const events = createMessageQueue<ResearchEvent>(signal);
  const onIdle = () => events.fail(new ReplyError('timeout', { reason: 'idle', waited: idleTimeout }));
  let idle = setTimeout(onIdle, idleTimeout);

  const receive = (message: FromWorker): void => {
    clearTimeout(idle);
    idle = setTimeout(onIdle, idleTimeout);
    if (message.type === 'event') events.push(message.event);
    else if (message.type === 'failed')
      events.fail(new ServiceError('server', { reason: 'library', detail: message.message }));
    else if (message.type === 'modelCall' || message.type === 'modelAbort') calls?.receive(message);
  };
  const handle = worker.open(
    { type: 'ask', ...question, ...(model && { model: describe(model) }) },
    { receive, lost: (cause) => events.fail(serviceLost(cause)) },
  );
  const calls = model && createHostModelCalls(model, (message) => handle.send(message));
  let ended = false;
  const stop = (): void => {
    if (!ended) handle.send({ type: 'abort' });
    ended = true;
    clearTimeout(idle);
    calls?.close();
    handle.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  wire.sent(1, 'library');
  try {
    for (;;) {
      const event = await events.next();
      if (wire.isObserved) record(JSON.stringify(event), 'stream');
      if (event.type === 'done') {
        ended = true;
        wire.ended('done');
      }
      yield event;
      if (event.type === 'done') return;
    }
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toResearchError(thrown);
    wire.ended(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    // Only the first call is reported.
    wire.ended('aborted');
  }
}

function describe({ model, zeroRetention, secondReading }: QuestionModel): Extract<ToWorker, { type: 'ask' }>['model'] {
  const { id, name, inputTokens, hidden } = model;
  return { id, name, inputTokens, zeroRetention, secondReading, hidden };
}
