/** Removes the key by its value, not by a pattern, so that its form and place do not matter. */

export type Redactor = (text: string) => string;

const MARK = '[key]';
/** Length from which a part of the key is removed too, where parts are. */
const PART = 8;

/**
 * A function that replaces the key (plain, base64, hexadecimal, escaped for URLs, JSON or HTML) by `[key]`; with `parts` also parts of it,
 * since services like to repeat the beginning or the end of a refused key.
 */
export function createRedactor(key: string | undefined, parts = false): Redactor {
  if (key === undefined || key.trim() === '') return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...base64Forms(key)]);
  const hex = Array.from(new TextEncoder().encode(key), (byte) => hexPattern(byte, 2)).join('[\\s:]?');
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  // One search for all forms: this runs over every wire event.
  const pattern = new RegExp([...ordered.map(escapePattern), hex, anyNotation(key)].join('|'), 'g');
  return (text) => {
    const clean = text.replace(pattern, MARK);
    return parts ? withoutParts(clean, key) : clean;
  };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Matches the key with each of its characters plain or in any escape, also in different ones. */
function anyNotation(key: string): string {
  return Array.from(key, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = hexPattern(code, 1);
    const forms = [escapePattern(character), `\\\\u0*${hex}`, `\\\\x0*${hex}`, `&#0*${code};`, `&#[xX]0*${hex};`];
    if (code < 0x80) forms.push(`%(?:25)?${hexPattern(code, 2)}`);
    if (ENTITIES[character]) forms.push(`&${ENTITIES[character]};`);
    if (character === '"' || character === '\\' || character === '/') forms.push(escapePattern(`\\${character}`));
    return `(?:${forms.join('|')})`;
  }).join('');
}

/** The number in hexadecimal digits of either case. */
function hexPattern(code: number, digits: number): string {
  return code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * The base64 text of a key depends on the number of bytes before it ("Bearer key", "user:key"). For each of the three
 * alignments, the characters that the key alone determines.
 */
function base64Forms(key: string): string[] {
  const forms: string[] = [];
  for (const lead of [0, 1, 2]) {
    const encoded = btoa('\0'.repeat(lead) + toLatin1(key));
    const from = Math.ceil((lead * 8) / 6);
    const to = Math.floor(((lead + key.length) * 8) / 6);
    const inner = encoded.slice(from, to);
    if (inner.length >= 8) forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

function toLatin1(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function withoutParts(text: string, key: string): string {
  const parts = new Set<string>();
  for (let i = 0; i + PART <= key.length; i++) parts.add(key.slice(i, i + PART));
  let clean = '';
  let kept = 0;
  for (let i = 0; i + PART <= text.length; ) {
    if (!parts.has(text.slice(i, i + PART))) {
      i++;
      continue;
    }
    let end = i + PART;
    while (end < text.length && parts.has(text.slice(end - PART + 1, end + 1))) end++;
    clean += text.slice(kept, i) + MARK;
    kept = end;
    i = end;
  }
  return clean + text.slice(kept);
}

/** Whether a key can be sent in a header: printable ASCII without blanks. Node puts any other header into its error text. */
export function isUsableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
