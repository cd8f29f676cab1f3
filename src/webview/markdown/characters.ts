/** Characters of Markdown: escapes, entities, what counts as blank or punctuation. */

const entityPattern = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;
const escapeOrEntity = /\\([!-/:-@[-`{-~])|&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** The browser knows the 2,125 names; a document made by DOMParser is inert, and the name is letters and digits only. */
const names = new Map<string, string | null>();
const MAX_NAMES = 4096;

function decodeName(name: string): string | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = new DOMParser().parseFromString(`<!doctype html><body>&${name};`, 'text/html').body.textContent ?? '';
  // What is left of an unknown name, or of one of which only the beginning is known, ends in the semicolon.
  const value = text.endsWith(';') && name !== 'semi' ? null : text;
  if (names.size < MAX_NAMES) names.set(name, value);
  return value;
}

function decodeNumber(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  return String.fromCodePoint(code);
}

/** The character reference that begins at `at`, decoded; null when there is none. */
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

/** True also for the ends of the text, which are given as the empty string. */
export function isSpace(char: string): boolean {
  return char === '' || /^\s$/u.test(char);
}

export function isPunctuation(char: string): boolean {
  return /^[\p{P}\p{S}]$/u.test(char);
}
