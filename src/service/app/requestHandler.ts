/** What every request passes through: a failure becomes a reply, and each request is one line of the log. */
import { HttpError, toHttpError } from './httpError.ts';
import { completeLogEntry, errorClassName, type PendingLogEntry, type ServiceLog } from './log.ts';
import { RunStopped } from './runningAnswer.ts';
import { errorReply } from './wholeReply.ts';

/** Never rejects: every failure is a reply. */
export type RequestHandler = (request: Request) => Promise<Response>;

export interface RequestHandlerOptions {
  readonly log: ServiceLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new identifier without prefix. */
  readonly newId: () => string;
  /** A name for the log. Never the path itself, which is text of the caller. */
  readonly routeOf: (path: string) => string;
  /** `path`: without `/v1`. Throws an HttpError for what is refused. */
  readonly respond: (request: Request, path: string, entry: PendingLogEntry) => Promise<Response>;
}

export function createRequestHandler({ log, now, newId, routeOf, respond }: RequestHandlerOptions): RequestHandler {
  function fail(thrown: unknown, entry: PendingLogEntry): Response {
    // The caller has closed the connection. The status is for the log only.
    if (thrown instanceof RunStopped) return new Response(null, { status: 499 });
    const error = toHttpError(thrown);
    if (error.code !== null) entry.code = error.code;
    if (!(thrown instanceof HttpError)) entry.failure = errorClassName(thrown);
    return errorReply(error);
  }

  return async (request) => {
    const path = pathOf(request);
    const entry: PendingLogEntry = {
      event: 'request',
      requestId: `req-${newId()}`,
      method: request.method,
      route: routeOf(path),
      startedAt: now(),
    };
    const response = await respond(request, path, entry).catch((thrown: unknown) => fail(thrown, entry));
    response.headers.set('x-request-id', entry.requestId);
    response.headers.set('x-content-type-options', 'nosniff');
    // A stream is logged when it has ended.
    const streams = entry.stream === true && response.status === 200;
    if (!streams) log(completeLogEntry(entry, response.status, now()));
    return response;
  };
}

/** Client libraries are often given a base address that ends with `/v1`. It is the same service. */
export const pathOf = (request: Request): string => new URL(request.url).pathname.replace(/^\/v1(?=\/)/, '');

/** Throws 405. */
export function requireMethod(request: Request, allowed: string): void {
  if (request.method === allowed) return;
  throw new HttpError(405, `Only ${allowed} is possible here.`, {
    code: 'method_not_allowed',
    headers: { allow: allowed },
  });
}

/** `questionsPath`: where questions go. */
export const notFound = (questionsPath: string): HttpError =>
  new HttpError(
    404,
    `There is nothing at this address. Questions go to POST ${questionsPath}: give the client the address of the service without a path, or with /v1.`,
    { type: 'not_found_error', code: 'not_found' },
  );
