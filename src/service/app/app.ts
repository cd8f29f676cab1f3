/** The research service as a function from Request to Response: the whole interface, without a socket. */
import { randomUUID } from 'node:crypto';
import { COMPLETIONS_PATH, MODEL } from '../../protocol/chatCompletions.ts';
import { refuseForeignCaller } from './callerGuard.ts';
import { type CompletionsOptions, createCompletions } from './completions.ts';
import { HttpError, toHttpError } from './httpError.ts';
import { createAuthorize } from './keyring.ts';
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from './limits.ts';
import { completeLogEntry, errorClassName, type PendingLogEntry, silentLog } from './log.ts';
import { RunStopped } from './runningAnswer.ts';
import { errorReply, jsonReply } from './wholeReply.ts';

export interface AppOptions extends Pick<CompletionsOptions, 'researcher' | 'log' | 'transcripts' | 'shutdown'> {
  /** At least one. */
  readonly keys: readonly string[];
  /** Answers `/mcp` for agents. The key was checked. Absent: there is nothing at that address. */
  readonly mcp?: ((request: Request) => Promise<Response>) | undefined;
  readonly limits?: Partial<ServiceLimits>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A new identifier without prefix. */
  readonly newId?: () => string;
}

/** Never rejects: every failure is a reply. */
export type RequestHandler = (request: Request) => Promise<Response>;

const HEALTH_PATH = '/health';
/** Not part of the interface. Chat programs ask for it before the first question. */
const MODELS_PATH = '/models';
const MODEL_PATH = `${MODELS_PATH}/${MODEL}`;
const MCP_PATH = '/mcp';
const PATHS: readonly string[] = [COMPLETIONS_PATH, HEALTH_PATH, MODELS_PATH, MODEL_PATH, MCP_PATH];
const MODEL_ENTRY = { id: MODEL, object: 'model', created: 0, owned_by: 'fiscal' } as const;

export function createApp(options: AppOptions): RequestHandler {
  const { log = silentLog, now = Date.now } = options;
  const newId = options.newId ?? (() => randomUUID().replaceAll('-', ''));
  const limits = { ...DEFAULT_SERVICE_LIMITS, ...options.limits };
  const authorize = createAuthorize(options.keys);
  const complete = createCompletions({ ...options, authorize, limits, now, newId });

  async function respond(request: Request, entry: PendingLogEntry): Promise<Response> {
    refuseForeignCaller(request.headers);
    switch (pathOf(request)) {
      case HEALTH_PATH:
        if (request.method !== 'GET') throw methodNotAllowed('GET');
        return jsonReply({ status: 'ok', model: MODEL });
      case MODELS_PATH:
        if (request.method !== 'GET') throw methodNotAllowed('GET');
        authorize(request.headers, entry);
        return jsonReply({ object: 'list', data: [MODEL_ENTRY] });
      case MODEL_PATH:
        if (request.method !== 'GET') throw methodNotAllowed('GET');
        authorize(request.headers, entry);
        return jsonReply(MODEL_ENTRY);
      case MCP_PATH:
        if (options.mcp === undefined) throw notFound();
        authorize(request.headers, entry);
        return options.mcp(request);
      case COMPLETIONS_PATH:
        if (request.method !== 'POST') throw methodNotAllowed('POST');
        return complete(request, entry);
      default:
        throw notFound();
    }
  }

  function fail(thrown: unknown, entry: PendingLogEntry): Response {
    // The caller has closed the connection. The status is for the log only.
    if (thrown instanceof RunStopped) return new Response(null, { status: 499 });
    const error = toHttpError(thrown);
    if (error.code !== null) entry.code = error.code;
    if (!(thrown instanceof HttpError)) entry.failure = errorClassName(thrown);
    return errorReply(error);
  }

  return async (request) => {
    const entry: PendingLogEntry = {
      event: 'request',
      requestId: `req-${newId()}`,
      method: request.method,
      route: routeOf(request),
      startedAt: now(),
    };
    const response = await respond(request, entry).catch((thrown: unknown) => fail(thrown, entry));
    response.headers.set('x-request-id', entry.requestId);
    response.headers.set('x-content-type-options', 'nosniff');
    // A stream is logged when it has ended.
    const streams = entry.stream === true && response.status === 200;
    if (!streams) log(completeLogEntry(entry, response.status, now()));
    return response;
  };
}

/** Client libraries are often given a base address that ends with `/v1`. It is the same service. */
const pathOf = (request: Request): string => new URL(request.url).pathname.replace(/^\/v1(?=\/)/, '');

/** Never the path itself, which is text of the caller. */
function routeOf(request: Request): string {
  const path = pathOf(request);
  return PATHS.includes(path) ? path : 'other';
}

const notFound = (): HttpError =>
  new HttpError(
    404,
    `There is nothing at this address. Questions go to POST ${COMPLETIONS_PATH}: give the client the address of the service without a path, or with /v1.`,
    { type: 'not_found_error', code: 'not_found' },
  );

const methodNotAllowed = (allowed: string): HttpError =>
  new HttpError(405, `Only ${allowed} is possible here.`, {
    code: 'method_not_allowed',
    headers: { allow: allowed },
  });
