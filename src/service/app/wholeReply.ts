/** An answer as one JSON object (Completion). */
import { type Completion, MODEL } from '../../protocol/chatCompletions.ts';
import { type AnswerRun, RunStopped } from './runningAnswer.ts';
import { toServiceError } from './serviceError.ts';
import { shutdownError } from './streamReply.ts';

/** Throws a ServiceError if the answer fails, RunStopped if the caller left. The custom messages belong to streams only. */
export async function wholeReply(run: AnswerRun): Promise<Completion> {
  try {
    for await (const _ of run.outputs);
  } catch (thrown) {
    const stopped = thrown instanceof RunStopped ? thrown.outcome : undefined;
    run.finish(stopped ?? 'failed', thrown);
    if (stopped === 'left') throw thrown;
    throw stopped === 'shutdown' ? shutdownError() : toServiceError(thrown);
  }
  run.finish('done');
  return {
    id: run.id,
    object: 'chat.completion',
    created: run.created,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'ai', content: run.text() }, finish_reason: 'stop' }],
    usage: run.usage(),
  };
}
