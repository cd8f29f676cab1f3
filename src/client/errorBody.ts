/** An error body or error object -> kind and plain words. The interface does not show its form, so common ones are read. */
import type { ErrorKind, ErrorReason } from '../protocol/errors.ts';
import { parseJson } from '../text/json.ts';
import { ServiceError } from './errors.ts';
import type { Redactor } from './redact.ts';
import { type Fields, getOwn, isFields, readable } from './value.ts';

const DETAIL_LENGTH = 500;
const WORDS = [
  'message',
  'detail',
  'error_description',
  'description',
  'msg',
  'title',
  'reason',
  'error',
  'errors',
  'body',
];

/** HTML tags, which are removed. Anything else in angle brackets is text: `<API_KEY>`, `<IRC § 179>`. */
const MARKUP =
  /<!--[\s\S]*?-->|<\/?(?:a|b|big|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|link|meta|ol|p|pre|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|title|tr|tt|u|ul)(?:\s[^>]*|\/)?>/gi;

/** An error object inside a reply of status 200. */
export function fromErrorObject(error: unknown, redact: Redactor): ServiceError {
  const rights = saysRights(JSON.stringify(error) ?? '');
  const kind = rights ? 'forbidden' : (kindOf(error) ?? 'server');
  // The words of a refusal for rights are those of its reason.
  const detail = rights ? undefined : toDetail(findWords(error, 0), redact, kind);
  return new ServiceError(kind, {
    detail,
    reason: kind === 'server' || kind === 'timeout' ? 'duringAnswer' : rights,
  });
}

/** The words of an error body; undefined when it contains none that a person could read (HTML, binary, nothing). */
export function readErrorBody(body: string, redact: Redactor, kind: ErrorKind): string | undefined {
  const text = body.trim();
  if (text === '' || looksLikeHtml(text)) return undefined;
  const parsed = parseJson(text);
  if (parsed !== undefined) return toDetail(findWords(parsed, 0), redact, kind);
  return /^[{["]/.test(text) ? undefined : toDetail(text, redact, kind);
}

/** What the firm's server refuses because of the rights of the caller (docs/firm.md). */
export function saysRights(text: string): 'noMatter' | 'rightsChanged' | undefined {
  if (/"code":\s*"matter_not_found"/.test(text)) return 'noMatter';
  return /"code":\s*"rights_changed"/.test(text) ? 'rightsChanged' : undefined;
}

/** Whether the `WWW-Authenticate` of a refusal is that of a server with a sign-in (RFC 9728), which refused a token and not a key. */
export function saysSignedOut(challenge = ''): boolean {
  return /\bresource_metadata="/.test(challenge) && /\berror="invalid_token"/.test(challenge);
}

/** Whether an error body says that a quota, not a rate, is used up. */
export function saysQuota(body: string): boolean {
  return /"(?:insufficient_quota|quota_exceeded|billing_[a-z_]+|insufficient_funds|payment_required)"/.test(body);
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml|!--|[a-z][a-z0-9]*[\s>/])/i.test(text);
}

function kindOf(error: unknown): ErrorKind | undefined {
  if (!isFields(error)) return undefined;
  const status = Number(getOwn(error, 'status') ?? getOwn(error, 'code'));
  const byStatus = Number.isInteger(status) ? kindOfStatus(status) : undefined;
  if (byStatus) return byStatus;
  const name = `${readable(getOwn(error, 'type')) ?? ''} ${readable(getOwn(error, 'code')) ?? ''}`.toLowerCase();
  if (/quota|billing|payment|insufficient_funds/.test(name)) return 'billing';
  if (/rate.?limit|too_many/.test(name)) return 'rateLimit';
  if (/auth|api_key/.test(name)) return 'auth';
  if (/permission|forbidden/.test(name)) return 'forbidden';
  if (/too_large|context_length/.test(name)) return 'tooLarge';
  if (/timeout/.test(name)) return 'timeout';
  if (/invalid_request|validation/.test(name)) return 'request';
  return undefined;
}

/** The kind of an HTTP status that is no success; undefined for what is none. */
export function kindOfStatus(status: number): ErrorKind | undefined {
  switch (status) {
    case 401:
      return 'auth';
    case 402:
      return 'billing';
    case 403:
      return 'forbidden';
    case 404:
    case 405:
    case 410:
    case 421:
      return 'address';
    case 407:
    case 511:
      return 'proxy';
    case 408:
      return 'timeout';
    case 413:
    case 414:
    case 431:
      return 'tooLarge';
    case 429:
      return 'rateLimit';
  }
  if (status >= 300 && status < 400) return 'address';
  if (status >= 400 && status < 500) return 'request';
  return status >= 500 && status < 600 ? 'server' : undefined;
}

/** The closer cause of a status, where its text differs from that of the kind. */
export function reasonOfStatus(status: number): ErrorReason | undefined {
  if (status >= 300 && status < 400) return 'redirect';
  switch (status) {
    case 407:
      return 'proxyCredentials';
    case 408:
      return 'requestTimeout';
    case 503:
      return 'unavailable';
    case 504:
      return 'gatewayTimeout';
    case 511:
      return 'networkSignIn';
  }
  return undefined;
}

function findWords(value: unknown, depth: number): string | undefined {
  if (depth > 4) return undefined;
  const text = readable(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) {
    const all = value.slice(0, 5).map((entry) => findWords(entry, depth + 1));
    return all.filter((entry) => entry !== undefined).join('; ') || undefined;
  }
  return isFields(value) ? wordsOf(value, depth) : undefined;
}

function wordsOf(fields: Fields, depth: number): string | undefined {
  for (const name of WORDS) {
    const words = findWords(getOwn(fields, name), depth + 1);
    if (words !== undefined) return words;
  }
  return undefined;
}

/** Plain text on one line without control and direction characters, the key and markup; capped. */
function toDetail(words: string | undefined, redact: Redactor, kind: ErrorKind): string | undefined {
  if (words === undefined || /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(words)) return undefined;
  let text = redact(words.slice(0, 16 * DETAIL_LENGTH));
  // Services show refused keys with their middle left out; nothing of a key is worth showing.
  if (kind === 'auth') text = text.replace(/\S*(?:\*{2,}|…|\.{3,})\S+/g, '[key]');
  text = text
    .replace(MARKUP, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (text === '') return undefined;
  return text.length > DETAIL_LENGTH ? `${text.slice(0, DETAIL_LENGTH).trimEnd()}…` : text;
}
