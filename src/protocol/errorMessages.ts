/**
 * The text of every failure that a user can see, in one table: what happened, why, and one next action. The extension, the page,
 * the connection check and the command line all take it from here, each with its own translation function.
 */
import type { ErrorInfo, ErrorKind, ErrorReason } from './errors.ts';

/** Translates an English text and fills in `{0}`, `{1}`, …; `vscode.l10n.t` has this shape. */
export type Translate = (text: string, ...values: (string | number)[]) => string;

/** What a user can do about a failure by one click. */
export type ErrorAction =
  | 'retry'
  | 'chooseMatter'
  | 'setKey'
  | 'signIn'
  | 'connect'
  | 'checkConnection'
  | 'openSettings'
  | 'newConversation'
  | 'showEvents';

export interface ErrorMessage {
  /** What happened, in a few words and without a period. */
  readonly title: string;
  /** A sentence that adds the cause to the title; '' if the title says it all. */
  readonly explanation: string;
  /** A sentence that says what to do next; '' if there is nothing to do. */
  readonly action: string;
}

/**
 * English texts. In all of them, {0} is the service, which comes first in its sentence. {1} is the time, size or status that the
 * explanation is about; in an action, it is the time of the next attempt.
 */
interface Entry extends ErrorMessage {
  /** The most likely remedy comes first. */
  readonly actions: readonly ErrorAction[];
}

const CHECK_ADDRESS = 'Check the base URL in the settings.';
const CHECK_PROXY = 'Check the proxy settings of VS Code.';
const INVALID_ADDRESS = 'Base URL not valid';

const KINDS: Readonly<Record<ErrorKind, Entry>> = {
  auth: {
    title: 'API key not accepted',
    explanation: '{0} refused the API key.',
    action: "Replace the API key, or create a new one in the service's dashboard.",
    actions: ['setKey', 'checkConnection', 'retry'],
  },
  forbidden: {
    title: 'Not allowed with this API key',
    explanation: '{0} does not allow this request.',
    action: 'Choose another research mode, or contact the administrator of your account.',
    actions: ['retry', 'checkConnection'],
  },
  billing: {
    title: 'Payment or quota problem',
    explanation: '{0} reports a payment problem or an exhausted quota.',
    action: "Check your account in the service's dashboard.",
    actions: ['retry', 'checkConnection'],
  },
  address: {
    title: 'Research service not found',
    explanation: '{0} has no research service at this address.',
    action: CHECK_ADDRESS,
    actions: ['connect', 'checkConnection', 'retry'],
  },
  request: {
    title: 'Question not accepted',
    explanation: '{0} did not accept the request.',
    action: 'Change the question or the research mode, then try again.',
    actions: ['retry', 'showEvents'],
  },
  tooLarge: {
    title: 'Question too large',
    explanation: '{0} does not accept a request of this size.',
    action: 'Shorten the question, or start a new conversation.',
    actions: ['newConversation', 'retry'],
  },
  rateLimit: {
    title: 'Too many requests',
    explanation: '{0} reports that its rate limit is reached.',
    action: 'Try again {1}.',
    actions: ['retry'],
  },
  server: {
    title: 'Service error',
    explanation: '{0} could not complete the request.',
    action: 'Try again {1}. If the problem continues, contact your service provider.',
    actions: ['retry', 'checkConnection'],
  },
  network: {
    title: 'Could not reach the service',
    explanation: '{0} closed the connection before a reply arrived.',
    action: 'Check your network connection, then try again.',
    actions: ['retry', 'checkConnection'],
  },
  dns: {
    title: 'Server not found',
    explanation: '{0} is not known to your network.',
    action: 'Check the base URL and your network connection.',
    actions: ['connect', 'checkConnection', 'retry'],
  },
  tls: {
    title: 'No secure connection',
    explanation: '{0} could not be reached over a secure connection (TLS).',
    action: 'Check the base URL and the certificates that this computer trusts.',
    actions: ['checkConnection', 'retry'],
  },
  proxy: {
    title: 'Could not connect through the proxy',
    explanation: 'The proxy server did not answer or did not forward the request.',
    action: CHECK_PROXY,
    actions: ['openSettings', 'checkConnection', 'retry'],
  },
  timeout: {
    title: 'Request timed out',
    explanation: '{0} did not reply in time.',
    action: 'Try again, or increase the time limit in the settings.',
    actions: ['retry', 'openSettings'],
  },
  truncated: {
    title: 'Answer incomplete',
    explanation: '{0} closed the connection before the answer was complete.',
    action: 'Try again to get the complete answer.',
    actions: ['retry'],
  },
  notTheService: {
    title: 'Not the research service',
    explanation:
      '{0} sent a reply that is not from a research service. A proxy or a sign-in page may have answered instead.',
    action: 'Sign in to your network if it requires that, and check the base URL.',
    actions: ['connect', 'retry'],
  },
  protocol: {
    title: 'Reply not understood',
    explanation: '{0} sent a reply that cannot be read.',
    action: 'Try again. If the problem continues, copy the details and contact your service provider.',
    actions: ['retry', 'showEvents'],
  },
  aborted: { title: 'Stopped', explanation: '', action: '', actions: ['retry'] },
};

/** What differs from the entry of the kind. */
const REASONS: Readonly<Record<ErrorReason, Partial<ErrorMessage>>> = {
  noKey: {
    title: 'API key missing',
    explanation: '{0} requires an API key, and none is stored.',
    action: 'Set the API key.',
  },
  unusableKey: {
    title: 'API key not usable',
    explanation: 'The stored API key contains characters that an API key cannot contain.',
    action: 'Set the API key again.',
  },
  signedOut: {
    title: 'Signed out',
    explanation: 'Your sign-in at {0} has expired or was refused.',
    action: 'Sign in again.',
  },
  signInUnavailable: {
    title: 'Sign-in service not available',
    explanation: 'The sign-in service of {0} does not answer as expected.',
    action: 'Try again. If the problem continues, contact the administrator of your firm.',
  },
  noMatter: {
    title: 'Matter not available',
    explanation: '{0} has no such matter, or you may not see it.',
    action: 'Choose another matter. If you need this one, contact the person who manages it in your firm.',
  },
  rightsChanged: {
    title: 'Rights changed',
    explanation: '{0} ended the answer, because your rights changed while it was written.',
    action: 'Ask again. The answer is then from what you may see now.',
  },
  addressEmpty: { title: INVALID_ADDRESS, explanation: 'The base URL is empty.' },
  addressCharacters: {
    title: INVALID_ADDRESS,
    explanation: 'The base URL must not contain spaces, backslashes or control characters.',
  },
  addressInvalid: { title: INVALID_ADDRESS, explanation: 'The base URL is not a valid URL.' },
  addressScheme: { title: INVALID_ADDRESS, explanation: 'The base URL must begin with https://.' },
  addressNotSecure: {
    title: INVALID_ADDRESS,
    explanation: 'The base URL must begin with https://. Only this computer can be reached with http://.',
  },
  addressCredentials: {
    title: INVALID_ADDRESS,
    explanation: 'The base URL must not contain a user name or password.',
  },
  addressQuery: { title: INVALID_ADDRESS, explanation: 'The base URL must not contain a query (?).' },
  addressFragment: { title: INVALID_ADDRESS, explanation: 'The base URL must not contain a fragment (#).' },
  redirect: {
    title: 'Redirect not followed',
    explanation: '{0} redirects to another address. The API key is never sent to another address.',
  },
  noQuestion: {
    title: 'No question to send',
    explanation: 'The newest message must be a question.',
    action: 'Enter a question.',
  },
  answerSize: {
    title: 'Answer too large',
    explanation: '{0} sent more than {1} in one answer. The rest was not read.',
    action: 'Ask a narrower question.',
  },
  eventSize: {
    title: 'Answer too large',
    explanation: '{0} sent more than {1} in one part of the answer. The rest was not read.',
    action: 'Ask a narrower question.',
  },
  unavailable: { title: 'Service unavailable', explanation: '{0} is not available at the moment.' },
  gatewayTimeout: { title: 'Service timed out', explanation: '{0} took too long to answer.' },
  duringAnswer: { explanation: '{0} reported an error while answering.' },
  library: { title: 'Built-in library error', explanation: 'The built-in library could not complete the request.' },
  libraryStopped: {
    title: 'Built-in library stopped',
    explanation: 'The built-in library ended unexpectedly.',
    action: 'Try again. The library restarts with the next question.',
  },
  refused: {
    explanation: '{0} refused the connection.',
    action: 'Check the base URL and that the service is running, then try again.',
  },
  unreachable: { explanation: '{0} cannot be reached from your network.' },
  notHttp: { title: 'Not the research service', explanation: '{0} did not reply in HTTP.', action: CHECK_ADDRESS },
  unknown: { title: 'Request failed', explanation: 'The cause is unknown.', action: 'Try again.' },
  certificateExpired: {
    explanation: '{0} has a certificate that has expired.',
    action: 'Check the clock of this computer, or contact your service provider.',
  },
  certificateHost: { explanation: '{0} uses a certificate of another host.', action: CHECK_ADDRESS },
  certificateUntrusted: {
    explanation: '{0} uses a certificate that this computer does not trust.',
    action: 'If your network inspects secure connections, add its certificate to those that this computer trusts.',
  },
  notTls: { explanation: '{0} does not offer a secure connection (TLS) at this address.', action: CHECK_ADDRESS },
  proxyCredentials: {
    explanation: 'The proxy server requires a user name and password.',
    action: 'Add them to the proxy settings of VS Code.',
  },
  networkSignIn: {
    title: 'Network sign-in required',
    explanation: 'Your network requires you to sign in first.',
    action: 'Sign in to the network, then try again.',
  },
  connect: { explanation: '{0} could not be connected to within {1}.' },
  firstByte: { explanation: '{0} sent nothing within {1}.' },
  idle: { explanation: '{0} sent nothing for {1} in the middle of the answer.' },
  requestTimeout: { explanation: '{0} stopped waiting for the request.' },
  empty: { title: 'Reply empty', explanation: '{0} closed the connection without an answer.' },
  status: { explanation: '{0} replied with the unexpected status {1}.' },
  incompleteJson: { explanation: '{0} sent a reply that is cut off.' },
  noAnswer: { explanation: '{0} sent a reply without an answer.' },
  compression: { explanation: '{0} sent a reply in an unknown compression.' },
};

/** `retryAt` is the time of day at which the service may be asked again, for a text that stays visible. */
export function errorMessage(error: ErrorInfo, t: Translate, retryAt?: string): ErrorMessage {
  const { title, explanation, action } = entryOf(error);
  const service = error.host ?? t('The service');
  return {
    title: t(title),
    explanation: explanation && t(explanation, service, quantity(error, t)),
    action: action && t(action, service, retryAt === undefined ? when(error.retryAfter, t) : t('after {0}', retryAt)),
  };
}

/** The same as one line of text, with the HTTP status, for a notification or a log. */
export function errorLine(error: ErrorInfo, t: Translate): string {
  const { title, explanation, action } = errorMessage(error, t);
  const first = error.status === undefined ? title : t('{0} (HTTP {1})', title, error.status);
  return [`${first}.`, explanation, action].filter(Boolean).join(' ');
}

/** The remedies to offer as buttons; the most likely one comes first. */
export function errorActions(error: ErrorInfo): readonly ErrorAction[] {
  if (error.reason === 'noMatter') return ['chooseMatter', 'retry'];
  return error.reason === 'signedOut' ? ['signIn', 'retry'] : KINDS[error.kind].actions;
}

/** The outcome of a connection check that succeeded. */
export function connectionMessage(host: string, key: 'none' | 'accepted' | 'unknown', t: Translate): string {
  if (key === 'none') return t('Connected to {0}.', host);
  return key === 'accepted'
    ? t('Connected to {0}. The API key is accepted.', host)
    : t('Connected to {0}. The first question will show whether the API key is accepted.', host);
}

/** For logs and other readers who are not users. */
export const english: Translate = (text, ...values) =>
  text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));

function entryOf({ kind, reason }: ErrorInfo): Entry {
  return reason === undefined ? KINDS[kind] : { ...KINDS[kind], ...REASONS[reason] };
}

function quantity({ waited, limit, status }: ErrorInfo, t: Translate): string {
  if (waited !== undefined) return duration(waited / 1000, t);
  if (limit !== undefined) return limit < MiB ? t('{0} bytes', limit) : t('{0} MB', Math.round(limit / MiB));
  return status === undefined ? '' : String(status);
}

const MiB = 1024 * 1024;

/** "in 30 seconds", "now" or "later". */
function when(seconds: number | undefined, t: Translate): string {
  if (seconds === undefined) return t('later');
  return seconds < 1 ? t('now') : t('in {0}', duration(Math.ceil(seconds), t));
}

/** "1 second", "90 seconds", "2 minutes", "2 hours". */
function duration(seconds: number, t: Translate): string {
  if (seconds === 1) return t('1 second');
  if (seconds <= 90) return t('{0} seconds', seconds);
  if (seconds <= 90 * 60) return t('{0} minutes', Math.ceil(seconds / 60));
  return t('{0} hours', Math.ceil(seconds / 3600));
}
