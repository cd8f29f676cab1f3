/** What can go wrong with a request, as a closed set; and the error body on the wire. */
import * as z from 'zod/mini';

/** Every failure that a user can meet is one of these. Each has one sentence and one next action (errorText.ts). */
export const ERROR_KINDS = [
  'auth', // 401: the service refused the key, or none is set
  'forbidden', // 403
  'billing', // 402, or a quota that is used up
  'address', // 404, 405, a redirect, a base address that is none
  'request', // 400, 422: the service refused the request's form
  'tooLarge', // 413, or one of our own limits
  'rateLimit', // 429
  'server', // 5xx
  'network', // refused, reset, lost, not HTTP
  'dns', // the host name does not resolve
  'tls', // certificate or handshake
  'proxy', // 407 or a proxy that cannot be reached
  'timeout', // connect, first byte or idle clock ran out, 408
  'truncated', // the reply ended before the service said that it is whole
  'notTheService', // status 200 from something else (login page, another API)
  'protocol', // a reply of the service that breaks the interface
  'aborted', // the user stopped it
] as const;
export const errorKindSchema = z.enum(ERROR_KINDS);
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** What crosses from host to page and into stored conversations about a failure. Holds no key and no raw body. */
export const errorInfoSchema = z.object({
  kind: errorKindSchema,
  /** One sentence in the user's words: what happened and why. */
  message: z.string(),
  /** What the service itself said, neutralised to plain text and capped; absent if it said nothing readable. */
  detail: z.optional(z.string()),
  /** HTTP status, if a reply came. */
  status: z.optional(z.int()),
  /** Seconds after which the service asked to be tried again. */
  retryAfter: z.optional(z.number()),
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
