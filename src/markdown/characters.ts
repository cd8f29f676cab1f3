/** Characters of Markdown: escapes, entities, blanks and punctuation. */

const entityPattern = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;
const escapeOrEntity = /\\([!-/:-@[-`{-~])|&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** The names that documents of tax and accounting use. `setEntityDecoder` adds the others of HTML. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  sect: '§',
  para: '¶',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  copy: '©',
  reg: '®',
  trade: '™',
  cent: '¢',
  pound: '£',
  yen: '¥',
  euro: '€',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  minus: '−',
  le: '≤',
  ge: '≥',
  ne: '≠',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
};

let decodeName = (name: string): string | null =>
  Object.hasOwn(COMMON_NAMES, name) ? (COMMON_NAMES[name] ?? null) : null;

/** Replaces the decoder of named entities. It returns null for a name that it does not know. */
export function setEntityDecoder(decoder: (name: string) => string | null): void {
  decodeName = decoder;
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
