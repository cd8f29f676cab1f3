/** Failures of a language model, in a closed set of kinds. */

export const MODEL_ERROR_KINDS = [
  /** The model no longer exists or is not loaded. */
  'notFound',
  /** The user or a policy did not permit the use of the model. */
  'notPermitted',
  /** The key was refused. */
  'auth',
  /** The settings do not allow client identifiers in a prompt to be sent. */
  'identifiers',
  /** The provider refused the request for its content. */
  'filtered',
  'quota',
  'rateLimit',
  /** The prompt is longer than the model accepts. */
  'tooLong',
  /** The address does not lead to a chat-completions endpoint. */
  'address',
  'network',
  'timeout',
  'server',
  /** The reply does not follow the protocol, or exceeds a limit. */
  'protocol',
] as const;
export type ModelErrorKind = (typeof MODEL_ERROR_KINDS)[number];

export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  /** HTTP status of the endpoint's reply, if there was one. */
  readonly status: number | undefined;

  constructor(kind: ModelErrorKind, options: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(kind, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
  }
}
