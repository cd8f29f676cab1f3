/** Decides which addresses an answer can link to and how they are shown. Answers are untrusted. */

export interface SafeLink {
  readonly href: string;
  /** `host[:port]` in ASCII, so that look-alike letters are shown as `xn--…`, or the mail address. */
  readonly host: string;
}

/** Longest address, in UTF-16 units. */
const MAX_URL = 8192;

/** Cache of parsed addresses. A definition can be used ten thousand times. */
const known = new Map<string, SafeLink | null>();
const MAX_KNOWN = 256;

/** Returns the address if the browser parses it as absolute https, http or mailto, else null. */
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
    // Mail headers (subject, body, attach) would add content to the user's mail.
    const address = parsed.pathname;
    return address.includes('@') ? { href: `mailto:${address}`, host: address } : null;
  }
  if ((parsed.protocol !== 'https:' && parsed.protocol !== 'http:') || parsed.host === '') return null;
  // `https://www.irs.gov@evil.example/` leads to evil.example.
  parsed.username = '';
  parsed.password = '';
  return { href: parsed.href, host: parsed.host };
}

/** Whether the text of a link starts with the host of its address, so that the host need not be added. */
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
/** Variation selectors, which are part of many emoji. */
const variation = /[\ufe00-\ufe0f]/;

function toEscape(char: string): string {
  if (variation.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** For prose: escapes characters that change the direction of text. Keeps the joiners in emoji and Arabic. */
export function visibleProse(text: string): string {
  return text.replace(reordering, toEscape);
}

/** For links and code: also escapes invisible characters. */
export function visibleExactly(text: string): string {
  return text.replace(invisible, toEscape);
}
