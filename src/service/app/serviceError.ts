/** A refusal or failure that the caller may read: the one error shape of the service. */
import type { ErrorBody } from '../../protocol/errors.ts';

export type ServiceErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'server_error';

export interface ServiceErrorDetails {
  readonly type?: ServiceErrorType;
  /** The request field that is wrong, as a path ("messages[1].role"). */
  readonly param?: string;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Its message is sent to the caller as it stands: it must never hold the key, the body or a stack. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly type: ServiceErrorType;
  readonly param: string | null;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, details: ServiceErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = details.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
    this.param = details.param ?? null;
    this.code = details.code ?? null;
    this.headers = details.headers ?? {};
  }
}

/** What was thrown, as something that the caller may read: foreign errors lose their message, which could hold content. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(500, 'The service failed while it answered. Nothing was wrong with the request.', {
    code: 'internal_error',
  });
}

export function errorBody(error: ServiceError): ErrorBody {
  return { error: { message: error.message, type: error.type, param: error.param, code: error.code } };
}
