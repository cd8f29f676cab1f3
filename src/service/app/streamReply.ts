/** An answer as server-sent events (POST /chat/completions, Events). */
import { type Chunk, type CustomMessage, DONE, MODEL } from '../../protocol/chatCompletions.ts';
import type { ResearchOutput } from '../research/researcher.ts';
import type { ServiceLimits } from './limits.ts';
import { type AnswerRun, RunStopped } from './runningAnswer.ts';
import { errorBody, ServiceError, toServiceError } from './serviceError.ts';
import { textPieces } from './textChunks.ts';

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks a proxy in between not to hold the pieces back.
  'x-accel-buffering': 'no',
} as const;

const KEEP_ALIVE = ': keep-alive\n\n';

const toFrame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

export const shutdownError = (): ServiceError =>
  new ServiceError(503, 'The service is shutting down. Ask again in a moment.', { code: 'shutting_down' });

/** The body of the reply. Nothing is produced ahead of the reader beyond `streamBufferBytes`; cancelling it stops the research. */
export function streamReply(run: AnswerRun, limits: ServiceLimits): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const frames = writeFrames(run, limits.pieceChars);
  let pending: Promise<IteratorResult<string, void>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pending ??= frames.next();
        const frame = await within(pending, limits.keepAliveMs);
        if (frame === undefined) return controller.enqueue(encoder.encode(KEEP_ALIVE));
        pending = undefined;
        if (frame.done) controller.close();
        else controller.enqueue(encoder.encode(frame.value));
      },
      cancel() {
        run.stop('left');
        run.finish('left');
        frames.return().catch(() => {});
      },
    },
    { highWaterMark: limits.streamBufferBytes, size: (piece) => piece?.byteLength ?? 0 },
  );
}

/** `[DONE]` comes after a whole answer only; a failure ends with an error object and nothing after it. */
async function* writeFrames(run: AnswerRun, pieceChars: number): AsyncGenerator<string, void, undefined> {
  const head = { id: run.id, object: 'chat.completion.chunk', created: run.created, model: MODEL } as const;
  try {
    for await (const output of run.outputs) {
      if (output.type !== 'text') {
        yield toFrame({ ...head, choices: [], ...toCustomMessage(output) });
        continue;
      }
      for (const content of textPieces(output.text, pieceChars)) {
        const chunk: Chunk = { ...head, choices: [{ index: 0, delta: { content }, finish_reason: null }] };
        yield toFrame(chunk);
      }
    }
    const last: Chunk = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: run.usage() };
    yield toFrame(last);
    yield `data: ${DONE}\n\n`;
    run.finish('done');
  } catch (thrown) {
    const stopped = thrown instanceof RunStopped ? thrown.outcome : undefined;
    run.finish(stopped ?? 'failed', thrown);
    if (stopped === 'left') return;
    yield toFrame(errorBody(stopped === 'shutdown' ? shutdownError() : toServiceError(thrown)));
  }
}

/** Custom message: `type` stands at the top level of the chunk, beside an empty `choices`. */
function toCustomMessage(output: Exclude<ResearchOutput, { type: 'text' }>): CustomMessage {
  switch (output.type) {
    case 'step':
      return { type: 'step_message', title: output.title };
    case 'sources':
      return { type: 'source_message', content: [...output.sources] };
    case 'suggestions':
      return { type: 'suggestions', suggestions: [...output.suggestions] };
  }
}

/** What the promise gives, or undefined after so many milliseconds. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
