/** Removes an API key from text. The search is for the value of the key, so any key format is found at any position. */
import { escapePattern } from '../text/escapePattern.ts';
import { INVISIBLE } from '../text/invisible.ts';
import { placedVisible } from '../text/letters.ts';

export type Redactor = (text: string) => string;

const REPLACEMENT = '[key]';
/** Characters of a key that are searched for in every notation. A token is longer, but without its end it is of no use. */
const MAX_NOTATION = 256;
/** Shorter parts of a key, and of its base64 forms, are not removed: they may be ordinary words. */
const MIN_PART_LENGTH = 8;

export interface RedactOptions {
  /** Also removes parts of the key. Services often repeat the beginning or the end of a refused key. */
  readonly parts?: boolean;
}

/** Returns a function that replaces the key with `[key]`: plain, spaced out, base64, hexadecimal, or escaped for URLs, JSON or HTML. */
export function createRedactor(key: string | undefined, { parts = false }: RedactOptions = {}): Redactor {
  if (key === undefined || key.trim() === '') return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...base64Forms(key)]);
  const end = key.slice(-MAX_NOTATION);
  const hex = Array.from(new TextEncoder().encode(end), (byte) => hexPattern(byte, 2)).join('[\\s:]?');
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  // One pattern for all forms, because this runs on every wire event.
  const pattern = new RegExp([...ordered.map(escapePattern), hex, anyNotation(end)].join('|'), 'gu');
  const seen = placedVisible(key).text;
  return (text) => {
    const clean = withoutOtherForms(text.replace(pattern, REPLACEMENT), seen);
    return parts ? withoutParts(clean, key) : clean;
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Between two characters of the key: blanks, in a text that was wrapped or spaced out, and invisible characters. */
const GAP = `[\\s${INVISIBLE}]{0,3}`;

/** Matches the key with each of its characters plain or in any escape, also in different ones, and with gaps between them. */
function anyNotation(key: string): string {
  return Array.from(key, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = hexPattern(code, 1);
    const forms = [escapePattern(character), `\\\\u0*${hex}`, `\\\\x0*${hex}`, `&#0*${code};`, `&#[xX]0*${hex};`];
    if (code < 0x80) forms.push(`%(?:25)?${hexPattern(code, 2)}`);
    if (ENTITIES[character]) forms.push(`&${ENTITIES[character]};`);
    if (character === '"' || character === '\\' || character === '/') forms.push(escapePattern(`\\${character}`));
    return `(?:${forms.join('|')})`;
  }).join(GAP);
}

/** Removes the key if its characters are written in other forms of Unicode: wide, mathematical, raised, in circles, or with marks. */
function withoutOtherForms(text: string, seen: string): string {
  if (seen === '' || (!/\p{M}/u.test(text) && text.normalize('NFKC') === text)) return text;
  const { text: visible, starts, ends } = placedVisible(text);
  let clean = '';
  let copiedTo = 0;
  for (let at = visible.indexOf(seen); at !== -1; at = visible.indexOf(seen, at + seen.length)) {
    clean += text.slice(copiedTo, starts[at]) + REPLACEMENT;
    copiedTo = ends[at + seen.length - 1] ?? text.length;
  }
  return clean + text.slice(copiedTo);
}

/** Matches the number in hexadecimal digits, in upper or lower case. */
function hexPattern(code: number, digits: number): string {
  return code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * The base64 text of a key depends on the number of bytes before it ("Bearer key", "user:key"), modulo 3. For each of the
 * three alignments, returns the characters that depend only on the key.
 */
function base64Forms(key: string): string[] {
  const forms: string[] = [];
  for (const bytesBefore of [0, 1, 2]) {
    const encoded = btoa('\0'.repeat(bytesBefore) + toByteString(key));
    const from = Math.ceil((bytesBefore * 8) / 6);
    const to = Math.floor(((bytesBefore + key.length) * 8) / 6);
    const inner = encoded.slice(from, to);
    if (inner.length >= MIN_PART_LENGTH) forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

/** One character per byte of the UTF-8 text, as `btoa` requires. */
function toByteString(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function withoutParts(text: string, key: string): string {
  const parts = new Set<string>();
  for (let i = 0; i + MIN_PART_LENGTH <= key.length; i++) parts.add(key.slice(i, i + MIN_PART_LENGTH));
  let clean = '';
  let copiedTo = 0;
  for (let i = 0; i + MIN_PART_LENGTH <= text.length; ) {
    if (!parts.has(text.slice(i, i + MIN_PART_LENGTH))) {
      i++;
      continue;
    }
    let end = i + MIN_PART_LENGTH;
    while (end < text.length && parts.has(text.slice(end - MIN_PART_LENGTH + 1, end + 1))) end++;
    clean += text.slice(copiedTo, i) + REPLACEMENT;
    copiedTo = end;
    i = end;
  }
  return clean + text.slice(copiedTo);
}

/** Whether a key can be sent in a header: printable ASCII without spaces. Node repeats any other header value in its error message. */
export function isUsableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
