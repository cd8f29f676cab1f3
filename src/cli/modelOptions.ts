/** The options for a language model that writes answers from the passages of the library. */
import type { ParseArgsOptionsConfig } from 'node:util';
import { parseBaseUrl } from '../client/baseUrl.ts';
import { createOpenAiModel } from '../client/model/openAiModel.ts';
import { createNodeTransport } from '../client/transport/nodeTransport.ts';
import type { Transport } from '../client/transport/transport.ts';
import { guardPrompts } from '../compliance/guard/guardPrompts.ts';
import type { QuestionModel } from '../libraryClient/modelCalls.ts';
import type { McpGuardMode } from '../mcp/mcpGuard.ts';
import { isLoopback } from '../text/loopback.ts';
import { type Environment, UsageError } from './command.ts';

export const MODEL_OPTIONS = {
  'model-url': { type: 'string' },
  model: { type: 'string' },
  'model-input': { type: 'string' },
  'model-zero-retention': { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

export const MODEL_HELP = `  --model-url URL    OpenAI-compatible endpoint of a language model that writes answers from the passages, for example
                     http://127.0.0.1:11434/v1. https, or an address on this machine. Its key is read from FISCAL_MODEL_KEY.
                     Without it, answers quote passages and no other program is contacted.
  --model NAME       Name of the model at that endpoint.
  --model-input N    Input limit of the model in tokens. Default 8192.
  --model-zero-retention
                     The endpoint retains nothing: questions with ZeroDataRetention may use it. Not needed for an
                     endpoint on this machine.
`;

/** An OpenAI-compatible endpoint that writes the answers. */
export interface ModelOptions {
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly inputTokens: number | undefined;
  readonly onThisMachine: boolean;
  /** Whether the endpoint may receive questions with zero data retention. */
  readonly zeroRetention: boolean;
}

interface ModelValues {
  readonly 'model-url'?: string | undefined;
  readonly model?: string | undefined;
  readonly 'model-input'?: string | undefined;
  readonly 'model-zero-retention': boolean;
}

/** Null: the library quotes. Throws UsageError. */
export function readModel(values: ModelValues, env: Environment): ModelOptions | null {
  const { 'model-url': url, model: name, 'model-input': input } = values;
  if (url === undefined && name === undefined) return null;
  if (url === undefined || name === undefined) throw new UsageError('--model-url and --model must be used together.');
  let loopback: boolean;
  try {
    loopback = isLoopback(new URL(parseBaseUrl(url).origin).hostname);
  } catch {
    throw new UsageError('--model-url must be an https address, or an http address on this machine.');
  }
  if (input !== undefined && !/^[1-9]\d{2,7}$/.test(input)) {
    throw new UsageError('--model-input must be a number of tokens from 100.');
  }
  return {
    url,
    name,
    key: env.FISCAL_MODEL_KEY || undefined,
    inputTokens: input === undefined ? undefined : Number(input),
    onThisMachine: loopback,
    zeroRetention: loopback || values['model-zero-retention'],
  };
}

/** What a language model on another machine may not see. */
export interface ModelGuard {
  readonly guard: McpGuardMode;
  readonly clientNames: readonly string[];
}

export function openModel(
  { url, name, key, inputTokens, onThisMachine, zeroRetention }: ModelOptions,
  { guard, clientNames }: ModelGuard,
  transport: Transport = createNodeTransport(),
): QuestionModel {
  const model = createOpenAiModel({ address: url, model: name, getKey: () => key, inputTokens, transport });
  if (onThisMachine || guard === 'off') return { model, zeroRetention };
  const question = { names: () => [], strictest: () => guard, onReplaced: () => {} };
  const guarded = guardPrompts(model, () => ({ guard, clientNames }), question);
  return { model: { ...guarded, hidden: { block: guard === 'block', names: clientNames } }, zeroRetention };
}
