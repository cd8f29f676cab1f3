/** Characters of Markdown: escapes, entities, blanks and punctuation. */

const entityPattern = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;
const escapeOrEntity = /\\([!-/:-@[-`{-~])|&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** The browser decodes the 2,125 names. A document of DOMParser runs nothing, and the name has only letters and digits. */
const names = new Map<string, string | null>();
const MAX_NAMES = 4096;

function decodeName(name: string): string | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = new DOMParser().parseFromString(`<!doctype html><body>&${name};`, 'text/html').body.textContent ?? '';
  // If the name is unknown, or only its start is known, the result still ends in the semicolon.
  const value = text.endsWith(';') && name !== 'semi' ? null : text;
  if (names.size < MAX_NAMES) names.set(name, value);
  return value;
}

function decodeNumber(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  return String.fromCodePoint(code);
}

/** Decodes the character reference at the position. Returns null if there is none. */
export function readEntity(text: string, at: number): { value: string; end: number } | null {
  entityPattern.lastIndex = at;
  const match = entityPattern.exec(text);
  if (!match) return null;
  const [, hex, decimal, name] = match;
  const value = name ? decodeName(name) : decodeNumber(hex ? Number.parseInt(hex, 16) : Number(decimal));
  return value === null ? null : { value, end: entityPattern.lastIndex };
}

/** Resolves backslash escapes and character references. */
export function unescapeText(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(escapeOrEntity, (all, escaped?: string) => escaped ?? readEntity(all, 0)?.value ?? all);
}

export function isEscapable(char: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(char);
}

/** Also true for the empty string, which is passed at the ends of the text. */
export function isSpace(char: string): boolean {
  return char === '' || /^\s$/u.test(char);
}

export function isPunctuation(char: string): boolean {
  return /^[\p{P}\p{S}]$/u.test(char);
}
