/** Reads the research mode of a request: askMode, allowedAskModes and the legacy forms. */
import {
  ASK_MODES,
  type AskMode,
  DEFAULT_ASK_MODE,
  LEGACY_ASK_MODES,
  LEGACY_FLAGS,
  type ResearchMode,
} from '../../protocol/chatCompletions.ts';
import type { ResearchRequest } from '../research/researcher.ts';
import { HttpError } from './httpError.ts';

type Mode = Pick<ResearchRequest, 'askMode' | 'allowedAskModes'>;

/** Throws a HttpError that names the field. */
export function readMode(body: Readonly<Record<string, unknown>>): Mode {
  const flag = readFlag(body);
  const { askMode } = body;
  if (askMode === undefined) {
    readAllowed(body.allowedAskModes, false);
    return { askMode: flag ? 'tax_research_web_search' : DEFAULT_ASK_MODE, allowedAskModes: null };
  }
  const mode = translate(askMode);
  if (mode === undefined) throw wrong(`askMode must be one of ${ASK_MODES.join(', ')}.`, 'askMode');
  const allowed = readAllowed(body.allowedAskModes, mode === 'auto');
  return { askMode: mode, allowedAskModes: mode === 'auto' ? allowed : null };
}

/** Whether a legacy flag asks for web search. A flag together with askMode is refused, even if it is false. */
function readFlag(body: Readonly<Record<string, unknown>>): boolean {
  let on = false;
  for (const name of LEGACY_FLAGS) {
    const value = body[name];
    if (value === undefined) continue;
    if (typeof value !== 'boolean') throw wrong(`${name} must be true or false.`, name);
    if (body.askMode !== undefined) {
      throw wrong(`${name} must not be sent together with askMode. Send askMode alone.`, name, 'conflicting_fields');
    }
    on ||= value;
  }
  return on;
}

/** Checked in every request, used with `auto` only. */
function readAllowed(value: unknown, auto: boolean): readonly ResearchMode[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value)) throw wrong('allowedAskModes must be an array of askMode values.', 'allowedAskModes');
  const modes = value.map((element: unknown, index) => {
    const mode = translate(element);
    if (mode === undefined) {
      throw wrong(
        `Must be one of ${ASK_MODES.filter((name) => name !== 'auto').join(', ')}.`,
        `allowedAskModes[${index}]`,
      );
    }
    return mode;
  });
  if (!auto) return null;
  if (modes.length === 0) {
    throw wrong('allowedAskModes must contain at least one mode, or be omitted.', 'allowedAskModes');
  }
  return modes.map((mode, index) => {
    if (mode === 'auto') throw wrong('"auto" is not a mode that can be chosen.', `allowedAskModes[${index}]`);
    return mode;
  });
}

function translate(name: unknown): AskMode | ResearchMode | undefined {
  if (typeof name !== 'string') return undefined;
  if (Object.hasOwn(LEGACY_ASK_MODES, name)) return LEGACY_ASK_MODES[name as keyof typeof LEGACY_ASK_MODES];
  return ASK_MODES.find((mode) => mode === name);
}

function wrong(message: string, param: string, code = 'invalid_value'): HttpError {
  return new HttpError(400, message, { param, code });
}
