/** Profiles: services and language models by name. They come from the user's own settings only; a folder cannot set them. */
import * as z from 'zod/mini';
import type { ServiceAddress } from '../../client/baseUrl.ts';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import { type AskMode, askModeSchema } from '../../protocol/chatCompletions.ts';
import { completeModel, type LanguageModelSettings, modelShape, readAddress } from './answererSettings.ts';

export interface Profile {
  readonly name: string;
  /** null: the built-in library. */
  readonly address: ServiceAddress | null;
  /** The language model over the library; null for a hosted service, or to quote only. */
  readonly languageModel: LanguageModelSettings | null;
  /** null: the research mode does not change. */
  readonly askMode: AskMode | null;
}

/** A profile that cannot be used. `form`: a name is missing or a value has the wrong type. */
export interface ProfileProblem {
  readonly name: string;
  readonly problem: 'form' | 'address' | 'model' | 'duplicate';
}

export interface Profiles {
  readonly list: readonly Profile[];
  readonly problems: readonly ProfileProblem[];
  /** The name of the profile whose values are in use, or null. */
  readonly active: string | null;
}

const MAX_PROFILES = 50;
const MAX_NAME = 60;

const profileSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME)),
  baseUrl: z.optional(z.string().check(z.maxLength(4096))),
  languageModel: z.optional(z.partial(z.object(modelShape))),
  askMode: z.optional(askModeSchema),
});

/** `current`: the values in use. */
export function readProfiles(value: unknown, current: Omit<Profile, 'name'>): Profiles {
  const entries = Array.isArray(value) ? value.slice(0, MAX_PROFILES) : [];
  const problems: ProfileProblem[] = [];
  if (value !== undefined && !Array.isArray(value)) problems.push({ name: 'fiscal.profiles', problem: 'form' });
  const list: Profile[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readProfile(entry);
    if ('problem' in read) problems.push({ name: read.name || String(index + 1), problem: read.problem });
    else if (list.some(({ name }) => name === read.name)) problems.push({ name: read.name, problem: 'duplicate' });
    else list.push(read);
  }
  return { list, problems, active: list.find((profile) => isInUse(profile, current))?.name ?? null };
}

function readProfile(entry: unknown): Profile | ProfileProblem {
  const parsed = profileSchema.safeParse(entry);
  if (!parsed.success) return { name: '', problem: 'form' };
  const { baseUrl = '', languageModel, askMode = null } = parsed.data;
  const name = shorten(escapeHidden(oneLine(parsed.data.name)), MAX_NAME);
  if (name === '') return { name, problem: 'form' };
  if (baseUrl.trim() !== '') {
    const address = readAddress(baseUrl.trim());
    return 'problem' in address ? { name, problem: 'address' } : { name, address, languageModel: null, askMode };
  }
  if (!languageModel) return { name, address: null, languageModel: null, askMode };
  const { provider = 'none', model = '', address = '', inputTokens = 0 } = languageModel;
  const complete = completeModel({ provider, model, address, inputTokens });
  return complete ? { name, address: null, languageModel: complete, askMode } : { name, problem: 'model' };
}

function isInUse(profile: Profile, current: Omit<Profile, 'name'>): boolean {
  if (profile.askMode !== null && profile.askMode !== current.askMode) return false;
  if (profile.address || current.address) return profile.address?.base === current.address?.base;
  return JSON.stringify(profile.languageModel) === JSON.stringify(current.languageModel);
}
