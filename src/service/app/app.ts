/** The research service as a function from Request to Response: the whole interface, without a socket. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { COMPLETIONS_PATH, MODEL } from '../../protocol/chatCompletions.ts';
import type { Researcher } from '../research/researcher.ts';
import { refuseForeignCaller } from '../server/callerGuard.ts';
import type { Transcripts } from '../server/transcripts.ts';
import { className, createCompletions } from './completions.ts';
import { jsonReply } from './jsonReply.ts';
import { DEFAULT_LIMITS, type ServiceLimits } from './limits.ts';
import { type Log, silentLog } from './log.ts';
import { type RequestFacts, toLogEntry } from './requestLog.ts';
import { RunStopped } from './runningAnswer.ts';
import { errorBody, ServiceError, toServiceError } from './serviceError.ts';

export interface AppOptions {
  readonly researcher: Researcher;
  /** The keys that open the service on a socket. Null for the form without a socket: then neither key nor Host is asked for. */
  readonly keys: readonly string[] | null;
  readonly limits?: Partial<ServiceLimits>;
  readonly log?: Log;
  /** Without it no content is kept anywhere. Requests with zero data retention never reach it. */
  readonly transcripts?: Transcripts | undefined;
  /** When it aborts, running replies end with an error and new ones are refused. */
  readonly shutdown?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A new identifier without prefix. */
  readonly newId?: () => string;
}

/** Never rejects: every failure is a reply. */
export type App = (request: Request) => Promise<Response>;

const HEALTH_PATH = '/health';

export function createApp(options: AppOptions): App {
  const { log = silentLog, now = Date.now } = options;
  const newId = options.newId ?? (() => randomUUID().replaceAll('-', ''));
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const complete = createCompletions({ ...options, limits, now, newId });

  const hono = new Hono<{ Bindings: RequestFacts }>();
  hono.use(async (c, next) => {
    if (options.keys !== null) refuseForeignCaller(c.req.raw.headers);
    await next();
  });
  hono.get(HEALTH_PATH, () => jsonReply({ status: 'ok', model: MODEL }));
  hono.post(COMPLETIONS_PATH, (c) => complete(c.req.raw, c.env));
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
    if (error.code !== null) c.env.code = error.code;
    if (!(thrown instanceof ServiceError)) c.env.failure = className(thrown);
    return jsonReply(errorBody(error), error.status, error.headers);
  });

  return async (request) => {
    const facts: RequestFacts = {
      event: 'request',
      requestId: `req-${newId()}`,
      method: request.method,
      route: routeOf(request),
      startedAt: now(),
    };
    const response = await hono.fetch(request, facts);
    response.headers.set('x-request-id', facts.requestId);
    response.headers.set('x-content-type-options', 'nosniff');
    // A stream is logged when it has ended.
    const streams = facts.stream === true && response.status === 200;
    if (!streams) log(toLogEntry(facts, response.status, now()));
    return response;
  };
}

/** Never the path itself, which is the caller's text. */
function routeOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname === COMPLETIONS_PATH || pathname === HEALTH_PATH ? pathname : 'other';
}

function refuseMethod(allowed: string): never {
  throw new ServiceError(405, `Only ${allowed} is possible here.`, {
    code: 'method_not_allowed',
    headers: { allow: allowed },
  });
}
