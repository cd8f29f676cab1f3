/** Which addresses an answer may link to, and what of them is shown. Answers are untrusted. */

export interface SafeLink {
  readonly href: string;
  /** Where it leads: `host[:port]` in ASCII (so look-alike letters show as `xn--…`), or the mail address. */
  readonly host: string;
}

/** Longest address, in UTF-16 units. */
const MAX_URL = 8192;

/** A definition may be used ten thousand times: read once, its text is also kept in memory once. */
const known = new Map<string, SafeLink | null>();
const MAX_KNOWN = 256;

/** The address if it is absolute and https, http or mailto after the browser's own reading of it; else null. */
export function safeLink(url: string): SafeLink | null {
  let link = known.get(url);
  if (link === undefined) {
    link = readLink(url);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(url, link);
  }
  return link;
}

function readLink(url: string): SafeLink | null {
  if (url.length > MAX_URL || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol === 'mailto:') {
    // Headers (subject, body, attach) would put words into the user's mail.
    const address = parsed.pathname;
    return address.includes('@') ? { href: `mailto:${address}`, host: address } : null;
  }
  if ((parsed.protocol !== 'https:' && parsed.protocol !== 'http:') || parsed.host === '') return null;
  // `https://www.irs.gov@evil.example/` leads to evil.example.
  parsed.username = '';
  parsed.password = '';
  return { href: parsed.href, host: parsed.host };
}

/** Whether the text of a link begins with the host that it leads to, so that nothing need be added. */
export function showsHost(text: string, { host }: SafeLink): boolean {
  const shown = text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '');
  return shown.startsWith(host.toLowerCase()) && /^(?:$|[/?#])/.test(shown.slice(host.length));
}

/** Host of an image that is not shown; null when the address has none. */
export function imageHost(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}

/** Embeddings, overrides and isolates. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;
/** Characters without a shape of their own: format controls, fillers, tags. */
const invisible = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;
/** Choose the look of the character before them; part of many emoji. */
const variation = /[\ufe00-\ufe0f]/;

function toEscape(char: string): string {
  if (variation.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Prose: what would change the order of other characters is shown as an escape; joiners in emoji and Arabic stay. */
export function visibleProse(text: string): string {
  return text.replace(reordering, toEscape);
}

/** Links and code: nothing invisible is left unseen. */
export function visibleExactly(text: string): string {
  return text.replace(invisible, toEscape);
}
