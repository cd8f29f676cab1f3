/** Who can answer, as settings and profiles name it: the address of a service, or a language model over the library. */
import * as z from 'zod/mini';
import { parseBaseUrl, type ServiceAddress } from '../../client/baseUrl.ts';
import { toResearchError } from '../../client/errors.ts';
import type { ErrorInfo } from '../../protocol/errors.ts';

export interface AddressProblem {
  readonly problem: ErrorInfo;
}

export interface LanguageModelSettings {
  /** `vscode`: a model of VS Code's Language Model API. `address`: an OpenAI-compatible endpoint. */
  readonly provider: 'vscode' | 'address';
  /** `vendor/id`, or the name under which the endpoint knows the model. */
  readonly model: string;
  /** The base URL of the endpoint; empty for a model of VS Code. */
  readonly address: string;
  /** Input limit in tokens; 0: as the provider states it. */
  readonly inputTokens: number;
}

export const modelShape = {
  provider: z.enum(['none', 'vscode', 'address']),
  model: z.string().check(z.maxLength(400)),
  address: z.string().check(z.maxLength(4096)),
  inputTokens: z.int().check(z.gte(0), z.lte(10_000_000)),
};

/** null also for values that do not name a model completely, or an address that may not be used. */
export function completeModel(values: {
  readonly provider: 'none' | 'vscode' | 'address';
  readonly model: string;
  readonly address: string;
  readonly inputTokens: number;
}): LanguageModelSettings | null {
  const { provider, inputTokens } = values;
  const model = values.model.trim();
  if (provider === 'none' || model === '') return null;
  if (provider === 'vscode') return /^[^/]+\/./.test(model) ? { provider, model, address: '', inputTokens } : null;
  const address = values.address.trim();
  return isModelAddress(address) ? { provider, model, address, inputTokens } : null;
}

/** https, or http on this machine. */
export function isModelAddress(address: string): boolean {
  return !('problem' in readAddress(address));
}

export function readAddress(text: string): ServiceAddress | AddressProblem {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    return { problem: toResearchError(error).toInfo() };
  }
}
