/** The research service as a function from Request to Response: the whole interface, without a socket. */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { COMPLETIONS_PATH, MODEL } from '../protocol/chat.ts';
import { type AnswerRun, type Outcome, RunStopped, startAnswer } from './answerRun.ts';
import { refuseForeignCaller } from './callerGuard.ts';
import { type ParsedChatRequest, parseChatRequest } from './chatRequest.ts';
import { createKeyring } from './keyring.ts';
import { DEFAULT_LIMITS, type ServiceLimits } from './limits.ts';
import { type Log, type LogEntry, silentLog } from './log.ts';
import { readJson, requireJson } from './requestBody.ts';
import type { Researcher } from './research/researcher.ts';
import { errorBody, ServiceError, toServiceError } from './serviceError.ts';
import { STREAM_HEADERS, shutdownError, streamReply } from './streamReply.ts';
import type { Transcripts } from './transcripts.ts';
import { wholeReply } from './wholeReply.ts';

export interface AppOptions {
  readonly researcher: Researcher;
  /** The keys that open the service on a socket. Null for the form without a socket: then neither key nor Host is asked for. */
  readonly keys: readonly string[] | null;
  readonly limits?: Partial<ServiceLimits>;
  readonly log?: Log;
  /** Without it no content is kept anywhere. Requests with zero data retention never reach it. */
  readonly transcripts?: Transcripts;
  /** When it aborts, running replies end with an error and new ones are refused. */
  readonly shutdown?: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A new identifier without prefix. */
  readonly newId?: () => string;
}

/** Never rejects: every failure is a reply. */
export type App = (request: Request) => Promise<Response>;

const HEALTH_PATH = '/health';

/** What is known of a request for its log line; grows while it is handled. */
type Facts = { -readonly [Name in keyof LogEntry]: LogEntry[Name] } & { requestId: string };
type Env = { Bindings: { readonly facts: Facts; readonly startedAt: number } };

export function createApp(options: AppOptions): App {
  const { researcher, log = silentLog, transcripts, shutdown, now = Date.now } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const newId = options.newId ?? (() => randomUUID().replaceAll('-', ''));
  const keyring = options.keys === null ? null : createKeyring(options.keys);
  const running = new Set<AnswerRun>();
  shutdown?.addEventListener('abort', () => {
    for (const run of running) run.stop('shutdown');
  });

  const hono = new Hono<Env>();
  hono.use(async (c, next) => {
    if (keyring !== null) refuseForeignCaller(c.req.raw.headers);
    await next();
  });
  hono.get(HEALTH_PATH, () => json({ status: 'ok', model: MODEL }));
  hono.post(COMPLETIONS_PATH, complete);
  hono.all(COMPLETIONS_PATH, () => refuseMethod('POST'));
  hono.all(HEALTH_PATH, () => refuseMethod('GET'));
  hono.notFound(() => {
    const message = `There is nothing at this address. The one operation is POST ${COMPLETIONS_PATH}.`;
    throw new ServiceError(404, message, { type: 'not_found_error', code: 'not_found' });
  });
  hono.onError((thrown, c) => {
    // Nobody reads this any more; the number is for the log.
    if (thrown instanceof RunStopped) return new Response(null, { status: 499 });
    const error = toServiceError(thrown);
    if (error.code !== null) c.env.facts.code = error.code;
    if (!(thrown instanceof ServiceError)) c.env.facts.failure = thrown.name;
    return json(errorBody(error), error.status, error.headers);
  });

  async function complete(c: Context<Env>): Promise<Response> {
    const { facts, startedAt } = c.env;
    const incoming = c.req.raw;
    if (keyring !== null) {
      const key = keyring.match(incoming.headers.get('authorization'));
      if (key === null) throw unauthorised();
      facts.key = key;
    }
    if (shutdown?.aborted) throw shutdownError();
    requireJson(incoming.headers);
    const request = parseChatRequest(await readJson(incoming, limits.bodyBytes));
    Object.assign(facts, {
      mode: request.askMode,
      stream: request.stream,
      zeroDataRetention: request.zeroDataRetention,
    });
    const run = begin(request, incoming.signal, (outcome, failure) => {
      facts.outcome = outcome;
      if (failure !== undefined && outcome === 'failed')
        facts.failure = failure instanceof Error ? failure.name : 'unknown';
      const usage = run.usage();
      facts.promptTokens = usage.prompt_tokens;
      facts.completionTokens = usage.completion_tokens;
      if (request.stream) log({ ...facts, status: 200, ms: now() - startedAt });
    });
    if (request.stream) return new Response(streamReply(run, limits), { headers: STREAM_HEADERS });
    return json(await wholeReply(run));
  }

  function begin(
    request: ParsedChatRequest,
    caller: AbortSignal,
    onFinish: (outcome: Outcome, failure: unknown) => void,
  ): AnswerRun {
    const keep = transcripts !== undefined && !request.zeroDataRetention;
    const left = (): void => run.stop('left');
    const run = startAnswer({
      id: `chatcmpl-${newId()}`,
      created: Math.floor(now() / 1000),
      request,
      researcher,
      keepText: keep || !request.stream,
      onFinish(finished, outcome, failure) {
        running.delete(run);
        caller.removeEventListener('abort', left);
        onFinish(outcome, failure);
        if (keep) void keepTranscript(finished, request, outcome === 'done');
      },
    });
    running.add(run);
    caller.addEventListener('abort', left, { once: true });
    if (caller.aborted) left();
    return run;
  }

  async function keepTranscript(run: AnswerRun, request: ParsedChatRequest, complete: boolean): Promise<void> {
    const { id, created } = run;
    const { askMode, messages } = request;
    try {
      await transcripts?.save({ id, created, askMode, messages, answer: run.text(), sources: run.sources(), complete });
    } catch (thrown) {
      log({
        event: 'failure',
        code: 'transcript_not_written',
        failure: thrown instanceof Error ? thrown.name : 'unknown',
      });
    }
  }

  return async (request) => {
    const startedAt = now();
    const facts: Facts = {
      event: 'request',
      requestId: `req-${newId()}`,
      method: request.method,
      route: route(request),
    };
    const response = await hono.fetch(request, { facts, startedAt });
    response.headers.set('x-request-id', facts.requestId);
    response.headers.set('cache-control', 'no-store');
    response.headers.set('x-content-type-options', 'nosniff');
    if (facts.stream !== true || response.status !== 200)
      log({ ...facts, status: response.status, ms: now() - startedAt });
    return response;
  };
}

function route(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname === COMPLETIONS_PATH || pathname === HEALTH_PATH ? pathname : 'other';
}

function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.byteLength),
      ...headers,
    },
  });
}

function refuseMethod(allowed: string): never {
  throw new ServiceError(405, `Only ${allowed} is possible here.`, {
    code: 'method_not_allowed',
    headers: { allow: allowed },
  });
}

const unauthorised = (): ServiceError =>
  new ServiceError(401, 'A valid key is needed: send the header Authorization: Bearer <API_KEY>.', {
    type: 'authentication_error',
    code: 'invalid_api_key',
    headers: { 'www-authenticate': 'Bearer' },
  });
