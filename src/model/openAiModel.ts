/**
 * A language model behind an OpenAI-compatible endpoint (OpenAI, Azure, Ollama, LM Studio, llama.cpp, vLLM, gateways).
 * Only `model`, `messages` and `stream` are sent, because every optional field is refused by some server.
 */
import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';
import { completionsUrl } from './endpointAddress.ts';
import type { LanguageModel, ModelMessage, ModelOutcome } from './languageModel.ts';
import { ModelError } from './modelError.ts';
import { errorOfReply, errorOfStream } from './modelErrorReply.ts';
import { createThinkFilter } from './thinkFilter.ts';
import { readChunk } from './wireChunk.ts';
import { withTimeout } from './withTimeout.ts';

export interface ModelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ModelResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one POST. Follows no redirect and sends no cookie. Rejects if the endpoint cannot be reached. */
export type ModelPost = (request: ModelRequest, signal: AbortSignal) => Promise<ModelResponse>;

export interface OpenAiModelOptions {
  /** Base address, with or without `/chat/completions`. http is allowed for loopback addresses only. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly post: ModelPost;
  readonly limits?: Partial<ModelLimits>;
}

export interface ModelLimits {
  /** Milliseconds until the first byte of the reply. A local model may read its prompt for minutes. */
  readonly firstByte: number;
  /** Milliseconds without any byte in the middle of a reply. */
  readonly idle: number;
  /** Milliseconds from the begin of a reply to its end, also if it sends something all the time. */
  readonly total: number;
  /** Characters of one reply, reasoning included. */
  readonly characters: number;
  /** Longest `Retry-After`, in milliseconds, that is waited for. */
  readonly retryAfter: number;
}

export const MODEL_LIMITS: ModelLimits = {
  firstByte: 300_000,
  idle: 120_000,
  total: 300_000,
  characters: 400_000,
  retryAfter: 60_000,
};

/** Servers load models with a context of 4,096 to 32,768 tokens unless the user configures another one. */
const DEFAULT_INPUT_TOKENS = 8192;
/** Bytes of an error body that are read. */
const ERROR_BODY = 64 * 1024;

export function createOpenAiModel(options: OpenAiModelOptions): LanguageModel {
  const limits = { ...MODEL_LIMITS, ...options.limits };
  const url = completionsUrl(options.url);

  async function open(messages: readonly ModelMessage[], signal: AbortSignal): Promise<ModelResponse> {
    const request = {
      url,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      },
      body: JSON.stringify({ model: options.model, messages, stream: true }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const response = await withTimeout(options.post(request, signal), limits.firstByte, signal).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          throw error instanceof ModelError ? error : new ModelError('network', { cause: error });
        },
      );
      if (response.status >= 200 && response.status < 300) return response;
      const wait = attempt === 1 ? retryDelay(response, limits.retryAfter) : null;
      if (wait === null) throw errorOfReply(response.status, await readText(response.body, ERROR_BODY));
      await readText(response.body, ERROR_BODY);
      await pause(wait, signal);
    }
  }

  async function* send(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
  ): AsyncGenerator<string, ModelOutcome, void> {
    signal.throwIfAborted();
    const response = await open(messages, signal);
    const think = createThinkFilter();
    let outcome: ModelOutcome = 'unspecified';
    let characters = 0;
    for await (const event of events(response, limits, signal)) {
      const chunk = readChunk(event);
      if (chunk === null) continue;
      if (chunk.error !== undefined) throw errorOfStream(chunk.error);
      if (chunk.outcome !== null) outcome = chunk.outcome;
      characters += chunk.text.length + chunk.reasoning;
      if (characters > limits.characters) throw new ModelError('protocol');
      const text = think.push(chunk.text);
      if (text !== '') yield text;
    }
    signal.throwIfAborted();
    const rest = think.end();
    if (rest !== '') yield rest;
    return outcome;
  }

  return { id: options.model, name: options.model, inputTokens: options.inputTokens ?? DEFAULT_INPUT_TOKENS, send };
}

/** The JSON of each event of a stream, or of the one JSON body; ends at `[DONE]`. */
async function* events(
  response: ModelResponse,
  limits: ModelLimits,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const type = response.headers['content-type'] ?? '';
  if (/^text\/html/i.test(type)) throw new ModelError('address');
  const whole = /^application\/(?:[\w.+-]+\+)?json/i.test(type);
  const pending: string[] = [];
  let done = false;
  let failure: ModelError | null = null;
  const parser = createParser({
    maxBufferSize: limits.characters * 4,
    onEvent({ event, data }: EventSourceMessage) {
      if (data === '[DONE]') done = true;
      else if (!done) pending.push(event === 'error' ? JSON.stringify({ error: parsed(data) }) : data);
    },
    // llama.cpp wrote `error: {…}` lines, which are an unknown field of the event stream.
    onError(error: ParseError) {
      if (error.type === 'unknown-field' && error.field === 'error') failure = errorOfStream(parsed(error.value ?? ''));
      else if (error.type === 'max-buffer-size-exceeded') failure = new ModelError('protocol');
    },
  });
  const decoder = new TextDecoder();
  let body = '';
  const iterator = response.body[Symbol.asyncIterator]();
  const end = performance.now() + limits.total;
  try {
    while (!done) {
      const next = await withTimeout(iterator.next(), Math.min(limits.idle, end - performance.now()), signal);
      if (next.done) break;
      const text = decoder.decode(next.value, { stream: true });
      if (whole) {
        body += text;
        if (body.length > limits.characters * 4) throw new ModelError('protocol');
      } else parser.feed(text);
      yield* pending.splice(0);
      if (failure) throw failure;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ModelError ? error : new ModelError('network', { cause: error });
  } finally {
    void iterator.return?.();
  }
  if (whole) yield body;
  else {
    parser.reset({ consume: true });
    yield* pending;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= limit) break;
    }
  } catch {
    // A cut error body is used as far as it was read.
  }
  return text.slice(0, limit);
}

/** Milliseconds until one more attempt, for a busy server that says when; null for every other reply. */
function retryDelay({ status, headers }: ModelResponse, longest: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 && seconds * 1000 <= longest ? seconds * 1000 : null;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
