/** Answers one question of the extension: the events are posted as they come, the last of them `done`. */
import { ALIVE_INTERVAL, type FromWorker } from '../../protocol/worker.ts';
import type { ResearchOutput } from '../researcher.ts';
import { t } from '../translate.ts';

export interface RunningQuestion {
  /** Stops the work; nothing is posted after it. */
  abort(): void;
  /** Resolves when nothing more will be posted. */
  readonly ended: Promise<void>;
}

/** `log` receives the name of a failure. Its message may have content. */
export function answerQuestion(
  id: number,
  research: (signal: AbortSignal) => AsyncIterable<ResearchOutput>,
  post: (message: FromWorker) => void,
  log: (failure: string) => void,
): RunningQuestion {
  const caller = new AbortController();
  const { signal } = caller;
  const alive = setInterval(() => post({ type: 'alive', id }), ALIVE_INTERVAL);
  signal.addEventListener('abort', () => clearInterval(alive));

  async function answer(): Promise<void> {
    try {
      for await (const output of research(signal)) {
        if (signal.aborted) return;
        post({ type: 'event', id, event: output });
      }
      if (!signal.aborted) post({ type: 'event', id, event: { type: 'done', finishReason: 'stop' } });
    } catch (thrown) {
      if (signal.aborted) return;
      log(thrown instanceof Error ? thrown.name : 'unknown failure');
      post({ type: 'failed', id, message: t('The library service failed while it answered.') });
    } finally {
      clearInterval(alive);
    }
  }

  return { abort: () => caller.abort(), ended: answer() };
}
