/** The client of the research service: one question -> ResearchEvents, for both deliveries and under every fault. */
import type { ChatRequest } from '../protocol/chatCompletions.ts';
import { english, errorLine } from '../protocol/errorMessages.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import { parseBaseUrl, type ServiceAddress } from './baseUrl.ts';
import { type CheckResult, checkConnection } from './checkConnection.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ResearchError, SetupError, toResearchError } from './errors.ts';
import { isUsableKey } from './key.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { createRedactor } from './redact.ts';
import { createReplyReader, type ReplyReader } from './reply.ts';
import type { Reply } from './request.ts';
import { toBody } from './requestBody.ts';
import { type RetryNotice, send } from './send.ts';
import type { Transport } from './transport/transport.ts';
import type { Delivery, WireEvent } from './wireEvents.ts';

export type { RetryNotice };

/** What one question may listen to. */
export interface AskHooks {
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Receives what happens on the wire, for the inspector (recorder.ts). */
  readonly onEvent?: ((trace: WireEvent) => void) | undefined;
}

export interface ResearchClientOptions extends AskHooks {
  /** As the user typed it; checked at each question. */
  readonly baseUrl: string;
  /** The key for this origin and no other; undefined when none is stored for it. */
  readonly getKey: (origin: string) => string | undefined | Promise<string | undefined>;
  /** False for the built-in service, which has no key. Then a missing key is no error and no header is sent. Default true. */
  readonly keyRequired?: boolean;
  readonly transport: Transport;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** In [0, 1), for the jitter. */
  readonly random?: () => number;
}

export interface ResearchClient {
  /**
   * Yields the answer's events. Throws a ResearchError for everything but success, after every event received was yielded;
   * an abort ends it silently and closes the connection. The hooks come on top of those of the client.
   */
  ask(request: ChatRequest, signal: AbortSignal, hooks?: AskHooks): AsyncGenerator<ResearchEvent, void, undefined>;
  /** Whether a question would reach the service, without asking one. Never throws; an abort gives kind `aborted`. */
  checkConnection(signal: AbortSignal): Promise<CheckResult>;
}

export function createResearchClient(options: ResearchClientOptions): ResearchClient {
  const { transport, clock = systemClock, random = Math.random, keyRequired = true } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const means = { transport, limits, clock };

  async function prepare(): Promise<{ address: ServiceAddress; key: string | undefined }> {
    const address = parseBaseUrl(options.baseUrl);
    const key = (await options.getKey(address.origin)) || undefined;
    if (key === undefined && keyRequired) throw new SetupError('auth', { reason: 'noKey' });
    if (key !== undefined && !isUsableKey(key)) {
      throw new SetupError('auth', { reason: 'unusableKey' });
    }
    return { address, key };
  }

  async function* ask(request: ChatRequest, signal: AbortSignal, hooks: AskHooks = {}): AsyncGenerator<ResearchEvent> {
    if (signal.aborted) return;
    let ended = false;
    const trace = (event: WireEvent) => {
      ended ||= event.type === 'ended';
      options.onEvent?.(event);
      hooks.onEvent?.(event);
    };
    const zeroRetention = request.ZeroDataRetention === true;
    // The service's own words may repeat the question.
    const said = (error: ResearchError) => (zeroRetention ? errorLine(error.toInfo(), english) : error.message);
    let reply: Reply | undefined;
    try {
      const { address, key } = await prepare();
      const redact = createRedactor(key, true);
      const body = toBody(request);
      reply = await send(
        { url: address.completions, body, key, redact, stream: request.stream === true, ...means },
        signal,
        {
          random,
          onTry: (attempt) => trace({ type: 'sent', at: clock.now(), attempt, host: address.host, zeroRetention }),
          onRetry(notice) {
            trace({ type: 'failed', at: clock.now(), message: said(notice.error) });
            options.onRetry?.(notice);
            hooks.onRetry?.(notice);
          },
        },
      );
      if (!reply) return;
      trace({ type: 'head', at: clock.now(), status: reply.status, contentType: reply.contentType });
      const withoutKey = createRedactor(key);
      const onData = (data: string, delivery: Delivery) => {
        const kept = zeroRetention ? '' : withoutKey(data);
        trace({ type: 'data', at: clock.now(), delivery, data: kept, length: data.length });
      };
      const traced = options.onEvent !== undefined || hooks.onEvent !== undefined;
      const reader = createReplyReader({
        limits,
        redact,
        contentType: reply.contentType,
        onData: traced ? onData : undefined,
      });
      const events: ResearchEvent[] = [];
      for (let done = false; !done; ) {
        let failure: { readonly error: unknown } | undefined;
        let broken = true;
        try {
          const bytes = await reply.read();
          broken = false;
          if (bytes) done = reader.push(bytes, events);
          else {
            reader.end(events);
            done = true;
          }
        } catch (error) {
          // What had arrived still counts: a connection that breaks right behind `[DONE]` took nothing away.
          if (broken && salvage(reader, events)) done = true;
          else failure = { error };
        }
        for (const event of events) {
          if (signal.aborted) return;
          yield event;
        }
        events.length = 0;
        if (failure) throw failure.error;
      }
      trace({ type: 'ended', at: clock.now(), outcome: 'done' });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toResearchError(thrown);
      trace({ type: 'ended', at: clock.now(), outcome: error.kind, message: said(error) });
      throw error;
    } finally {
      reply?.close();
      if (!ended) trace({ type: 'ended', at: clock.now(), outcome: 'aborted' });
    }
  }

  return {
    ask,
    checkConnection: (signal) => checkConnection(prepare, means, signal),
  };
}

/** What the bytes that had arrived before a failure still say; false when the answer is not whole. */
function salvage(reader: ReplyReader, events: ResearchEvent[]): boolean {
  try {
    reader.end(events);
    return true;
  } catch {
    return false;
  }
}
