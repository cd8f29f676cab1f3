/** The errors that the service sends to its callers. They all have one shape. */
import type { ErrorBody } from '../../protocol/errors.ts';

export type HttpErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'server_error';

export interface HttpErrorDetails {
  readonly type?: HttpErrorType;
  /** The invalid field of the request, as a path: `messages[1].role`. */
  readonly param?: string;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The message is sent to the caller unchanged. It must never contain a key, a part of the body or a stack. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly type: HttpErrorType;
  readonly param: string | null;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = details.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
    this.param = details.param ?? null;
    this.code = details.code ?? null;
    this.headers = details.headers ?? {};
  }
}

/** 400 for a field of the request. `param`: its path; absent for the whole body. */
export const invalidValue = (message: string, param?: string, code = 'invalid_value'): HttpError =>
  new HttpError(400, message, { ...(param !== undefined && { param }), code });

/** Any other error becomes a 500 without its message, which could contain content. */
export function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  return new HttpError(500, 'The service failed while it answered. The request is valid.', {
    code: 'internal_error',
  });
}

export function errorBody(error: HttpError): ErrorBody {
  return { error: { message: error.message, type: error.type, param: error.param, code: error.code } };
}

export const shutdownError = (): HttpError =>
  new HttpError(503, 'The service is shutting down. Ask again in a moment.', { code: 'shutting_down' });
