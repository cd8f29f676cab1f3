/** The objects of a PDF file, found by looking for them: the cross-reference table of a damaged file is the first thing to be wrong. */
import { inflateSync } from 'node:zlib';
import { UnreadableDocument } from '../document.ts';
import { type PdfDictionary, PdfName, PdfReference, type PdfValue, parseValue } from './pdfSyntax.ts';

/** What one stream may unpack to, and all of them together. */
const MAX_STREAM = 32 * 1024 * 1024;
const MAX_ALL = 256 * 1024 * 1024;

export interface PdfObjects {
  readonly root: PdfDictionary | null;
  readonly info: PdfDictionary | null;
  /** Follows references until something else comes; null for what is not there. */
  resolve(value: PdfValue | undefined): PdfValue;
  dictionary(value: PdfValue | undefined): PdfDictionary | null;
  /** The unpacked bytes of a stream; null if it is none, or is packed in a way that text is not. */
  stream(value: PdfValue | undefined): Buffer | null;
  /** All dictionaries with this /Type, in the order of the file. */
  ofType(type: string): PdfDictionary[];
}

interface Stored {
  readonly value: PdfValue;
  /** Where its stream begins; -1 if it has none. */
  readonly start: number;
}

export function readObjects(bytes: Buffer): PdfObjects {
  const text = bytes.toString('latin1');
  if (!text.slice(0, 1024).includes('%PDF-')) throw new UnreadableDocument('It is no PDF file.');
  const objects = new Map<number, Stored>();
  let root: PdfDictionary | null = null;
  let info: PdfDictionary | null = null;
  let spent = 0;

  const resolve = (value: PdfValue | undefined): PdfValue => {
    let current: PdfValue = value ?? null;
    for (let depth = 0; current instanceof PdfReference && depth < 20; depth += 1)
      current = objects.get(current.number)?.value ?? null;
    return current instanceof PdfReference ? null : current;
  };
  const dictionary = (value: PdfValue | undefined): PdfDictionary | null => {
    const found = resolve(value);
    return found instanceof Map ? found : null;
  };
  const unpack = (stored: Stored): Buffer | null => {
    if (stored.start === -1 || !(stored.value instanceof Map)) return null;
    const declared = resolve(stored.value.get('Length'));
    let end = typeof declared === 'number' ? stored.start + declared : -1;
    if (end === -1 || !/^\s*endstream/.test(text.slice(end, end + 20))) end = text.indexOf('endstream', stored.start);
    if (end === -1) return null;
    let data = bytes.subarray(stored.start, end);
    const filter = resolve(stored.value.get('Filter'));
    const names = (Array.isArray(filter) ? filter : [filter]).map(resolve).filter((name) => name instanceof PdfName);
    for (const { name } of names) {
      if (name === 'FlateDecode' || name === 'Fl') data = inflate(data);
      else if (name === 'ASCIIHexDecode') data = Buffer.from(data.toString('latin1').replace(/[^0-9a-f]/gi, ''), 'hex');
      else return null;
      spent += data.length;
      if (spent > MAX_ALL) throw new UnreadableDocument('It unpacks to more than any document of words does.');
    }
    return data;
  };
  const trailer = (found: PdfDictionary) => {
    if (found.has('Encrypt')) throw new UnreadableDocument('It is encrypted.');
    if (found.has('Root')) root = dictionary(found.get('Root')) ?? root;
    if (found.has('Info')) info = dictionary(found.get('Info')) ?? info;
  };

  for (const match of text.matchAll(/(?<![\d.])(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    const at = match.index + match[0].length;
    try {
      const { value, end } = parseValue(text, at);
      const stream = /^\s*stream(?:\r\n|\n|\r)/.exec(text.slice(end, end + 40));
      objects.set(Number(match[1]), { value, start: value instanceof Map && stream ? end + stream[0].length : -1 });
    } catch {
      // One broken object is no reason to give up the others.
    }
  }
  for (const stored of [...objects.values()]) {
    if (!(stored.value instanceof Map) || nameOf(stored.value.get('Type')) !== 'ObjStm') continue;
    if ([...objects.values()].some((other) => other.value instanceof Map && other.value.has('Encrypt')))
      throw new UnreadableDocument('It is encrypted.');
    const data = unpack(stored)?.toString('latin1');
    const first = resolve(stored.value.get('First'));
    if (data === undefined || typeof first !== 'number') continue;
    const numbers = data.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [number, offset] = [numbers[at], numbers[at + 1]];
      if (number === undefined || offset === undefined || objects.has(number)) continue;
      try {
        objects.set(number, { value: parseValue(data, first + offset).value, start: -1 });
      } catch {
        // As above.
      }
    }
  }
  for (const match of text.matchAll(/\btrailer\s*(?=<<)/g)) {
    const { value } = parseValue(text, match.index + match[0].length);
    if (value instanceof Map) trailer(value);
  }
  for (const { value } of objects.values())
    if (value instanceof Map && nameOf(value.get('Type')) === 'XRef') trailer(value);

  const ofType = (type: string) =>
    [...objects.values()].flatMap(({ value }) =>
      value instanceof Map && nameOf(value.get('Type')) === type ? [value] : [],
    );
  root ??= ofType('Catalog')[0] ?? null;
  return {
    root,
    info,
    resolve,
    dictionary,
    ofType,
    stream: (value) => {
      const stored = value instanceof PdfReference ? objects.get(value.number) : undefined;
      return stored ? unpack(stored) : null;
    },
  };
}

export function nameOf(value: PdfValue | undefined): string {
  return value instanceof PdfName ? value.name : '';
}

/** As much as can be unpacked: the end of a stream is often cut. */
function inflate(data: Buffer): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: MAX_STREAM, finishFlush: 2 });
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new UnreadableDocument('It unpacks to more than any document of words does.');
    }
    return Buffer.alloc(0);
  }
}
