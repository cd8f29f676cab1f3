/**
 * The body of a reply of status 200 -> ResearchEvents, whichever delivery it turns out to be. The interface does not show the
 * content type of a stream, so the first byte decides: `<` is a page, `{` or `[` one JSON value, all else an event stream.
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

export interface ReplyReader {
  /**
   * Appends the events of the next bytes to `out`. True when the answer is whole: read no further. Throws a ResearchError
   * when it cannot become whole any more; the events before it are in `out` then.
   */
  push(bytes: Uint8Array, out: ResearchEvent[]): boolean;
  /** The body has ended: like `push`, but what is not whole now throws. */
  end(out: ResearchEvent[]): void;
}

export interface ReplyOptions {
  readonly limits: Pick<Limits, 'eventSize' | 'answerSize'>;
  readonly redact: Redactor;
  /** As the head has it. Only believed where it says JSON and the body does not look like a stream. */
  readonly contentType?: string;
  /** Receives each data string of a stream, or the whole JSON body, as it came. */
  readonly onData?: ((data: string, delivery: Delivery) => void) | undefined;
}

export function createReplyReader(options: ReplyOptions): ReplyReader {
  const { limits, redact, onData } = options;
  let size = 0;
  let form: ReplyReader | undefined;
  /** Blank bytes before the first visible one. */
  let blank = new Uint8Array(0);
  return {
    push(bytes, out) {
      size += bytes.length;
      if (size > limits.answerSize) {
        throw new ReplyError('tooLarge', { reason: 'answerSize', limit: limits.answerSize });
      }
      if (!form) {
        const first = firstVisible(bytes);
        if (first === undefined && blank.length + bytes.length < BLANK_SIZE) {
          blank = concat(blank, bytes);
          return false;
        }
        form = first === '<' ? page() : isJson(first, options.contentType) ? whole(redact, onData) : stream(options);
        if (blank.length > 0) return form.push(concat(blank, bytes), out);
      }
      return form.push(bytes, out);
    },
    end(out) {
      if (form) form.end(out);
      else throw new ReplyError('truncated', { reason: 'empty' });
    },
  };
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The first character that is no blank, line end or part of a byte order mark. */
function firstVisible(bytes: Uint8Array): string | undefined {
  for (const byte of bytes)
    if (byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return String.fromCharCode(byte);
  return undefined;
}

/** Lines of a stream begin with the name of a field or a colon; none of JSON's values but objects and lists does so here. */
function isJson(first: string | undefined, contentType = ''): boolean {
  if (first === '{' || first === '[') return true;
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType) && !/[deir:]/.test(first ?? ':');
}

function page(): ReplyReader {
  const refuse = () => {
    throw new ReplyError('notTheService');
  };
  return { push: refuse, end: refuse };
}

function whole(redact: Redactor, onData: ReplyOptions['onData']): ReplyReader {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  return {
    push(bytes) {
      pieces.push(decoder.decode(bytes, { stream: true }));
      return false;
    },
    end(out) {
      const body = pieces.join('') + decoder.decode();
      onData?.(body, 'whole');
      out.push(...readCompletion(body, redact));
    },
  };
}

function stream({ limits, redact, onData }: ReplyOptions): ReplyReader {
  const chunks = createChunkReader(redact);
  let events: ResearchEvent[] = [];
  let done = false;
  const sse = createSseReader(limits.eventSize, (data, event) => {
    if (done) return;
    onData?.(data, 'stream');
    done = chunks.read(data, events, event);
  });
  const reading = (out: ResearchEvent[], read: () => void) => {
    events = out;
    try {
      read();
    } catch (error) {
      chunks.flush(out);
      throw error;
    }
  };
  return {
    push(bytes, out) {
      reading(out, () => sse.push(bytes));
      return done;
    },
    end(out) {
      reading(out, () => sse.end());
      if (done) return;
      chunks.flush(out);
      if (!chunks.recognised && sse.foreign) throw new ReplyError('notTheService');
      throw new ReplyError('truncated');
    },
  };
}
