/** A service whose answers a test gives piece by piece. */

import { toResearchError } from '../../../src/client/errors.ts';
import type { AskHooks, ResearchClient } from '../../../src/client/researchClient.ts';
import type { ChatRequest } from '../../../src/protocol/chatCompletions.ts';
import type { ResearchEvent } from '../../../src/protocol/researchEvent.ts';

export interface FakeRequest {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  readonly hooks: AskHooks;
  /** Lets events arrive and be handled. */
  send(...events: ResearchEvent[]): Promise<void>;
  /** Ends the answer: as whole, without a word, or by an error. */
  done(): Promise<void>;
  close(): Promise<void>;
  fail(error: unknown): Promise<void>;
}

export interface FakeTarget extends ResearchClient {
  readonly requests: FakeRequest[];
}

/** Long enough for every promise that is settled to be seen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

export function fakeTarget(service = 'library'): FakeTarget {
  const requests: FakeRequest[] = [];
  return {
    service,
    requests,
    describeError: (error) => toResearchError(error).toInfo(),
    checkConnection: async () => ({ ok: false, error: { kind: 'aborted' } }),
    async *ask(request, signal, hooks = {}) {
      const queue: (ResearchEvent | { readonly error: unknown } | null)[] = [];
      let wake = () => {};
      const push = async (...items: typeof queue) => {
        queue.push(...items);
        wake();
        await settle();
      };
      requests.push({
        request,
        signal,
        hooks,
        send: (...events) => push(...events),
        done: () => push({ type: 'done', finishReason: 'stop' }, null),
        close: () => push(null),
        fail: (error) => push({ error }),
      });
      for (;;) {
        const item = queue.shift();
        if (item === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (item === null) return;
        if ('error' in item) throw item.error;
        // Deliberately careless: a real client ends after an abort, and the session must not rely on that.
        yield item;
      }
    },
  };
}
