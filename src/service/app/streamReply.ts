/** An answer as server-sent events (POST /chat/completions, Events). */

import { type Chunk, type CustomMessage, DONE, MODEL } from '../../protocol/chatCompletions.ts';
import { within } from '../../protocol/within.ts';
import { errorBody, shutdownError, toHttpError } from './httpError.ts';
import type { ServiceLimits } from './limits.ts';
import { type AnswerRun, RunStopped, type SentOutput } from './runningAnswer.ts';

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks proxies not to buffer the stream.
  'x-accel-buffering': 'no',
} as const;

const KEEP_ALIVE = ': keep-alive\n\n';

const toFrame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** The body of the reply. At most `streamBufferBytes` are produced ahead of the reader. Cancelling the body stops the research. */
export function streamReply(run: AnswerRun, limits: ServiceLimits): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const frames = writeFrames(run, limits.chunkChars);
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
        run.stop('cancelled');
        run.finish('cancelled');
        frames.return().catch(() => {});
      },
    },
    { highWaterMark: limits.streamBufferBytes, size: (bytes) => bytes?.byteLength ?? 0 },
  );
}

/** `[DONE]` follows a complete answer only. After a failure the error object is the last event. */
async function* writeFrames(run: AnswerRun, chunkChars: number): AsyncGenerator<string, void, undefined> {
  const head = { id: run.id, object: 'chat.completion.chunk', created: run.created, model: MODEL } as const;
  /** The first chunk with a choice states the role, as client libraries expect. */
  let role: { role?: AnswerRun['replyRole'] } = { role: run.replyRole };
  const toChunk = (delta: { content?: string }, finishReason: string | null): Chunk => {
    const chunk = { ...head, choices: [{ index: 0, delta: { ...role, ...delta }, finish_reason: finishReason }] };
    role = {};
    return chunk;
  };
  try {
    for await (const output of run.outputs) {
      if (output.type !== 'text') {
        const custom = toCustomMessage(output);
        // With a choice: some libraries drop chunks without one.
        yield toFrame({ ...toChunk({}, null), ...custom, custom_data: custom });
        continue;
      }
      for (const content of splitText(output.text, chunkChars)) yield toFrame(toChunk({ content }, null));
    }
    const last = toChunk({}, 'stop');
    if (run.includeUsage) {
      yield toFrame(last);
      yield toFrame({ ...head, choices: [], usage: run.usage() });
    } else yield toFrame({ ...last, usage: run.usage() });
    yield `data: ${DONE}\n\n`;
    run.finish('done');
  } catch (thrown) {
    const stopped = thrown instanceof RunStopped ? thrown.outcome : undefined;
    run.finish(stopped ?? 'failed', thrown);
    if (stopped === 'cancelled') return;
    yield toFrame(errorBody(stopped === 'shutdown' ? shutdownError() : toHttpError(thrown)));
  }
}

/**
 * A custom message is at the top level of a chunk whose delta has no text. It is repeated under `custom_data`, the name by
 * which client libraries know it.
 */
function toCustomMessage(output: Exclude<SentOutput, { type: 'text' }>): CustomMessage {
  switch (output.type) {
    case 'step':
      return { type: 'step_message', title: output.title, ...(output.mode !== undefined && { askMode: output.mode }) };
    case 'sources':
      return { type: 'source_message', content: [...output.sources] };
    case 'suggestions':
      return { type: 'suggestions', suggestions: [...output.suggestions] };
  }
}

/** Splits text into chunks of about `size` UTF-16 units, after a blank if there is one, never inside a character. */
export function* splitText(text: string, size: number): Generator<string> {
  let from = 0;
  while (text.length - from > size) {
    let to = from + size;
    const blank = text.lastIndexOf(' ', to - 1);
    if (blank > from) to = blank + 1;
    else if (isHighSurrogate(text.charCodeAt(to - 1))) to++;
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length) yield text.slice(from);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
