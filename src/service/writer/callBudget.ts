/** The calls of one answer: counted, limited, and none of them sent twice. */
import {
  CHARACTERS_PER_TOKEN,
  type LanguageModel,
  type ModelMessage,
  type ModelOutcome,
} from '../../model/languageModel.ts';
import type { KeyedPassage } from './passage.ts';

export interface ModelReply {
  readonly text: string;
  readonly outcome: ModelOutcome;
}

export interface Calls {
  readonly count: number;
  /** Estimated tokens of all prompts and replies. */
  readonly tokens: number;
  readonly left: number;
  ask(messages: readonly ModelMessage[], signal: AbortSignal): Promise<ModelReply>;
  /** Yields the reply in chunks. The consumer may end the call early. */
  stream(messages: readonly ModelMessage[], signal: AbortSignal): AsyncGenerator<string, ModelOutcome, void>;
}

/** Share of the input limit that a prompt may use. Providers shorten longer prompts without a word. */
const SHARE = 0.7;
/** Characters of a prompt apart from its passages. */
const OVERHEAD = 5000;

export function createCalls(model: LanguageModel, limit: number): Calls {
  let count = 0;
  let characters = 0;

  async function* stream(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
  ): AsyncGenerator<string, ModelOutcome, void> {
    if (count >= limit) throw new Error('The calls of this answer are used up.');
    count += 1;
    characters += messages.reduce((sum, { content }) => sum + content.length, 0);
    const reply = model.send(messages, signal);
    try {
      for (;;) {
        const next = await reply.next();
        if (next.done) return next.value;
        characters += next.value.length;
        yield next.value;
      }
    } finally {
      // After an early end, this stops the provider.
      await reply.return('unspecified');
      signal.throwIfAborted();
    }
  }

  return {
    get count() {
      return count;
    },
    get tokens() {
      return Math.ceil(characters / CHARACTERS_PER_TOKEN);
    },
    get left() {
      return limit - count;
    },
    stream,
    async ask(messages, signal) {
      const reply = stream(messages, signal);
      let text = '';
      for (;;) {
        const next = await reply.next();
        if (next.done) return { text, outcome: next.value };
        text += next.value;
      }
    },
  };
}

/** The first passages whose text fits into the model's input. Passages are dropped whole, from the end. */
export function passagesWithinLimit<Passage extends Pick<KeyedPassage, 'text'>>(
  passages: readonly Passage[],
  inputTokens: number,
): Passage[] {
  const room = inputTokens * SHARE * CHARACTERS_PER_TOKEN - OVERHEAD;
  const passagesWithin: Passage[] = [];
  let used = 0;
  for (const passage of passages) {
    used += passage.text.length + 300;
    if (used > room) break;
    passagesWithin.push(passage);
  }
  return passagesWithin;
}
