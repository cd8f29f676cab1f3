/** Failures of a language model, in a closed set of kinds. */

export const MODEL_ERROR_KINDS = [
  /** The model no longer exists or is not loaded. */
  'notFound',
  /** The user or a policy did not permit the use of the model. */
  'notPermitted',
  /** The key was refused. */
  'auth',
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
    super(MODEL_ERROR_MESSAGES[kind], options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
  }
}

/** One sentence for each kind, without content from the provider. */
export const MODEL_ERROR_MESSAGES: Readonly<Record<ModelErrorKind, string>> = {
  notFound: 'The language model is not available. Choose another model.',
  notPermitted: 'The language model may not be used. Allow its use, or choose another model.',
  auth: 'The language model endpoint did not accept the key. Set the key again.',
  filtered: 'The language model refused the request.',
  quota: 'The quota of the language model is used up.',
  rateLimit: 'The language model received too many requests. Try again later.',
  tooLong: 'The passages are longer than the language model accepts.',
  address: 'The address does not answer as a chat-completions endpoint. Check the address of the language model.',
  network: 'The language model endpoint could not be reached. Check that it is running.',
  timeout: 'The language model did not answer in time.',
  server: 'The language model endpoint reported an error.',
  protocol: 'The reply of the language model could not be read.',
};
