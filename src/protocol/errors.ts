/** What can go wrong with a request, as a closed set; and the error body on the wire. */
import * as z from 'zod/mini';

/** Every failure that a user can meet is one of these. errorMessages.ts has the text of each. */
export const ERROR_KINDS = [
  'auth', // 401: the service refused the key, or none is set
  'forbidden', // 403
  'billing', // 402, or a quota that is used up
  'address', // 404, 405, 410, 421, a redirect, or an invalid base URL
  'request', // 400, 422: the service refused the request's form
  'tooLarge', // 413, or one of our own limits
  'rateLimit', // 429
  'server', // 5xx
  'network', // refused, reset, lost, not HTTP
  'dns', // the host name does not resolve
  'tls', // certificate or handshake
  'proxy', // 407 or a proxy that cannot be reached
  'timeout', // a time limit of the connection, the first byte or the next byte, or 408
  'truncated', // the reply ended before the service said that it is complete
  'notTheService', // status 200 from something else (login page, another API)
  'protocol', // a reply of the service that breaks the interface
  'aborted', // the user stopped it
] as const;
const errorKindSchema = z.enum(ERROR_KINDS);
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** The cause within a kind, if it changes the text or the next action. errorMessages.ts has the text of each. */
export const ERROR_REASONS = [
  'noKey', // auth
  'unusableKey', // auth: the stored key contains characters that no header can carry
  'signedOut', // auth: the session at the firm's server has ended, or the server or the issuer refused it
  'signInUnavailable', // network: the issuer, or what the firm's server publishes about it, cannot be read
  'noMatter', // forbidden: the firm's server has no matter of the name that the caller may see
  'rightsChanged', // forbidden: a right, a wall or a key changed while the firm's server answered
  'addressEmpty', // address
  'addressCharacters', // address: contains spaces, control characters or backslashes
  'addressInvalid', // address: not a URL
  'addressScheme', // address: neither https nor http
  'addressNotSecure', // address: http to another machine
  'addressCredentials', // address: contains a user name or password
  'addressQuery', // address: contains a query
  'addressFragment', // address: contains a fragment
  'redirect', // address: the service redirects
  'noQuestion', // request
  'answerSize', // tooLarge: our own limit of one answer
  'eventSize', // tooLarge: our own limit of one event
  'unavailable', // server: 503
  'gatewayTimeout', // server: 504
  'duringAnswer', // server, timeout: an error object inside a reply of status 200
  'library', // server: the built-in library reported an error
  'libraryStopped', // server: the thread of the built-in library ended
  'refused', // network: the connection was refused
  'unreachable', // network: no route to the host
  'notHttp', // network: the reply is not HTTP
  'unknown', // network: any other error of the network stack
  'certificateExpired', // tls
  'certificateHost', // tls: the certificate belongs to another host
  'certificateUntrusted', // tls
  'notTls', // tls: the reply is not TLS
  'proxyCredentials', // proxy: 407
  'networkSignIn', // proxy: 511
  'connect', // timeout: before the connection is made
  'firstByte', // timeout: before the reply begins
  'idle', // timeout: in the middle of the reply
  'requestTimeout', // timeout: 408
  'empty', // truncated: the reply has no body
  'status', // protocol: a status that the interface does not have
  'incompleteJson', // protocol
  'noAnswer', // protocol: a complete reply without an answer
  'compression', // protocol: a body with a content encoding that cannot be read
] as const;
const errorReasonSchema = z.enum(ERROR_REASONS);
export type ErrorReason = (typeof ERROR_REASONS)[number];

/** Longest wait that is shown, in seconds: 31 days. A service can ask for any number. */
const MAX_RETRY_AFTER = 31 * 24 * 60 * 60;

/** Limits a wait to 0 up to `MAX_RETRY_AFTER` seconds. */
export function capRetryAfter(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER);
}

/** The facts about a failure that go to the page and into stored conversations. Contains no key, no raw body and no text of ours. */
export const errorInfoSchema = z.object({
  kind: errorKindSchema,
  reason: z.optional(errorReasonSchema),
  /** `host[:port]` of the service; absent for the built-in library. */
  host: z.optional(z.string()),
  /** What the service itself said, as plain text of limited length; absent if it said nothing readable. */
  detail: z.optional(z.string()),
  /** Milliseconds that were waited, with the reasons `connect`, `firstByte` and `idle`. */
  waited: z.optional(z.number()),
  /** Bytes, with the reasons `answerSize` and `eventSize`. */
  limit: z.optional(z.number()),
  /** HTTP status, if a reply came. */
  status: z.optional(z.int()),
  /** Seconds after which the service asked to be tried again. */
  retryAfter: z.optional(z.pipe(z.number(), z.transform(capRetryAfter))),
  /** Id of the request that the service reported. */
  requestId: z.optional(z.string()),
});
export type ErrorInfo = z.infer<typeof errorInfoSchema>;

/** The one error body that our service writes, and the first that our client looks for. */
export const errorBodySchema = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    /** The request field that is wrong, as a path ("messages[1].role"); null when none is. */
    param: z.nullable(z.string()),
    code: z.nullable(z.string()),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
