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

/** Bytes that wait undecoded for the end of their line. */
const BLOCK = 16 * 1024;

/**
 * `onData` receives the data of each event and its `event:` name ('' if none). `limit` bounds a line (bytes) and the data of
 * an event (UTF-16 units).
 *
 * Bytes of unfinished lines are copied once, into one block that is decoded when it is full: pieces of one byte cost no
 * object each, nothing is kept of the buffers that they came in, and an event of many pieces takes time in proportion to
 * its size.
 */
export function createSseReader(limit: number, onData: (data: string, event: string) => void): SseReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const block = new Uint8Array(BLOCK);
  let blockLength = 0;
  /** Decoded beginnings of the unfinished line, and how many bytes they took. */
  let decoded: string[] = [];
  let decodedLength = 0;
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
      const whole = start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end);
      if (blockLength > 0 || decodedLength > 0) {
        keep(whole);
        onText(takeKept());
      } else onText(decoder.decode(whole));
      if (end === bytes.length && bytes[end - 1] === CR) skipLf = true;
    }
    const from = Math.max(start, end);
    if (from < bytes.length) {
      keep(from === 0 ? bytes : bytes.subarray(from));
      if (decodedLength + blockLength > limit) throw tooLarge(limit);
    }
  }

  function keep(bytes: Uint8Array): void {
    let rest = bytes;
    while (blockLength + rest.length > BLOCK) {
      const room = BLOCK - blockLength;
      block.set(rest.subarray(0, room), blockLength);
      rest = rest.subarray(room);
      decoded.push(decoder.decode(block, { stream: true }));
      decodedLength += BLOCK;
      blockLength = 0;
    }
    block.set(rest, blockLength);
    blockLength += rest.length;
  }

  function takeKept(): string {
    const last = decoder.decode(block.subarray(0, blockLength));
    blockLength = 0;
    if (decodedLength === 0) return last;
    const text = decoded.join('') + last;
    decoded = [];
    decodedLength = 0;
    return text;
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
      start = onLine(text, start, end);
    }
  }

  /** Returns where the next line begins. */
  function onLine(text: string, start: number, end: number): number {
    if (start === end) dispatch();
    else if (isData(text, start)) {
      const value = text.slice(text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, end);
      if (lines > 0 || text.charCodeAt(end + 1) !== LF || value.length > limit) onDataLine(value);
      else {
        // Nearly every event: one line of data with the blank line behind it. The same outcome without the waiting.
        emit(value);
        return end + 2;
      }
    } else if (text.charCodeAt(start) !== COLON) onOtherField(text.slice(start, end));
    return end + 1;
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
    if (lines === 0) {
      event = '';
      return;
    }
    const whole = data;
    data = '';
    lines = 0;
    emit(whole);
  }

  function emit(whole: string): void {
    const name = event;
    event = '';
    foreign ||= whole.trim() !== '';
    onData(whole, name);
  }

  return {
    push,
    end() {
      if (blockLength > 0 || decodedLength > 0) onText(`${takeKept()}\n`);
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
  // For most pieces the line end is near; the search of the typed array costs a call, but is fast over long ones.
  const near = Math.max(start, bytes.length - 256);
  for (let i = bytes.length - 1; i >= near; i--) {
    const byte = bytes[i];
    if (byte === LF || byte === CR) return i + 1;
  }
  if (near === start) return 0;
  return Math.max(bytes.lastIndexOf(LF, near - 1), bytes.lastIndexOf(CR, near - 1)) + 1;
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
