/**
 * Parses the data of one server-sent event into ResearchEvents, with the rules of tolerance for chunks. source.ts and
 * suggestion.ts have the rules for entries of lists.
 *
 * The interface does not specify where a chunk contains a custom message. The reader looks at the top level, in `custom_data`, in
 * `choices[0]` and in its `delta`. Anything that is not recognised becomes an `unknown` event.
 */
import { DONE, RESEARCH_MODES, usageSchema } from '../protocol/chatCompletions.ts';
import type { ResearchEvent, Source } from '../protocol/researchEvent.ts';
import { parseJson } from '../text/json.ts';
import { fromErrorObject } from './errorBody.ts';
import type { Redactor } from './redact.ts';
import { readSources } from './source.ts';
import { readSuggestions } from './suggestion.ts';
import { type Fields, firstReadable, getOwn, isFields } from './value.ts';

const STEP_TITLES = ['title', 'name', 'label', 'message', 'text'];

export interface ChunkReader {
  /**
   * Reads the data of one event; `event` is the name of the server-sent event. `[DONE]` emits `done`; do not call `read` after
   * it. Throws a ServiceError for an error object, after emitting the text that precedes it in the chunk.
   */
  read(data: string, event?: string): void;
  /** Emits a pending half of a surrogate pair. Call when the stream ends without `[DONE]`. */
  flush(): void;
  /** Whether the reply contained anything that the interface defines. */
  readonly recognised: boolean;
}

/**
 * Creates a reader for one answer. It calls `emit` synchronously, and emits each source and each suggestion only once.
 */
export function createChunkReader(redact: Redactor, emit: (event: ResearchEvent) => void): ChunkReader {
  const seenSources = new Set<string>();
  const seenSuggestions = new Set<string>();
  let finishReason: string | null = null;
  /** First half of a surrogate pair. The second half is in the next chunk. */
  let pendingSurrogate = '';
  let recognised = false;

  function read(data: string, event = ''): void {
    if (data === DONE) {
      recognised = true;
      flush();
      emit({ type: 'done', finishReason });
      return;
    }
    const chunk = parseJson(data);
    if (chunk === undefined) {
      readBroken(data, event);
      return;
    }
    const text = plainText(chunk);
    if (text === undefined || event === 'error') {
      readChunk(chunk, event);
      return;
    }
    recognised = true;
    emitText(text);
  }

  /** Reads data that is not valid JSON. If the server omitted the blank lines between events, each line is an event. */
  function readBroken(data: string, event: string): void {
    if (data.trim() === '') return;
    const lines = data.split('\n');
    if (lines.length > 1) {
      for (const line of lines) read(line, event);
      return;
    }
    if (event === 'error') throw fromErrorObject({ message: data }, redact);
    emit({ type: 'unknown', raw: data });
  }

  function readChunk(chunk: unknown, event: string): void {
    if (!isFields(chunk)) {
      emit({ type: 'unknown', raw: chunk });
      return;
    }
    throwError(chunk, event);
    const choices = getOwn(chunk, 'choices');
    const choice = Array.isArray(choices) && isFields(choices[0]) ? choices[0] : undefined;
    const inner = choice && getOwn(choice, 'delta');
    const delta = isFields(inner) ? inner : undefined;
    const content = delta && getOwn(delta, 'content');
    const text = typeof content === 'string' ? content : '';
    let known = Object.hasOwn(chunk, 'choices') || getOwn(chunk, 'object') === 'chat.completion.chunk';

    if (text !== '') emitText(text);
    for (const custom of customMessages(chunk, choice, delta)) {
      known = true;
      // The interface defines custom messages only for chunks without answer text (docs/interface.md).
      if (text !== '') emit({ type: 'unknown', raw: custom });
      else readCustom(custom);
    }
    const reason = choice && getOwn(choice, 'finish_reason');
    if (typeof reason === 'string') finishReason = reason;
    const usage = getOwn(chunk, 'usage');
    if (usage !== undefined && usage !== null) {
      known = true;
      emit(readUsage(usage));
    }
    if (content !== undefined && content !== null && typeof content !== 'string' && !isCustom(delta)) {
      emit({ type: 'unknown', raw: chunk });
    } else if (!known) emit({ type: 'unknown', raw: chunk });
    if (known) recognised = true;
    // Some services report an error in the choice, next to the text that was generated before it.
    if (choice) throwError(choice, '');
  }

  function throwError(chunk: Fields, event: string): void {
    const error = getOwn(chunk, 'error');
    const named = event === 'error' || getOwn(chunk, 'type') === 'error' || getOwn(chunk, 'object') === 'error';
    if (!named && !isFields(error) && !isText(error)) return;
    recognised = true;
    throw fromErrorObject(isFields(error) || isText(error) ? error : chunk, redact);
  }

  function readCustom(custom: Fields): void {
    const onUnknown = (raw: unknown) => emit({ type: 'unknown', raw });
    switch (getOwn(custom, 'type')) {
      case 'step_message': {
        const title = firstReadable(custom, STEP_TITLES);
        const mode = RESEARCH_MODES.find((each) => each === getOwn(custom, 'askMode'));
        if (title !== undefined) emit({ type: 'step', title, ...(mode !== undefined && { mode }) });
        else if (typeof getOwn(custom, 'title') !== 'string') onUnknown(custom);
        return;
      }
      case 'source_message': {
        const entries = getOwn(custom, 'content') ?? getOwn(custom, 'sources') ?? getOwn(custom, 'documents');
        const sources = readSources(entries, onUnknown).filter((source) => isNew(seenSources, sourceKey(source)));
        if (sources.length > 0) emit({ type: 'sources', sources });
        return;
      }
      case 'suggestions': {
        const entries = getOwn(custom, 'suggestions') ?? getOwn(custom, 'content');
        const suggestions = readSuggestions(entries, onUnknown).filter((suggestion) =>
          isNew(seenSuggestions, suggestion),
        );
        if (suggestions.length > 0) emit({ type: 'suggestions', suggestions });
        return;
      }
      default:
        onUnknown(custom);
    }
  }

  /** Emits complete characters only. Half a surrogate pair is kept for the next text. */
  function emitText(content: string): void {
    let text = pendingSurrogate + content;
    pendingSurrogate = '';
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      pendingSurrogate = text.slice(-1);
      text = text.slice(0, -1);
      if (text === '') return;
    }
    emit({ type: 'text', text });
  }

  function flush(): void {
    if (pendingSurrogate === '') return;
    emit({ type: 'text', text: pendingSurrogate });
    pendingSurrogate = '';
  }

  return {
    read,
    flush,
    get recognised() {
      return recognised;
    },
  };
}

/** Returns the reported token counts, or an `unknown` event if they are not valid. */
export function readUsage(usage: unknown): ResearchEvent {
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return { type: 'unknown', raw: { usage } };
  const { prompt_tokens, completion_tokens, total_tokens } = parsed.data;
  return {
    type: 'usage',
    usage: { promptTokens: prompt_tokens, completionTokens: completion_tokens, totalTokens: total_tokens },
  };
}

/** Returns the text of a chunk that contains only text. A fast path, because most chunks do (bench/wire measures it). */
function plainText(chunk: unknown): string | undefined {
  if (!isFields(chunk)) return undefined;
  const { choices } = chunk;
  if (!Array.isArray(choices)) return undefined;
  if ('error' in chunk || 'type' in chunk || 'usage' in chunk || 'custom_data' in chunk) return undefined;
  const choice: unknown = choices[0];
  if (!isFields(choice) || 'type' in choice || 'custom_data' in choice || 'error' in choice) return undefined;
  if (typeof choice.finish_reason === 'string') return undefined;
  const { delta } = choice;
  if (!isFields(delta) || 'type' in delta || 'custom_data' in delta) return undefined;
  const { content } = delta;
  return typeof content === 'string' && content !== '' && Object.hasOwn(delta, 'content') ? content : undefined;
}

/**
 * Returns every object with a `type` where a custom message may be, outermost first. A service may repeat a message in a second
 * place for other clients; the repetition is ignored. Equal messages in the same list are not repetitions.
 */
function customMessages(chunk: Fields, choice: Fields | undefined, delta: Fields | undefined): Fields[] {
  const found: Fields[] = [];
  for (const holder of [chunk, choice, delta]) {
    if (!holder) continue;
    const data = parseIfText(getOwn(holder, 'custom_data'));
    for (const place of [isCustom(holder) ? [holder] : [], Array.isArray(data) ? data : [data]]) {
      const earlier = [...found];
      for (const custom of place) {
        if (isFields(custom) && !earlier.some((each) => isRepetition(each, custom))) found.push(custom);
      }
    }
  }
  return found;
}

/** Whether both messages are the same step, or one contains all fields of the other with equal values. */
function isRepetition(a: Fields, b: Fields): boolean {
  const isStep = getOwn(a, 'type') === 'step_message' && getOwn(b, 'type') === 'step_message';
  const title = isStep ? firstReadable(a, STEP_TITLES) : undefined;
  if (title !== undefined && title === firstReadable(b, STEP_TITLES)) return true;
  const [inner, outer] = Object.keys(a).length <= Object.keys(b).length ? [a, b] : [b, a];
  return Object.keys(inner).every((name) => JSON.stringify(inner[name]) === JSON.stringify(getOwn(outer, name)));
}

/** Parses an object that is sent as JSON text. */
function parseIfText(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return parsed === undefined ? value : parsed;
}

function isCustom(fields: Fields | undefined): boolean {
  return fields !== undefined && typeof getOwn(fields, 'type') === 'string';
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
  return JSON.stringify(source);
}
