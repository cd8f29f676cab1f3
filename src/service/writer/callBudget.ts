/** The calls of one answer: counted, limited, and none of them sent twice. */
import {
  CHARACTERS_PER_TOKEN,
  type LanguageModel,
  type ModelMessage,
  type ModelOutcome,
  type TokenUsage,
} from '../../model/languageModel.ts';
import { withTimeout } from '../../model/withTimeout.ts';
import type { KeyedPassage, WriterPassage } from './passage.ts';

/** What one answer took. */
export interface Spent {
  /** Requests to the model. */
  readonly calls: number;
  /** The tokens of all calls. Null if the provider did not report those of each call. */
  readonly usage: TokenUsage | null;
}

/** Share of the input limit that a prompt may use. Providers shorten longer prompts without a word. */
const SHARE = 0.7;
/** Characters of a prompt apart from its passages. */
const OVERHEAD = 5000;

export class Calls {
  readonly #model: LanguageModel;
  readonly #limit: number;
  readonly #reported: TokenUsage[] = [];
  readonly #ending: Promise<void>[] = [];
  #count = 0;

  constructor(model: LanguageModel, limit: number) {
    this.#model = model;
    this.#limit = limit;
  }

  get left(): number {
    return this.#limit - this.#count;
  }

  /** The first passages that fit into the model's input. */
  within(passages: readonly WriterPassage[]): WriterPassage[] {
    return passagesWithinLimit(passages, this.#model.inputTokens);
  }

  async spent(): Promise<Spent> {
    await Promise.all(this.#ending);
    const isWhole = this.#reported.length > 0 && this.#reported.length === this.#count;
    const sum = (of: keyof TokenUsage) => this.#reported.reduce((all, one) => all + one[of], 0);
    const [promptTokens, completionTokens] = [sum('promptTokens'), sum('completionTokens')];
    const usage = isWhole ? { promptTokens, completionTokens, totalTokens: sum('totalTokens') } : null;
    return { calls: this.#count, usage };
  }

  /** Yields the reply in chunks. The consumer may end the call early. */
  async *stream(messages: readonly ModelMessage[], signal: AbortSignal): AsyncGenerator<string, ModelOutcome, void> {
    if (this.left <= 0) throw new Error('The calls of this answer are used up.');
    this.#count += 1;
    const stop = new AbortController();
    const reply = this.#model.send(messages, AbortSignal.any([signal, stop.signal]), {
      onUsage: (usage) => this.#reported.push(usage),
    });
    try {
      for (;;) {
        const next = await reply.next();
        if (next.done) return next.value;
        yield next.value;
      }
    } finally {
      // The provider reports the tokens after the last text, which the consumer may not have read.
      this.#ending.push(endOf(reply, stop));
      signal.throwIfAborted();
    }
  }

  async ask(messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
    let text = '';
    for await (const chunk of this.stream(messages, signal)) text += chunk;
    return text;
  }
}

/** Milliseconds for which a provider may go on after the text that is used. */
const REST = 400;

/** Reads what is left of a reply without its text, for a short time, and then stops the provider. */
async function endOf(reply: AsyncGenerator<string, ModelOutcome, void>, stop: AbortController): Promise<void> {
  const rest = async () => {
    while (!stop.signal.aborted && !(await reply.next()).done);
  };
  // How a reply ends that nobody reads makes no difference.
  await withTimeout(rest(), REST, stop.signal).catch(() => {});
  stop.abort();
  void reply.return('unspecified').catch(() => {});
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
