import type { ModelErrorKind } from './modelError.ts';

/** One sentence for each kind, without content from the provider. */
export const MODEL_ERROR_MESSAGES: Readonly<Record<ModelErrorKind, string>> = {
  notFound: 'The language model is not available. Choose another model.',
  notPermitted: 'The language model may not be used. Allow its use, or choose another model.',
  identifiers:
    'The passages contain client identifiers, and the settings do not allow sending them to a language model.',
  auth: 'The language model endpoint did not accept the key. Set the key again.',
  filtered: 'The language model refused the request.',
  quota: 'The quota of the language model is used up.',
  rateLimit: 'The language model received too many requests. Try again later.',
  tooLong: 'The passages are longer than the language model accepts.',
  address: 'The address does not answer as a chat-completions endpoint. Check the address of the language model.',
  network: 'The language model endpoint could not be reached. Check that it is running.',
  timeout: 'The language model did not answer in time.',
  server: 'The language model reported an error. Try again, or choose another model.',
  protocol: 'The reply of the language model could not be read.',
};
