/**
 * Bytes of an event stream -> data strings. eventsource-parser reads fields and events. This file adds what a stream of chat
 * chunks needs beyond the standard: events without blank lines between them, `[DONE]` without a blank line after it, a size
 * limit, and whether the bytes were an event stream at all.
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
/** Parts of a line that are joined at a time, so that parts of one byte do not cost an object each. */
const BLOCK = 4096;
/** A line of an event stream that this client ignores. */
const OTHER_FIELD = /^(?::|(?:event|id|retry)(?::|$))/;

export interface SseReader {
  /** Takes the next bytes, cut anywhere. Calls `onData` synchronously. Throws a ReplyError `tooLarge` at the limit. */
  push(bytes: Uint8Array): void;
  /** The bytes have ended. A last line without a line end, and data without a blank line after them, still count. */
  end(): void;
  /** Whether the bytes contain anything other than ignored lines: other text, or data. */
  readonly foreign: boolean;
}

/**
 * `onData` receives the data of each event and its `event:` name ('' if none). `limit` bounds a line and the data lines of an
 * event, in UTF-16 units. Nothing after a line `data: [DONE]` is read.
 *
 * The parser gets complete lines only, so that its result cannot depend on where the bytes were cut.
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
  // This file must know where lines begin, so it removes the byte order mark. After an empty line the parser looks for none.
  parser.feed('\n');

  /** The unfinished line: the part that is joined, and the parts after it. */
  let joined = '';
  const parts: string[] = [];
  let unfinished = 0;
  /** The last part ended with a CR, so a LF that comes next belongs to it. */
  let skipLf = false;
  /** Of the event that is not dispatched yet: the size of its data lines, and whether the last one ends with `}`. */
  let size = 0;
  let closed = false;

  function onText(part: string): void {
    if (ended || part === '') return;
    const skip = first ? part.charCodeAt(0) === BOM : skipLf && part.charCodeAt(0) === LF;
    let text = skip ? part.slice(1) : part;
    first = false;
    skipLf = part.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    if (text.includes('\n')) {
      const end = text.lastIndexOf('\n') + 1;
      onLines(takeUnfinished() + text.slice(0, end));
      text = text.slice(end);
    }
    if (text === '' || ended) return;
    unfinished += text.length;
    if (unfinished > limit) throw tooLarge(limit);
    if (parts.push(text) < BLOCK) return;
    joined += parts.join('');
    parts.length = 0;
  }

  function takeUnfinished(): string {
    if (unfinished === 0) return '';
    const text = joined + parts.join('');
    joined = '';
    parts.length = 0;
    unfinished = 0;
    return text;
  }

  /** Gives complete lines to the parser, with an additional blank line wherever an event is known to be complete. */
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
        // llama.cpp writes an error as a field of this name.
        if (lines.startsWith('error:', start)) {
          parser.feed(`${lines.slice(from, start)}\n`);
          onData(lines.slice(start + 6, end).trim(), 'error');
          from = start;
          size = 0;
        }
        // The parser makes an error object of each line that it does not know, which takes longer than all the rest.
        if (!lines.startsWith('event', start)) {
          if (from < start) parser.feed(lines.slice(from, start));
          from = end + 1;
        }
        continue;
      }
      const value = Math.min(lines.charCodeAt(nameEnd + 1) === SPACE ? nameEnd + 2 : nameEnd + 1, end);
      // No JSON text contains `[DONE]`, so it is an event of its own, and the server may leave the connection open after it.
      if (end - value === DONE.length && lines.startsWith(DONE, value)) {
        ended = true;
        parser.feed(`${lines.slice(from, start)}\n${lines.slice(start, end)}\n\n`);
        return;
      }
      // No JSON text contains `}` and then `{` with nothing but a line end between: here a stream divides its events by single
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
