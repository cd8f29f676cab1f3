/** Limits of a reply, for a provider that sets none of its own. */
import type { LanguageModel } from './languageModel.ts';
import { ModelError } from './modelError.ts';
import { withTimeout } from './withTimeout.ts';

export interface ReplyLimits {
  /** Milliseconds until the first chunk. A local model may read its prompt for minutes. */
  readonly first: number;
  /** Milliseconds between two chunks. */
  readonly idle: number;
  /** Milliseconds from the first chunk to the end, also if chunks come all the time. */
  readonly total: number;
  /** Characters of one reply. */
  readonly characters: number;
}

export const REPLY_LIMITS: ReplyLimits = { first: 300_000, idle: 120_000, total: 300_000, characters: 400_000 };

/** The same model, whose replies fail with a ModelError when they exceed a limit, and end at once after an abort. */
export function limitReplies(model: LanguageModel, limits: ReplyLimits = REPLY_LIMITS): LanguageModel {
  return {
    id: model.id,
    name: model.name,
    inputTokens: model.inputTokens,
    async *send(messages, signal, observer) {
      const stop = new AbortController();
      const reply = model.send(messages, AbortSignal.any([signal, stop.signal]), observer);
      let characters = 0;
      let limit = limits.first;
      let end: number | undefined;
      try {
        for (;;) {
          const next = await withTimeout(reply.next(), limit, signal);
          if (next.done) return next.value;
          end ??= performance.now() + limits.total;
          limit = Math.min(limits.idle, end - performance.now());
          characters += next.value.length;
          if (characters > limits.characters) throw new ModelError('protocol');
          yield next.value;
        }
      } finally {
        // The provider would otherwise continue to generate, and to charge for, text that is not read.
        stop.abort();
      }
    },
  };
}
