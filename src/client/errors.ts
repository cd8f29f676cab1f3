/**
 * What the client throws. One family, so that a handler needs one `instanceof`; three members, so that "the service said no",
 * "the service was not reached" and "this is not what we agreed" never merge.
 */
import type { ErrorInfo, ErrorKind } from '../protocol/errors.ts';
import { nextAction, sentenceFor } from './errorText.ts';

export interface ErrorFacts {
  /** Replaces the usual sentence of the kind. */
  readonly sentence?: string | undefined;
  /** What the service itself said; already plain text, capped and free of the key. */
  readonly detail?: string | undefined;
  readonly status?: number | undefined;
  /** Seconds after which the service asked to be tried again. */
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** `message` holds the sentence, the service's own words and the next action; `toErrorInfo` gives them apart. */
export abstract class ResearchError extends Error {
  abstract override readonly name: string;
  readonly kind: ErrorKind;
  /** What happened and why, in the user's words. */
  readonly sentence: string;
  readonly detail: string | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(kind: ErrorKind, facts: ErrorFacts = {}) {
    const sentence = facts.sentence ?? sentenceFor(kind, facts);
    const said = facts.detail === undefined ? '' : ` The service said: ${facts.detail}`;
    super(
      `${sentence}${said} ${nextAction(kind, facts)}`.trim(),
      'cause' in facts ? { cause: facts.cause } : undefined,
    );
    this.kind = kind;
    this.sentence = sentence;
    this.detail = facts.detail;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
    this.requestId = facts.requestId;
  }
}

/** Nothing was sent: there is no key, or the address is none. */
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
  /** Whether the failure is one after which the same request may be sent again: nothing of a reply had arrived. */
  readonly again: boolean;

  constructor(kind: ErrorKind, facts: ErrorFacts & { readonly again?: boolean } = {}) {
    super(kind, facts);
    this.again = facts.again ?? false;
  }
}

/** A reply came and is not what was agreed: kinds truncated, notTheService, protocol, tooLarge, timeout. */
export class ReplyError extends ResearchError {
  override readonly name = 'ReplyError';
}

/** Wraps whatever was thrown, once. A ResearchError comes back as it is. */
export function toResearchError(thrown: unknown): ResearchError {
  if (thrown instanceof ResearchError) return thrown;
  return new ConnectionError('network', {
    sentence: 'The request failed for a reason that is not known.',
    cause: thrown,
  });
}

/** The part of an error that may cross to the page and into a stored conversation. */
export function toErrorInfo(error: ResearchError): ErrorInfo {
  return {
    kind: error.kind,
    message: `${error.sentence} ${nextAction(error.kind, error)}`.trim(),
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
  };
}
