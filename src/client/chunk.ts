/**
 * One data string -> ResearchEvents. The tolerance rules of the stream live here (entries: source.ts, suggestion.ts).
 *
 * The interface does not show where a custom message sits in a chunk, so it is looked for at the top level, under
 * `custom_data`, and in `choices[0]` and its `delta` alike. What is recognised becomes an event, what is not becomes
 * `unknown`; nothing is dropped in silence.
 */
import { DONE, usageSchema } from '../protocol/chatCompletions.ts';
import type { ResearchEvent, Source } from '../protocol/researchEvent.ts';
import { fromErrorObject } from './errorBody.ts';
import type { Redactor } from './redact.ts';
import { readSources } from './source.ts';
import { readSuggestions } from './suggestion.ts';
import { type Fields, firstReadable, isFields, own } from './value.ts';

const STEP_TITLES = ['title', 'name', 'label', 'message', 'text'];

export interface ChunkReader {
  /**
   * Appends the events of one data string to `out`. True when it was `[DONE]`: then the `done` event is the last one in
   * `out`. Throws a ServiceError for an error object, after what came before it is in `out`.
   */
  read(data: string, out: ResearchEvent[], event?: string): boolean;
  /** Appends what is held back. Call when the stream ends without `[DONE]`. */
  flush(out: ResearchEvent[]): void;
  /** Whether anything of this interface was recognised so far. */
  readonly recognised: boolean;
}

/** A reader for one answer: it remembers what was listed, so that sources and suggestions come once. */
export function createChunkReader(redact: Redactor): ChunkReader {
  const listed = new Set<string>();
  const suggested = new Set<string>();
  let finishReason: string | null = null;
  /** First half of a surrogate pair whose second half has not come yet. */
  let half = '';
  let recognised = false;

  function read(data: string, out: ResearchEvent[], event = ''): boolean {
    if (data === DONE) {
      recognised = true;
      flush(out);
      out.push({ type: 'done', finishReason });
      return true;
    }
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch {
      return readBroken(data, out, event);
    }
    const text = plainText(chunk);
    if (text !== undefined && event !== 'error') {
      recognised = true;
      pushText(text, out);
    } else readChunk(chunk, out, event);
    return false;
  }

  /** Several events in one, where a server leaves out the blank lines and one of them is broken. */
  function readBroken(data: string, out: ResearchEvent[], event: string): boolean {
    if (data.trim() === '') return false;
    const lines = data.split('\n');
    if (lines.length > 1) return lines.some((line) => read(line, out, event));
    if (event === 'error') throw fromErrorObject({ message: data }, redact);
    out.push({ type: 'unknown', raw: data });
    return false;
  }

  function readChunk(chunk: unknown, out: ResearchEvent[], event: string): void {
    if (!isFields(chunk)) {
      out.push({ type: 'unknown', raw: chunk });
      return;
    }
    throwError(chunk, event);
    const choices = own(chunk, 'choices');
    const choice = Array.isArray(choices) && isFields(choices[0]) ? choices[0] : undefined;
    const delta = choice && isFields(own(choice, 'delta')) ? (own(choice, 'delta') as Fields) : undefined;
    const content = delta && own(delta, 'content');
    const text = typeof content === 'string' ? content : '';
    let known = Object.hasOwn(chunk, 'choices') || own(chunk, 'object') === 'chat.completion.chunk';

    if (text !== '') pushText(text, out);
    for (const custom of customMessages(chunk, choice, delta)) {
      known = true;
      // "handles a custom message when the item has no answer text and carries a type": beside text it is only kept.
      if (text !== '') out.push({ type: 'unknown', raw: custom });
      else readCustom(custom, out);
    }
    const reason = choice && own(choice, 'finish_reason');
    if (typeof reason === 'string') finishReason = reason;
    const usage = own(chunk, 'usage');
    if (usage !== undefined && usage !== null) {
      known = true;
      readUsage(usage, out);
    }
    if (content !== undefined && content !== null && typeof content !== 'string' && !isCustom(delta)) {
      out.push({ type: 'unknown', raw: chunk });
    } else if (!known) out.push({ type: 'unknown', raw: chunk });
    if (known) recognised = true;
    // Some services report a failure of the one choice there, beside what they had of its text.
    if (choice) throwError(choice, '');
  }

  function throwError(chunk: Fields, event: string): void {
    const error = own(chunk, 'error');
    const named = event === 'error' || own(chunk, 'type') === 'error' || own(chunk, 'object') === 'error';
    if (!named && !isFields(error) && !isText(error)) return;
    recognised = true;
    throw fromErrorObject(isFields(error) || isText(error) ? error : chunk, redact);
  }

  function readCustom(custom: Fields, out: ResearchEvent[]): void {
    const onUnknown = (raw: unknown) => out.push({ type: 'unknown', raw });
    switch (own(custom, 'type')) {
      case 'step_message': {
        const title = firstReadable(custom, STEP_TITLES);
        if (title !== undefined) out.push({ type: 'step', title });
        else if (typeof own(custom, 'title') !== 'string') onUnknown(custom);
        return;
      }
      case 'source_message': {
        const entries = own(custom, 'content') ?? own(custom, 'sources') ?? own(custom, 'documents');
        const sources = readSources(entries, onUnknown).filter((source) => isNew(listed, sourceKey(source)));
        if (sources.length > 0) out.push({ type: 'sources', sources });
        return;
      }
      case 'suggestions': {
        const entries = own(custom, 'suggestions') ?? own(custom, 'content');
        const suggestions = readSuggestions(entries, onUnknown).filter((suggestion) => isNew(suggested, suggestion));
        if (suggestions.length > 0) out.push({ type: 'suggestions', suggestions });
        return;
      }
      default:
        onUnknown(custom);
    }
  }

  function pushText(piece: string, out: ResearchEvent[]): void {
    let text = piece;
    if (half !== '') {
      text = half + text;
      half = '';
    }
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      half = text.slice(-1);
      text = text.slice(0, -1);
      if (text === '') return;
    }
    out.push({ type: 'text', text });
  }

  function flush(out: ResearchEvent[]): void {
    if (half === '') return;
    out.push({ type: 'text', text: half });
    half = '';
  }

  return {
    read,
    flush,
    get recognised() {
      return recognised;
    },
  };
}

/** Reads token counts as reported; counts that are none become `unknown`, never a figure. */
export function readUsage(usage: unknown, out: ResearchEvent[]): void {
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) {
    out.push({ type: 'unknown', raw: { usage } });
    return;
  }
  const { prompt_tokens, completion_tokens, total_tokens } = parsed.data;
  out.push({
    type: 'usage',
    usage: { promptTokens: prompt_tokens, completionTokens: completion_tokens, totalTokens: total_tokens },
  });
}

/**
 * The text of a chunk that holds nothing else worth reading, which is nearly every chunk: the same outcome as the long way,
 * without its look-ups (bench/wire).
 */
function plainText(chunk: unknown): string | undefined {
  if (!isFields(chunk)) return undefined;
  const { choices } = chunk;
  if (!Array.isArray(choices) || choices.length !== 1) return undefined;
  if ('error' in chunk || 'type' in chunk || 'usage' in chunk || 'custom_data' in chunk) return undefined;
  const choice: unknown = choices[0];
  if (!isFields(choice) || 'type' in choice || 'custom_data' in choice || 'error' in choice) return undefined;
  if (typeof choice.finish_reason === 'string') return undefined;
  const { delta } = choice;
  if (!isFields(delta) || 'type' in delta || 'custom_data' in delta) return undefined;
  const { content } = delta;
  return typeof content === 'string' && content !== '' && Object.hasOwn(delta, 'content') ? content : undefined;
}

/** Every object with a `type` at a place where a custom message may sit, outermost first. */
function customMessages(chunk: Fields, choice: Fields | undefined, delta: Fields | undefined): Fields[] {
  const found: Fields[] = [];
  for (const holder of [chunk, choice, delta]) {
    if (!holder) continue;
    if (isCustom(holder)) found.push(holder);
    const data = unpacked(own(holder, 'custom_data'));
    for (const custom of Array.isArray(data) ? data : [data]) if (isFields(custom)) found.push(custom);
  }
  return found;
}

/** An object may come as its JSON text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isCustom(fields: Fields | undefined): boolean {
  return fields !== undefined && typeof own(fields, 'type') === 'string';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function sourceKey(source: Source): string {
  const { raw: _, ...shown } = source;
  return JSON.stringify(shown);
}
