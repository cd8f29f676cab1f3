/**
 * Bytes of an event stream -> data strings. Fields and events are eventsource-parser's business. What this adds is what a
 * stream of chat chunks needs beyond the standard: events without blank lines between them, a sentinel that counts at once,
 * a limit, and what stood there when it was no stream at all. Knows nothing of chat but its `[DONE]`.
 */
import { createParser } from 'eventsource-parser';
import { DONE } from '../protocol/chatCompletions.ts';
import { ReplyError } from './errors.ts';

const BOM = 0xfeff;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const COLON = 58;
const OPEN = 123;
const CLOSE = 125;
/** Pieces of a line that are joined at a time, so that pieces of one byte cost no object each. */
const BLOCK = 4096;
/** A line that says nothing to this client, but belongs to an event stream. */
const OTHER_FIELD = /^(?::|(?:event|id|retry)(?::|$))/;

export interface SseReader {
  /** Takes the next bytes, cut anywhere. Calls `onData` synchronously. Throws a ReplyError `tooLarge` at the limit. */
  push(bytes: Uint8Array): void;
  /** The bytes have ended. A last line without a line end, and data without a blank line behind them, still count. */
  end(): void;
  /** Whether something stood there that no event stream for this client holds: other text, or data. */
  readonly foreign: boolean;
}

/**
 * `onData` receives the data of each event and its `event:` name ('' if none). `limit` bounds a line and the data lines of an
 * event, in UTF-16 units. Nothing behind a line `data: [DONE]` is read.
 *
 * The parser is given whole lines only: what it makes of them then cannot depend on where the bytes were cut.
 */
export function createSseReader(limit: number, onData: (data: string, event: string) => void): SseReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let first = true;
  let foreign = false;
  let ended = false;
  const parser = createParser({
    onEvent({ data, event = '' }) {
      foreign ||= data.trim() !== '';
      onData(data, event);
    },
  });
  // Where lines begin must be known here, so the byte order mark goes here. Behind an empty line the parser looks for none.
  parser.feed('\n');

  /** The unfinished line: what is joined of it, and the pieces after that. */
  let joined = '';
  const pieces: string[] = [];
  let unfinished = 0;
  /** The last piece ended with a CR: a LF that comes next belongs to it. */
  let skipLf = false;
  /** Of the event that is not dispatched yet: the size of its data lines, and whether the last one ends with `}`. */
  let size = 0;
  let closed = false;

  function onText(piece: string): void {
    if (ended || piece === '') return;
    const skip = first ? piece.charCodeAt(0) === BOM : skipLf && piece.charCodeAt(0) === LF;
    let text = skip ? piece.slice(1) : piece;
    first = false;
    skipLf = piece.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    if (text.includes('\n')) {
      const end = text.lastIndexOf('\n') + 1;
      onLines(takeUnfinished() + text.slice(0, end));
      text = text.slice(end);
    }
    if (text === '' || ended) return;
    unfinished += text.length;
    if (unfinished > limit) throw tooLarge(limit);
    if (pieces.push(text) < BLOCK) return;
    joined += pieces.join('');
    pieces.length = 0;
  }

  function takeUnfinished(): string {
    if (unfinished === 0) return '';
    const text = joined + pieces.join('');
    joined = '';
    pieces.length = 0;
    unfinished = 0;
    return text;
  }

  /** Whole lines, each with its end: hands them on, with a blank line more wherever an event is known to be whole. */
  function onLines(lines: string): void {
    let from = 0;
    let end = 0;
    for (let start = 0; start < lines.length; start = end + 1) {
      end = lines.indexOf('\n', start);
      if (start === end) {
        size = 0;
        closed = false;
        continue;
      }
      if (end - start > limit) {
        parser.feed(lines.slice(from, start));
        throw tooLarge(limit);
      }
      const nameEnd = start + 4;
      if (!lines.startsWith('data', start) || (lines.charCodeAt(nameEnd) !== COLON && nameEnd !== end)) {
        foreign ||= !OTHER_FIELD.test(lines.slice(start, end));
        continue;
      }
      const value = Math.min(lines.charCodeAt(nameEnd + 1) === SPACE ? nameEnd + 2 : nameEnd + 1, end);
      // No JSON text holds `[DONE]`, so it is an event of its own, and the server may leave the connection open behind it.
      if (end - value === DONE.length && lines.startsWith(DONE, value)) {
        ended = true;
        parser.feed(`${lines.slice(from, start)}\n${lines.slice(start, end)}\n\n`);
        return;
      }
      // No JSON text holds `}` and then `{` with nothing but a line end between: here a stream divides its events by single
      // line ends. An event of several lines is never divided where it is one value.
      if (closed && lines.charCodeAt(value) === OPEN) {
        parser.feed(`${lines.slice(from, start)}\n`);
        from = start;
        size = 0;
      }
      closed = lastVisible(lines, end) === CLOSE;
      size += end - start;
      if (size > limit) {
        parser.feed(lines.slice(from, start));
        throw tooLarge(limit);
      }
    }
    parser.feed(from === 0 ? lines : lines.slice(from));
  }

  return {
    push: (bytes) => onText(decoder.decode(bytes, { stream: true })),
    end: () => onText(`${decoder.decode()}\n\n`),
    get foreign() {
      return foreign;
    },
  };
}

/** The last character before `end` that is no blank. */
function lastVisible(text: string, end: number): number {
  let at = end - 1;
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at--;
  return text.charCodeAt(at);
}

function tooLarge(limit: number): ReplyError {
  return new ReplyError('tooLarge', { reason: 'eventSize', limit });
}
