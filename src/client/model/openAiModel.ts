/**
 * A language model behind an OpenAI-compatible endpoint (OpenAI, Azure, Ollama, LM Studio, llama.cpp, vLLM, gateways).
 * Only `model`, `messages`, `stream` and the request for the number of tokens are sent. Every optional field is refused by some server: then the
 * question is sent again without it.
 */
import type { CallObserver, LanguageModel, ModelMessage, ModelOutcome, TokenUsage } from '../../model/languageModel.ts';
import { ModelError, type ModelErrorKind } from '../../model/modelError.ts';
import { createThinkFilter } from '../../model/thinkFilter.ts';
import { DONE } from '../../protocol/chatCompletions.ts';
import type { ErrorKind } from '../../protocol/errors.ts';
import { parseBaseUrl } from '../baseUrl.ts';
import { systemClock, wait } from '../clock.ts';
import { toResearchError } from '../errors.ts';
import { readStart } from '../failedReply.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { createRedactor } from '../redact.ts';
import { createReplyReader, type ReplyFormat } from '../reply.ts';
import { openReply, type Reply } from '../request.ts';
import { parseRetryAfter } from '../retry.ts';
import type { Transport } from '../transport/transport.ts';
import { type ModelChunk, readModelChunk } from './modelChunk.ts';
import { errorOfReply, errorOfStream } from './modelErrorReply.ts';

export interface OpenAiModelOptions {
  /** Base address, with or without `/chat/completions`. http is allowed for loopback addresses only. */
  readonly address: string;
  readonly model: string;
  /** Default: the model. */
  readonly name?: string;
  /** 0: the default. */
  readonly inputTokens?: number | undefined;
  /** Called for each request, so that a removed key is not used. */
  readonly getKey: (origin: string) => string | undefined | Promise<string | undefined>;
  readonly transport: Transport;
  readonly limits?: Partial<ModelLimits>;
}

export interface ModelLimits extends Limits {
  /** Milliseconds from the begin of a reply after which nothing more of it is read, also if it sends something all the time. */
  readonly totalTime: number;
  /** Characters of one reply, reasoning included. */
  readonly characters: number;
}

const MODEL_LIMITS: ModelLimits = {
  ...DEFAULT_LIMITS,
  // A local model may read its prompt for minutes.
  firstByteTimeout: 300_000,
  idleTimeout: 120_000,
  totalTime: 300_000,
  characters: 400_000,
};

/** Servers load models with a context of 4,096 to 32,768 tokens unless the user configures another one. */
const DEFAULT_INPUT_TOKENS = 8192;

const FORMAT: ReplyFormat<ModelChunk | 'done'> = {
  stream: (emit) => ({
    read(data, event) {
      if (data === DONE) emit('done');
      else if (event === 'error') throw errorOfStream(data);
      else emit(readModelChunk(data));
    },
    // Some servers end a stream without `[DONE]`.
    end() {},
  }),
  whole: (body) => [readModelChunk(body)],
};

/** What servers say about a field that they do not know. */
const OPTION = /stream_options|include_usage|\b(?:extra|unknown|unrecognized|unexpected|unsupported)\b/i;

export function createOpenAiModel(options: OpenAiModelOptions): LanguageModel {
  const { model, name = model, transport } = options;
  const limits = { ...MODEL_LIMITS, ...options.limits };
  const clock = systemClock;
  /** The server accepts `stream_options`, as far as is known. */
  let asksForUsage = true;

  async function open(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
    observer: CallObserver | undefined,
  ): Promise<Reply> {
    const { origin, completionsUrl: url } = parseBaseUrl(options.address);
    const key = (await options.getKey(origin)) || undefined;
    const redact = createRedactor(key, { parts: true });
    for (let attempt = 1; ; attempt += 1) {
      const options = asksForUsage ? { stream_options: { include_usage: true } } : {};
      const body = JSON.stringify({ model, messages, stream: true, ...options });
      const reply = await openReply({ url, body, key, redact, stream: true, transport, limits, clock }, signal);
      const { status } = reply;
      if (status >= 200 && status < 300) return reply;
      try {
        const said = await readStart(reply, limits, clock);
        if (asksForUsage && (status === 400 || status === 422) && OPTION.test(said)) {
          asksForUsage = false;
          attempt -= 1;
          continue;
        }
        const error = errorOfReply(status, said);
        const delay = attempt === 1 ? retryDelay(reply, limits.maxRetryAfter) : null;
        if (delay === null) throw error;
        observer?.onWait?.(delay);
        await wait(clock, delay, signal);
      } finally {
        reply.close();
      }
    }
  }

  async function* send(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
    observer?: CallObserver,
  ): AsyncGenerator<string, ModelOutcome, void> {
    signal.throwIfAborted();
    const think = createThinkFilter();
    let outcome: ModelOutcome = 'unspecified';
    let usage: TokenUsage | null = null;
    let characters = 0;
    let hasThought = false;
    let close = () => {};
    try {
      const reply = await open(messages, signal, observer);
      close = reply.close;
      const reader = createReplyReader({ limits, contentType: reply.contentType, format: FORMAT });
      const end = performance.now() + limits.totalTime;
      for (let done = false; !done; ) {
        const bytes = await reply.read();
        if (performance.now() > end) throw new ModelError('timeout');
        done = bytes === undefined;
        for (const chunk of bytes ? reader.push(bytes) : reader.end()) {
          done ||= chunk === 'done';
          if (chunk === 'done') break;
          outcome = chunk.outcome ?? outcome;
          usage = chunk.usage ?? usage;
          characters += chunk.text.length + chunk.reasoning;
          if (characters > limits.characters) throw new ModelError('protocol');
          const text = think.push(chunk.text);
          if (!hasThought && (chunk.reasoning > 0 || think.isInside)) {
            hasThought = true;
            observer?.onThinking?.();
          }
          if (text !== '') yield text;
        }
      }
      signal.throwIfAborted();
      if (usage) observer?.onUsage?.(usage);
      const rest = think.end();
      if (rest !== '') yield rest;
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ModelError ? error : new ModelError(kindOf(toResearchError(error).kind), { cause: error });
    } finally {
      close();
    }
  }

  return { id: model, name, inputTokens: options.inputTokens || DEFAULT_INPUT_TOKENS, send };
}

/** What went wrong before or below the reply of a language model. */
function kindOf(kind: ErrorKind): ModelErrorKind {
  switch (kind) {
    case 'address':
    case 'notTheService':
      return 'address';
    case 'timeout':
      return 'timeout';
    case 'protocol':
    case 'tooLarge':
      return 'protocol';
    default:
      return 'network';
  }
}

/** Milliseconds until one more attempt, for a busy server that says when; null for every other reply. */
function retryDelay({ status, headers }: Reply, longest: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = parseRetryAfter(headers['retry-after'], Date.now());
  return seconds !== undefined && seconds * 1000 <= longest ? seconds * 1000 : null;
}
