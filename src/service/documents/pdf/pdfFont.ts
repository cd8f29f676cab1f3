/** The codes of a PDF font -> the characters that they stand for (ISO 32000-1, 9.6 and 9.10). */
import { GLYPHS } from './pdfGlyphs.ts';
import { nameOf, type PdfObjects } from './pdfObjects.ts';
import { type PdfDictionary, PdfName } from './pdfSyntax.ts';

export interface PdfFont {
  /** The text of a shown string; characters that cannot be known are U+FFFD. */
  decode(bytes: string): string;
}

export function readFont(objects: PdfObjects, font: PdfDictionary): PdfFont {
  const composite = nameOf(objects.resolve(font.get('Subtype'))) === 'Type0';
  const map = objects.stream(font.get('ToUnicode'));
  const unicode = map ? readToUnicode(map.toString('latin1')) : null;
  if (unicode && unicode.characters.size > 0) {
    // A simple font has codes of one byte, whatever the code space of its map says.
    const width = composite ? unicode.width || 2 : 1;
    const table = composite ? null : singleByte(objects, font);
    return {
      decode: (bytes) =>
        chunks(bytes, width)
          .map((code) => unicode.characters.get(code) ?? table?.get(code) ?? (composite ? '' : latin(code)))
          .join(''),
    };
  }
  if (composite) return { decode: (bytes) => '\ufffd'.repeat(Math.ceil(bytes.length / 2)) };
  const table = singleByte(objects, font);
  return {
    decode: (bytes) => Array.from(bytes, (byte) => table.get(byte.charCodeAt(0)) ?? latin(byte.charCodeAt(0))).join(''),
  };
}

function chunks(bytes: string, width: number): number[] {
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at += width) {
    let code = 0;
    for (let offset = 0; offset < width; offset += 1) code = code * 256 + (bytes.charCodeAt(at + offset) || 0);
    codes.push(code);
  }
  return codes;
}

const windows = new TextDecoder('windows-1252');

function latin(code: number): string {
  return code < 32 ? '' : windows.decode(Uint8Array.of(code & 255));
}

/** What the encoding's /Differences say by glyph names. */
function singleByte(objects: PdfObjects, font: PdfDictionary): Map<number, string> {
  const table = new Map<number, string>();
  const encoding = objects.dictionary(font.get('Encoding'));
  const differences = encoding ? objects.resolve(encoding.get('Differences')) : null;
  if (!Array.isArray(differences)) return table;
  let code = 0;
  for (const item of differences) {
    if (typeof item === 'number') code = item;
    else if (item instanceof PdfName) {
      const character = glyph(item.name);
      if (character !== null) table.set(code, character);
      code += 1;
    }
  }
  return table;
}

function glyph(name: string): string | null {
  const base = name.replace(/\..*$/, '');
  if (Object.hasOwn(GLYPHS, base)) return GLYPHS[base] ?? null;
  if (/^[A-Za-z]$/.test(base)) return base;
  const code = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(base);
  const value = Number.parseInt(code?.[1] ?? code?.[2] ?? '', 16);
  return value > 0 && value < 0x110000 ? String.fromCodePoint(value) : null;
}

/** Entries of one map; more than a font has is damage. */
const MAX_ENTRIES = 70_000;

function readToUnicode(map: string): { characters: Map<number, string>; width: number } {
  const characters = new Map<number, string>();
  const space = /begincodespacerange\s*<([0-9a-f]+)>/i.exec(map)?.[1] ?? '';
  for (const [, body] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, text] of (body ?? '').matchAll(/<([0-9a-f\s]+)>\s*<([0-9a-f\s]*)>/gi)) {
      characters.set(Number.parseInt(code ?? '', 16), utf16(text ?? ''));
    }
  }
  for (const [, body] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, low, high, text, list] of (body ?? '').matchAll(
      /<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*(?:<([0-9a-f\s]*)>|\[([^\]]*)\])/gi,
    )) {
      const first = Number.parseInt(low ?? '', 16);
      const last = Math.min(Number.parseInt(high ?? '', 16), first + MAX_ENTRIES - characters.size);
      const listed = Array.from((list ?? '').matchAll(/<([0-9a-f\s]*)>/gi), (item) => utf16(item[1] ?? ''));
      const start = utf16(text ?? '');
      const head = start.slice(0, -1);
      const tail = start.charCodeAt(start.length - 1);
      for (let code = first; code <= last; code += 1) {
        const character = list === undefined ? head + String.fromCharCode(tail + code - first) : listed[code - first];
        if (character !== undefined && start + (list ?? '') !== '') characters.set(code, character);
      }
    }
  }
  return { characters, width: Math.floor(space.length / 2) };
}

function utf16(digits: string): string {
  const bytes = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  return bytes.length < 2
    ? bytes.toString('latin1')
    : bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le');
}
