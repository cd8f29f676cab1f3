/**
 * What the client throws: one family, so that a handler needs one `instanceof`, with a member for each party that can fail:
 * the settings, the service, the connection, the reply.
 */
import { english, errorLine } from '../protocol/errorMessages.ts';
import type { ErrorInfo, ErrorKind } from '../protocol/errors.ts';

export interface ErrorFacts extends Partial<{ [Name in keyof Omit<ErrorInfo, 'kind'>]: ErrorInfo[Name] | undefined }> {
  readonly cause?: unknown;
}

/** `message` is English text for logs. Users see the text that errorMessages.ts makes of `toErrorInfo`. */
export abstract class ResearchError extends Error {
  abstract override readonly name: string;
  readonly kind: ErrorKind;
  readonly reason: ErrorInfo['reason'];
  readonly detail: string | undefined;
  readonly status: number | undefined;
  /** Seconds after which the service asked to be tried again. */
  readonly retryAfter: number | undefined;
  private readonly facts: Omit<ErrorFacts, 'cause'>;

  constructor(kind: ErrorKind, { cause, ...facts }: ErrorFacts = {}) {
    const said = facts.detail === undefined ? '' : ` The service says: ${facts.detail}`;
    super(errorLine(toInfo(kind, facts), english) + said, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.reason = facts.reason;
    this.detail = facts.detail;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
    this.facts = facts;
  }

  /** The facts without the cause. `host` is added where the error does not name one. */
  toInfo(host?: string): ErrorInfo {
    return toInfo(this.kind, { host, ...this.facts });
  }
}

/** Nothing was sent: the key, the address or the question is missing or not usable. */
export class SetupError extends ResearchError {
  override readonly name = 'SetupError';
}

/** The service, or something before it, answered with a failure: by status or by an error object. */
export class ServiceError extends ResearchError {
  override readonly name = 'ServiceError';
}

/** No reply came: kinds network, dns, tls, proxy, timeout. */
export class ConnectionError extends ResearchError {
  override readonly name = 'ConnectionError';
  /** Whether the same request may be sent again: the service has not received it, or has most likely done nothing. */
  readonly again: boolean;

  constructor(kind: ErrorKind, { again = false, ...facts }: ErrorFacts & { readonly again?: boolean } = {}) {
    super(kind, facts);
    this.again = again;
  }
}

/** A reply came and breaks the interface: kinds truncated, notTheService, protocol, tooLarge, timeout. */
export class ReplyError extends ResearchError {
  override readonly name = 'ReplyError';
}

/** Wraps whatever was thrown, once. A ResearchError is returned unchanged. */
export function toResearchError(thrown: unknown): ResearchError {
  if (thrown instanceof ResearchError) return thrown;
  return new ConnectionError('network', { reason: 'unknown', cause: thrown });
}

function toInfo(kind: ErrorKind, facts: Omit<ErrorFacts, 'cause'>): ErrorInfo {
  const { reason, host, detail, waited, limit, status, retryAfter, requestId } = facts;
  return {
    kind,
    ...(reason !== undefined && { reason }),
    ...(host !== undefined && { host }),
    ...(detail !== undefined && { detail }),
    ...(waited !== undefined && { waited }),
    ...(limit !== undefined && { limit }),
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(requestId !== undefined && { requestId }),
  };
}
