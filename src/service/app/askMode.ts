/** Reads the research mode of a request: askMode, allowedAskModes and the legacy forms. */
import {
  type AskMode,
  DEFAULT_ASK_MODE,
  LEGACY_ASK_MODES,
  LEGACY_FLAGS,
  RESEARCH_MODES,
  type ResearchMode,
} from '../../protocol/chatCompletions.ts';
import type { ResearchRequest } from '../researcher.ts';
import { invalidValue } from './httpError.ts';

type Mode = Pick<ResearchRequest, 'askMode' | 'allowedAskModes'>;

/** Throws a HttpError that names the field. A field that is null counts as absent. */
export function readMode(body: Readonly<Record<string, unknown>>): Mode {
  const askMode = body.askMode ?? undefined;
  const flag = readFlag(body, askMode !== undefined);
  const allowed = readList(body.allowedAskModes);
  if (askMode === undefined) {
    return { askMode: flag ? 'tax_research_web_search' : DEFAULT_ASK_MODE, allowedAskModes: null };
  }
  const mode = translate(askMode);
  if (mode === undefined)
    throw invalidValue(`askMode must be one of ${[...RESEARCH_MODES, 'auto'].join(', ')}.`, 'askMode');
  return { askMode: mode, allowedAskModes: mode === 'auto' ? readAllowed(allowed) : null };
}

/** Whether a legacy flag asks for web search. A flag together with askMode is refused, even if it is false. */
function readFlag(body: Readonly<Record<string, unknown>>, hasMode: boolean): boolean {
  let on = false;
  for (const name of LEGACY_FLAGS) {
    const value = body[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value !== 'boolean') throw invalidValue(`${name} must be true or false.`, name);
    if (hasMode) {
      throw invalidValue(
        `${name} must not be sent together with askMode. Send askMode alone.`,
        name,
        'conflicting_fields',
      );
    }
    on ||= value;
  }
  return on;
}

/** The type is checked in every request, the values only where they have a meaning. */
function readList(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value))
    throw invalidValue('allowedAskModes must be an array of askMode values.', 'allowedAskModes');
  return value.map((element: unknown, index) => {
    if (typeof element === 'string') return element;
    throw invalidValue('allowedAskModes must contain strings only.', `allowedAskModes[${index}]`);
  });
}

/** The modes that `auto` may choose. Null, also for a list with `auto` in it, means any. */
function readAllowed(names: readonly string[] | null): readonly ResearchMode[] | null {
  if (names === null) return null;
  if (names.length === 0) {
    throw invalidValue('allowedAskModes must contain at least one mode, or be omitted.', 'allowedAskModes');
  }
  const modes: ResearchMode[] = [];
  let any = false;
  for (const [index, name] of names.entries()) {
    const mode = translate(name);
    if (mode === undefined)
      throw invalidValue(`Must be one of ${RESEARCH_MODES.join(', ')}.`, `allowedAskModes[${index}]`);
    if (mode === 'auto') any = true;
    else modes.push(mode);
  }
  return any ? null : modes;
}

function translate(name: unknown): AskMode | ResearchMode | undefined {
  if (typeof name !== 'string') return undefined;
  if (name === 'auto') return 'auto';
  if (Object.hasOwn(LEGACY_ASK_MODES, name)) return LEGACY_ASK_MODES[name as keyof typeof LEGACY_ASK_MODES];
  return RESEARCH_MODES.find((mode) => mode === name);
}
