/** The values of PDF: numbers, names, strings, arrays, dictionaries, references (ISO 32000-1, 7.3). */

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** An operator of a content stream. */
export class PdfOperator {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type PdfDictionary = Map<string, PdfValue>;
/** Strings are bytes, held as latin1. */
export type PdfValue =
  | null
  | boolean
  | number
  | string
  | PdfName
  | PdfReference
  | PdfOperator
  | PdfValue[]
  | PdfDictionary;

const BLANK = /[\s\0]*(?:%[^\r\n]*[\s\0]*)*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?![\w])/y;
const REFERENCE = /(\d+)\s+(\d+)\s+R(?![\w])/y;
const NAME = /\/[^\s()<>[\]{}/%\0]*/y;
const WORD = /[^\s()<>[\]{}/%\0]+/y;
const MAX_DEPTH = 60;

/** Reads one value at `from`. Throws RangeError where there is none. */
export function parseValue(text: string, from: number, depth = 0): { value: PdfValue; end: number } {
  if (depth > MAX_DEPTH) throw new RangeError('Nested too deep.');
  const at = skip(text, from);
  const mark = text[at];
  if (mark === undefined) throw new RangeError('Nothing more.');
  if (mark === '(') return literal(text, at + 1);
  if (mark === '[') return list(text, at + 1, depth);
  if (mark === '<') return text[at + 1] === '<' ? dictionary(text, at + 2, depth) : hexadecimal(text, at + 1);
  if (mark === '/') {
    const name = match(NAME, text, at)?.[0] ?? '/';
    const value = name
      .slice(1)
      .replace(/#([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    return { value: new PdfName(value), end: at + name.length };
  }
  const reference = match(REFERENCE, text, at);
  if (reference) return { value: new PdfReference(Number(reference[1])), end: at + reference[0].length };
  const number = match(NUMBER, text, at)?.[0];
  if (number !== undefined) return { value: Number(number), end: at + number.length };
  const word = match(WORD, text, at)?.[0];
  if (word === undefined) return { value: new PdfOperator(mark), end: at + 1 };
  const end = at + word.length;
  if (word === 'true' || word === 'false') return { value: word === 'true', end };
  return { value: word === 'null' ? null : new PdfOperator(word), end };
}

function skip(text: string, from: number): number {
  return from + (match(BLANK, text, from)?.[0].length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function list(text: string, from: number, depth: number): { value: PdfValue[]; end: number } {
  const value: PdfValue[] = [];
  let at = skip(text, from);
  while (at < text.length && text[at] !== ']') {
    const item = parseValue(text, at, depth + 1);
    value.push(item.value);
    at = skip(text, item.end);
  }
  return { value, end: at + 1 };
}

function dictionary(text: string, from: number, depth: number): { value: PdfDictionary; end: number } {
  const value: PdfDictionary = new Map();
  let at = skip(text, from);
  while (at < text.length && !text.startsWith('>>', at)) {
    const key = parseValue(text, at, depth + 1);
    const item = parseValue(text, key.end, depth + 1);
    if (key.value instanceof PdfName) value.set(key.value.name, item.value);
    at = skip(text, item.end);
  }
  return { value, end: at + 2 };
}

function hexadecimal(text: string, from: number): { value: string; end: number } {
  const close = text.indexOf('>', from);
  const end = close === -1 ? text.length : close;
  let digits = text.slice(from, end).replace(/[^0-9a-f]/gi, '');
  if (digits.length % 2 === 1) digits += '0';
  return { value: Buffer.from(digits, 'hex').toString('latin1'), end: end + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string, from: number): { value: string; end: number } {
  let value = '';
  let open = 1;
  let at = from;
  for (; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    if (mark === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
      const next = text[at + 1] ?? '';
      if (octal !== undefined) {
        value += String.fromCharCode(Number.parseInt(octal, 8) & 255);
        at += octal.length;
      } else {
        if (next !== '\n' && next !== '\r') value += Object.hasOwn(ESCAPES, next) ? ESCAPES[next] : next;
        at += 1;
      }
      continue;
    }
    if (mark === '(') open += 1;
    if (mark === ')') {
      open -= 1;
      if (open === 0) break;
    }
    value += mark;
  }
  return { value, end: at + 1 };
}
