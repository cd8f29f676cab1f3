/** The client of the research service. Sends a question and yields ResearchEvents, from an event stream or a JSON reply. */
import type { ChatRequest } from '../protocol/chatCompletions.ts';
import type { ErrorInfo } from '../protocol/errors.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import { accessTo, parseBaseUrl, type ServiceAccess } from './baseUrl.ts';
import { type ConnectionCheck, checkConnection } from './checkConnection.ts';
import { type Clock, systemClock } from './clock.ts';
import { toResearchError } from './errors.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { createReplyReader, type ReplyReader, researchFormat } from './reply.ts';
import type { Reply } from './request.ts';
import { type RetryNotice, send, toBody } from './send.ts';
import type { Transport } from './transport/transport.ts';
import { observeWire, type WireEvent, type WireObserver } from './wireEvents.ts';

export type { RetryNotice };

/** Callbacks for one question. */
export interface AskHooks {
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Receives each wire event. *Show Response Events* records them (recorder.ts). */
  readonly onWireEvent?: ((event: WireEvent) => void) | undefined;
}

export interface ResearchClientOptions extends ServiceAccess {
  /** Removes more secrets from error messages of the service. The key in use is always removed. */
  readonly redact?: Redactor;
  readonly transport: Transport;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Returns a number in [0, 1) for the jitter of retries. */
  readonly random?: () => number;
}

/** A client keeps the settings that it was created with. Later changes do not affect a running answer. */
export interface ResearchClient {
  /** The name under which answers are shown and stored: `host[:port]`. Throws a SetupError if the base URL is invalid. */
  readonly service: string;
  /**
   * Yields the events of the answer. If the answer fails, throws a ResearchError after all received events were yielded.
   * If the signal aborts, closes the connection and returns.
   */
  ask(request: ChatRequest, signal: AbortSignal, hooks?: AskHooks): AsyncGenerator<ResearchEvent, void, undefined>;
  /** Describes an error that `ask` has thrown, without the key and the raw body. It can be shown and stored. */
  describeError(thrown: unknown): ErrorInfo;
  /** Checks whether a question would reach the service, without asking one. Never throws. An abort gives the kind `aborted`. */
  checkConnection(signal: AbortSignal): Promise<ConnectionCheck>;
}

export function createResearchClient(options: ResearchClientOptions): ResearchClient {
  const { transport, clock = systemClock, random = Math.random } = options;
  const redactMore: Redactor = options.redact ?? ((text) => text);
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const network = { transport, limits, clock };
  const host = hostOf(options.baseUrl);

  /** Sends the question. Returns undefined when the signal aborts. */
  async function sendQuestion(
    request: ChatRequest,
    signal: AbortSignal,
    wire: WireObserver,
    onRetry: AskHooks['onRetry'],
  ) {
    const { address, key } = await accessTo(options);
    const redactKey = createRedactor(key, { parts: true });
    const redact: Redactor = (text) => redactMore(redactKey(text));
    const stream = request.stream === true;
    const reply = await send(
      { url: address.completionsUrl, body: toBody(request), key, redact, stream, ...network },
      signal,
      {
        random,
        onAttempt: (attempt) => wire.sent(attempt, address.host),
        onRetry(notice) {
          wire.failed(notice.error);
          onRetry?.(notice);
        },
      },
    );
    if (!reply) return undefined;
    const { status, contentType } = reply;
    wire.response(status, contentType);
    const onData = wire.isObserved ? wire.data(createRedactor(key)) : undefined;
    return { reply, reader: createReplyReader({ limits, format: researchFormat(redact), contentType, onData }) };
  }

  async function* ask(request: ChatRequest, signal: AbortSignal, hooks: AskHooks = {}): AsyncGenerator<ResearchEvent> {
    const wire = observeWire(hooks.onWireEvent, clock, request.ZeroDataRetention === true);
    let close = () => {};
    try {
      const answer = await sendQuestion(request, signal, wire, hooks.onRetry);
      if (!answer) return;
      const { reply, reader } = answer;
      close = reply.close;
      for (;;) {
        for (const event of await nextEvents(reply, reader)) {
          if (signal.aborted) return;
          if (event.type === 'done') wire.ended('done');
          yield event;
          if (event.type === 'done') return;
        }
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toResearchError(thrown);
      wire.ended(error);
      throw error;
    } finally {
      close();
      // Only the first call is reported.
      wire.ended('aborted');
    }
  }

  return {
    get service() {
      return parseBaseUrl(options.baseUrl).host;
    },
    ask,
    describeError: (thrown) => toResearchError(thrown).toInfo(host),
    checkConnection: (signal) => checkConnection(() => accessTo(options), network, signal),
  };
}

/** The events of the next bytes of a reply. Reading the last ones throws a ResearchError if the reply fails or ends without `done`. */
async function nextEvents(reply: Reply, reader: ReplyReader<ResearchEvent>): Promise<Iterable<ResearchEvent>> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await reply.read();
  } catch (failure) {
    return recoverTail(reader, failure);
  }
  return bytes ? reader.push(bytes) : reader.end();
}

/**
 * Yields the events that arrived before a failure, then throws it. After `[DONE]` or a complete JSON body, a lost connection is not
 * a failure.
 */
function* recoverTail(reader: ReplyReader<ResearchEvent>, failure: unknown): Generator<ResearchEvent, void, undefined> {
  try {
    yield* reader.end();
  } catch {
    throw failure;
  }
}

function hostOf(baseUrl: string): string | undefined {
  try {
    return parseBaseUrl(baseUrl).host;
  } catch {
    return undefined;
  }
}
