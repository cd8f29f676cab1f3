/** Patterns of lines. Each function takes linear time and does not depend on the tree of blocks. */
import type { Alignment, Fence, ListStyle } from './block.ts';
import type { LineCursor } from './lineCursor.ts';

const headingPattern = /(#{1,6})(?:[ \t]+|$)/y;
const fencePattern = /(`{3,})([^`]*)$|(~{3,})(.*)$/y;
const rulePattern = /(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|(?:-[ \t]*){3,}$/y;
const underlinePattern = /(=+|-+)[ \t]*$/y;
const bulletPattern = /[*+-](?=[ \t]|$)/y;
const numberPattern = /(\d{1,9})([.)])(?=[ \t]|$)/y;
const footnotePattern = /\[\^([^\]\s[^]{1,100})\]:[ \t]*/y;
const delimiterCell = /^:?-+:?$/;

function at(pattern: RegExp, reader: LineCursor): RegExpExecArray | null {
  pattern.lastIndex = reader.next;
  return pattern.exec(reader.line);
}

/** Returns the level, 1 to 6, and the length of the marker with its blanks. Null if the line is not a heading. */
export function readHeading(reader: LineCursor): { level: number; length: number } | null {
  const match = at(headingPattern, reader);
  return match ? { level: match[1]?.length ?? 1, length: match[0].length } : null;
}

/** Text of a heading without the closing `#`s. */
export function headingText(rest: string): string {
  const text = rest.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end--;
  if (end === text.length) return text;
  if (end === 0) return '';
  const before = text[end - 1];
  return before === ' ' || before === '\t' ? text.slice(0, end).trimEnd() : text;
}

export function readFence(reader: LineCursor): Fence | null {
  const match = at(fencePattern, reader);
  const run = match?.[1] ?? match?.[3];
  if (!match || run === undefined) return null;
  return {
    marker: run.charAt(0),
    length: run.length,
    indent: reader.indent,
    info: (match[2] ?? match[4] ?? '').trim(),
  };
}

export function closesFence(reader: LineCursor, fence: Fence): boolean {
  if (reader.indent > 3 || reader.peek() !== fence.marker) return false;
  let end = reader.next;
  while (reader.line[end] === fence.marker) end++;
  return end - reader.next >= fence.length && reader.line.slice(end).trim() === '';
}

export function isRule(reader: LineCursor): boolean {
  return at(rulePattern, reader) !== null;
}

/** 1 or 2 for the underline of a setext heading. */
export function readUnderline(reader: LineCursor): number | null {
  const match = at(underlinePattern, reader);
  return match ? (match[1]?.startsWith('=') ? 1 : 2) : null;
}

export function readFootnote(reader: LineCursor): { label: string; length: number } | null {
  const match = at(footnotePattern, reader);
  return match ? { label: match[1] ?? '', length: match[0].length } : null;
}

/** Moves the reader to the content of the item. Returns null if there is no item. `inParagraph` applies the limits of 5.2. */
export function readItem(reader: LineCursor, inParagraph: boolean): { list: ListStyle; indent: number } | null {
  const bullet = at(bulletPattern, reader);
  const number = bullet ? null : at(numberPattern, reader);
  const length = (bullet ?? number)?.[0].length;
  if (length === undefined) return null;
  const start = Number(number?.[1] ?? 1);
  if (inParagraph && (start !== 1 || reader.line.slice(reader.next + length).trim() === '')) return null;
  const list = { ordered: !bullet, start, sign: bullet?.[0] ?? number?.[2] ?? '' };
  const markerIndent = reader.indent;
  reader.toNext();
  reader.advance(length, true);
  const { offset, column, inTab } = reader;
  const blanks = reader.indent;
  if (reader.blank || blanks > 4) {
    reader.returnTo(offset, column, inTab);
    if (!reader.blank || blanks > 0) reader.advance(1, true);
    return { list, indent: markerIndent + length + 1 };
  }
  reader.advance(blanks, true);
  return { list, indent: markerIndent + length + blanks };
}

/** Splits a table row into cells at each `|` without a backslash. The outer ones are ignored. */
export function splitRow(line: string): string[] {
  const cells: string[] = [];
  const text = line.trim();
  let cell = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92 && text.charCodeAt(i + 1) === 124) {
      cell += text.slice(from, i);
      from = ++i;
    } else if (code === 92) i++;
    else if (code === 124) {
      cells.push((cell + text.slice(from, i)).trim());
      cell = '';
      from = i + 1;
    }
  }
  const last = (cell + text.slice(from)).trim();
  if (last !== '' || cells.length === 0 || !text.endsWith('|')) cells.push(last);
  if (text.startsWith('|')) cells.shift();
  return cells;
}

/** Returns the alignment of each column if the rest of the line is a delimiter row. */
export function readDelimiterRow(reader: LineCursor): Alignment[] | null {
  const text = reader.line.slice(reader.next).trim();
  if (!/^[|:-]/.test(text) || /[^|:\- \t]/.test(text) || /^-[ \t]/.test(text)) return null;
  const columns: Alignment[] = [];
  for (const cell of splitRow(text)) {
    if (!delimiterCell.test(cell)) return null;
    const left = cell.startsWith(':');
    const right = cell.endsWith(':');
    columns.push(left ? (right ? 'center' : 'left') : right ? 'right' : null);
  }
  return columns;
}
