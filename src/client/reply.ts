/**
 * The body of a reply of status 200 -> events, as its format reads them. The interface does not show the content type of a stream, so the first
 * visible byte decides: `<` is a page, `{` or `[` is one JSON value, anything else is an event stream.
 */
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import { createChunkReader } from './chunk.ts';
import { readCompletion } from './completion.ts';
import { ReplyError } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Redactor } from './redact.ts';
import { createSseReader } from './sse.ts';
import type { Delivery } from './wireEvents.ts';

/** Bytes of blanks after which a body that shows nothing else is read as a stream. */
const BLANK_SIZE = 4096;

/**
 * The functions never throw. When the answer can no longer become complete, the iteration throws a ResearchError after the last
 * event. The last event of a complete answer is `done`; nothing may be read after it.
 */
export interface ReplyReader<Event> {
  /** The events of the next bytes. */
  push(bytes: Uint8Array): Iterable<Event>;
  /** The remaining events at the end of the body. Throws if the answer is not complete. */
  end(): Iterable<Event>;
}

/** What the data of a reply means. Its functions may throw after events. */
export interface ReplyFormat<Event> {
  /** Reads the data of a stream. Calls `emit` synchronously. */
  stream(emit: (event: Event) => void): StreamFormat;
  /** The events of one JSON body. */
  whole(body: string): Iterable<Event>;
}

export interface StreamFormat {
  /** `event` is the name of the server-sent event. Not called after `[DONE]`. */
  read(data: string, event: string): void;
  /** Emits what waits for the next data, before an error is thrown. */
  flush?(): void;
  /** The stream has ended. `foreign`: it contained more than lines that are ignored. */
  end(foreign: boolean): void;
}

export interface ReplyOptions<Event> {
  readonly limits: Pick<Limits, 'maxEventSize' | 'maxAnswerSize'>;
  readonly format: ReplyFormat<Event>;
  /** The header of the reply. Only believed where it says JSON and the body does not look like a stream. */
  readonly contentType?: string;
  /** Receives each data string of a stream, or the JSON body, unchanged. */
  readonly onData?: ((data: string, delivery: Delivery) => void) | undefined;
}

/** The format of a research service. */
export function researchFormat(redact: Redactor): ReplyFormat<ResearchEvent> {
  return {
    stream(emit) {
      const chunks = createChunkReader(redact, emit);
      return {
        read: chunks.read,
        flush: chunks.flush,
        end(foreign) {
          throw new ReplyError(!chunks.recognised && foreign ? 'notTheService' : 'truncated');
        },
      };
    },
    whole: (body) => readCompletion(body, redact),
  };
}

export function createReplyReader<Event>(options: ReplyOptions<Event>): ReplyReader<Event> {
  const { limits } = options;
  let size = 0;
  let reader: ReplyReader<Event> | undefined;
  /** Blank bytes before the first visible one. */
  let blank = new Uint8Array(0);
  return {
    push(bytes) {
      size += bytes.length;
      if (size > limits.maxAnswerSize)
        return failing([], new ReplyError('tooLarge', { reason: 'answerSize', limit: limits.maxAnswerSize }));
      if (reader) return reader.push(bytes);
      const body = blank.length > 0 ? concat(blank, bytes) : bytes;
      const first = firstVisible(bytes);
      if (first === undefined && body.length < BLANK_SIZE) {
        blank = concat(body);
        return [];
      }
      reader = readerFor(first, options);
      return reader.push(body);
    },
    end() {
      return reader ? reader.end() : failing([], new ReplyError('truncated', { reason: 'empty' }));
    },
  };
}

function readerFor<Event>(first: string | undefined, options: ReplyOptions<Event>): ReplyReader<Event> {
  if (first === '<') return PAGE;
  return isJson(first, options.contentType) ? jsonReader(options) : streamReader(options);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The first character that is no blank, line end or part of a byte order mark. */
function firstVisible(bytes: Uint8Array): string | undefined {
  for (const byte of bytes)
    if (byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return String.fromCharCode(byte);
  return undefined;
}

/** Lines of a stream begin with the name of a field or a colon; so does no JSON value other than an object or a list. */
function isJson(first: string | undefined, contentType = ''): boolean {
  if (first === '{' || first === '[') return true;
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType) && !/[deir:]/.test(first ?? ':');
}

const notTheService = () => failing([], new ReplyError('notTheService'));

const PAGE: ReplyReader<never> = { push: notTheService, end: notTheService };

function jsonReader<Event>({ format, onData }: ReplyOptions<Event>): ReplyReader<Event> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  return {
    push(bytes) {
      parts.push(decoder.decode(bytes, { stream: true }));
      return [];
    },
    *end() {
      const body = parts.join('') + decoder.decode();
      onData?.(body, 'json');
      yield* format.whole(body);
    },
  };
}

function streamReader<Event>({ limits, format, onData }: ReplyOptions<Event>): ReplyReader<Event> {
  let events: Event[] = [];
  const stream = format.stream((event) => events.push(event));
  const sse = createSseReader(limits.maxEventSize, (data, event) => {
    onData?.(data, 'stream');
    stream.read(data, event);
  });

  function parsed(parse: () => void): Iterable<Event> {
    events = [];
    try {
      parse();
    } catch (error) {
      stream.flush?.();
      return failing(events, error);
    }
    return events;
  }

  return {
    push: (bytes) => parsed(() => sse.push(bytes)),
    end: () =>
      parsed(() => {
        sse.end();
        stream.end(sse.foreign);
      }),
  };
}

/** Events and then a failure, in the order in which they were read. */
function* failing<Event>(events: readonly Event[], error: unknown): Generator<Event, void, undefined> {
  yield* events;
  throw error;
}
