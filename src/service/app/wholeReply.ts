/** Replies that are one JSON object: a completion, or an error. */
import { type Completion, MODEL } from '../../protocol/chatCompletions.ts';
import { errorBody, type HttpError, shutdownError, toHttpError } from './httpError.ts';
import { type AnswerRun, RunStopped } from './runningAnswer.ts';

/** Throws an HttpError if the answer fails, RunStopped if the caller cancelled. Custom messages are part of streams only. */
export async function wholeReply(run: AnswerRun): Promise<Completion> {
  try {
    for await (const _ of run.outputs);
  } catch (thrown) {
    const stopped = thrown instanceof RunStopped ? thrown.outcome : undefined;
    run.finish(stopped ?? 'failed', thrown);
    if (stopped === 'cancelled') throw thrown;
    throw stopped === 'shutdown' ? shutdownError() : toHttpError(thrown);
  }
  run.finish('done');
  return {
    id: run.id,
    object: 'chat.completion',
    created: run.created,
    model: MODEL,
    choices: [{ index: 0, message: { role: run.replyRole, content: run.text() }, finish_reason: 'stop' }],
    usage: run.usage(),
  };
}

/** States the length, so that the caller can see that the body is complete before the connection closes. */
export function jsonReply(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(bytes.byteLength),
      ...headers,
    },
  });
}

export function errorReply(error: HttpError): Response {
  return jsonReply(errorBody(error), error.status, error.headers);
}
