/** An OpenAI-compatible endpoint through the client's transport, whose proxy and certificates VS Code configures. */
import type { Transport } from '../../client/transport/transport.ts';
import type { LanguageModel } from '../../model/languageModel.ts';
import { createOpenAiModel, MODEL_LIMITS } from '../../model/openAiModel.ts';

/** Milliseconds to connect. */
const CONNECT_TIMEOUT = 15_000;

export function createEndpointModel(options: {
  readonly address: string;
  readonly model: string;
  readonly name: string;
  /** 0: the default of the adapter. */
  readonly inputTokens: number;
  readonly transport: Transport;
  readonly keyFor: (origin: string) => Promise<string | undefined>;
}): LanguageModel {
  const { address, model, name, inputTokens, transport } = options;
  const withKey = (key: string | undefined) =>
    createOpenAiModel({
      url: address,
      model,
      key,
      inputTokens: inputTokens || undefined,
      post: (request, signal) =>
        transport.post(
          { ...request, connectTimeout: CONNECT_TIMEOUT, firstByteTimeout: MODEL_LIMITS.firstByte },
          signal,
        ),
    });
  return {
    id: model,
    name,
    inputTokens: withKey(undefined).inputTokens,
    async *send(messages, signal) {
      // The key is read for each request, so that a removed key is not used.
      return yield* withKey(await options.keyFor(new URL(address).origin)).send(messages, signal);
    },
  };
}
