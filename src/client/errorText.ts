/** Every failure that a user can see: one sentence that says what happened, one that says what to do next. */
import type { ErrorKind } from '../protocol/errors.ts';

export interface TextFacts {
  readonly status?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** What happened and why. The status is named where one came, since support asks for it. */
export function sentenceFor(kind: ErrorKind, facts: TextFacts = {}): string {
  const http = facts.status === undefined ? '' : ` (HTTP ${facts.status})`;
  switch (kind) {
    case 'auth':
      return facts.status === undefined ? 'No API key is set for this service.' : `The service refused the key${http}.`;
    case 'forbidden':
      return `The service does not allow this with your key${http}.`;
    case 'billing':
      return `The service reports a problem with payment or a used-up quota${http}.`;
    case 'address':
      if (facts.status !== undefined && facts.status >= 300 && facts.status < 400) {
        return `The service answered with a redirect to another address, which was not followed${http}.`;
      }
      return `There is no research service at this address${http}.`;
    case 'request':
      return `The service did not accept the request${http}.`;
    case 'tooLarge':
      return `The request is too large for the service${http}.`;
    case 'rateLimit':
      return `The rate limit of the service is reached${http}.`;
    case 'server':
      if (facts.status === 503) return `The service is not available at the moment${http}.`;
      if (facts.status === 504) return `The service took too long to answer${http}.`;
      return `The service failed${http}.`;
    case 'network':
      return 'The connection was lost before a reply came.';
    case 'dns':
      return 'The host was not found.';
    case 'tls':
      return 'No secure connection (TLS) could be made.';
    case 'proxy':
      return facts.status === 407
        ? `The proxy asks for credentials${http}.`
        : 'The proxy between you and the service could not be used.';
    case 'timeout':
      return facts.status === undefined
        ? 'The service did not answer in time.'
        : `The service gave up waiting for the request${http}.`;
    case 'truncated':
      return 'The answer is incomplete: the reply ended before the service said that it was whole.';
    case 'notTheService':
      return 'The reply is not from the service; a proxy or login page may be in the way.';
    case 'protocol':
      return 'The reply could not be read.';
    case 'aborted':
      return 'Stopped.';
  }
}

/** What to do next. */
export function nextAction(kind: ErrorKind, facts: TextFacts = {}): string {
  switch (kind) {
    case 'auth':
      return facts.status === undefined ? 'Set the API key.' : 'Replace the API key.';
    case 'forbidden':
      return 'Choose another mode, or ask who manages the account.';
    case 'billing':
      return 'Check the account on the dashboard of the service.';
    case 'address':
      return 'Check the base address in the settings.';
    case 'request':
      return 'Change the question or its options, then ask again.';
    case 'tooLarge':
      return 'Shorten it or start a new conversation.';
    case 'rateLimit':
      return `Try again ${when(facts.retryAfter)}.`;
    case 'server':
      return `Retry ${when(facts.retryAfter)}.`;
    case 'network':
    case 'dns':
      return 'Check the network and the base address, then retry.';
    case 'tls':
      return 'Check the base address and the certificates that this machine trusts.';
    case 'proxy':
      return 'Check the proxy settings of VS Code.';
    case 'timeout':
      return 'Check the network, or allow more time in the settings, then retry.';
    case 'truncated':
      return 'Retry to get the whole answer.';
    case 'notTheService':
      return 'Sign in to the network if it asks for it, and check the base address.';
    case 'protocol':
      return 'Retry; if it happens again, check the base address and copy the details for a report.';
    case 'aborted':
      return '';
  }
}

/** "in 30 seconds", "in 5 minutes", "in 2 hours", or "later". */
export function when(seconds: number | undefined): string {
  if (seconds === undefined) return 'later';
  if (seconds < 1) return 'now';
  if (seconds <= 90) return `in ${plural(Math.ceil(seconds), 'second')}`;
  if (seconds <= 90 * 60) return `in ${plural(Math.ceil(seconds / 60), 'minute')}`;
  return `in ${plural(Math.ceil(seconds / 3600), 'hour')}`;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
