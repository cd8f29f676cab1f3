/**
 * Bytes of an event stream -> data strings, by the rules of the WHATWG HTML standard (9.2.6), with three additions for
 * streams that this interface describes as "one line is one event": see `onLine`. Knows nothing of chat.
 */
import { ReplyError } from './errors.ts';

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;

export interface SseReader {
  /** Takes the next bytes, cut anywhere. Calls `onData` synchronously. Throws a ReplyError `tooLarge` at the limit. */
  push(bytes: Uint8Array): void;
  /** The bytes have ended. A last line without a line end still counts. */
  end(): void;
  /** Whether something stood there that no event stream for this client holds: other text, or data. */
  readonly foreign: boolean;
}

/**
 * `onData` receives the data of each event and its `event:` name ('' if none). `limit` bounds a line (bytes) and the data of
 * an event (UTF-16 units).
 *
 * The bytes of unfinished lines wait in one growing buffer and are decoded when their line is complete: a character is
 * never cut, each byte is copied and decoded once, and pieces of one byte cost no object each.
 */
export function createSseReader(limit: number, onData: (data: string, event: string) => void): SseReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let waiting = new Uint8Array(1024);
  let waitingLength = 0;
  let first = true;
  /** The last line ended with a CR at the end of its piece: a LF that comes next belongs to it. */
  let skipLf = false;

  let data = '';
  let lines = 0;
  let event = '';
  let foreign = false;

  function push(bytes: Uint8Array): void {
    let start = 0;
    if (skipLf && bytes.length > 0) {
      skipLf = false;
      if (bytes[0] === LF) start = 1;
    }
    const end = lastLineEnd(bytes, start);
    if (end > start) {
      if (waitingLength > 0) {
        keep(bytes, start, end);
        const text = decoder.decode(waiting.subarray(0, waitingLength));
        waitingLength = 0;
        if (waiting.length > 65_536) waiting = new Uint8Array(1024);
        onText(text);
      } else onText(decoder.decode(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end)));
      if (bytes[end - 1] === CR) skipLf = true;
    }
    if (end < bytes.length) {
      keep(bytes, Math.max(start, end), bytes.length);
      if (waitingLength > limit) throw tooLarge(limit);
    }
  }

  function keep(bytes: Uint8Array, from: number, to: number): void {
    const needed = waitingLength + to - from;
    if (needed > waiting.length) {
      const larger = new Uint8Array(Math.max(needed, waiting.length * 2));
      larger.set(waiting.subarray(0, waitingLength));
      waiting = larger;
    }
    waiting.set(bytes.subarray(from, to), waitingLength);
    waitingLength = needed;
  }

  /** Whole lines, each with its end. */
  function onText(whole: string): void {
    let text = whole;
    if (first) {
      first = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      onLine(text, start, end);
      start = end + 1;
    }
  }

  function onLine(text: string, start: number, end: number): void {
    if (start === end) dispatch();
    else if (isData(text, start)) {
      const from = text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
      onDataLine(text.slice(from, end));
    } else if (text.charCodeAt(start) !== COLON) onOtherField(text.slice(start, end));
  }

  function onDataLine(value: string): void {
    // Not in WHATWG: streams whose events are divided by single line ends. No JSON text holds `}` and then `{` with nothing
    // but a line end between, so an event of several lines is never divided where it is one value.
    if (lines > 0 && (value === '[DONE]' || value.startsWith('{')) && data.endsWith('}')) dispatch();
    data = lines === 0 ? value : `${data}\n${value}`;
    lines++;
    if (data.length > limit) throw tooLarge(limit);
    // Not in WHATWG: the sentinel counts as soon as its line is whole, since the server may leave the connection open.
    if (data === '[DONE]') dispatch();
  }

  function onOtherField(line: string): void {
    if (line === 'data') onDataLine('');
    else if (line.startsWith('event:')) event = line.slice(line.charCodeAt(6) === SPACE ? 7 : 6);
    else if (!/^(?:id|retry|event)(?::|$)/.test(line)) foreign = true;
  }

  function dispatch(): void {
    if (lines > 0) {
      const [whole, name] = [data, event];
      data = '';
      lines = 0;
      event = '';
      if (whole.trim() !== '') foreign = true;
      onData(whole, name);
    } else event = '';
  }

  return {
    push,
    end() {
      if (waitingLength > 0) {
        const text = `${decoder.decode(waiting.subarray(0, waitingLength))}\n`;
        waitingLength = 0;
        onText(text);
      }
      // Not in WHATWG: what stands before the end counts, since the reader marks an answer without [DONE] anyway.
      dispatch();
    },
    get foreign() {
      return foreign;
    },
  };
}

/** Index after the last byte that ends a line; `start` or less when there is none. */
function lastLineEnd(bytes: Uint8Array, start: number): number {
  const lf = bytes.lastIndexOf(LF);
  const from = Math.max(lf + 1, start);
  for (let i = bytes.length - 1; i >= from; i--) if (bytes[i] === CR) return i + 1;
  return from > start ? from : 0;
}

function isData(text: string, start: number): boolean {
  return (
    text.charCodeAt(start) === 100 &&
    text.charCodeAt(start + 1) === 97 &&
    text.charCodeAt(start + 2) === 116 &&
    text.charCodeAt(start + 3) === 97 &&
    text.charCodeAt(start + 4) === COLON
  );
}

function tooLarge(limit: number): ReplyError {
  const size = limit >= 1024 * 1024 ? `${Math.round(limit / 1024 / 1024)} MB` : `${limit} bytes`;
  return new ReplyError('tooLarge', {
    sentence: `One event of the answer is larger than ${size}; the rest was not read.`,
  });
}
