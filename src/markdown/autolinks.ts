/** Addresses in running text: `<https://…>`, `<a@b.example>`, and GFM's bare `https://…`, `www.…` and `a@b.example`. */
import type { Inline } from './inline.ts';

const angledPattern = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\x00-\x20]*)>/y;
const angledMailPattern =
  /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?){0,10})>/y;
const barePattern = /(?:https?:\/\/|www\.)[^\s<>[\]"`\\|{}]{1,4096}/iy;
const domainPattern = /^(?:https?:\/\/)?([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)/iu;
const MAX_BARE = 4096;
const MAX_LOCAL = 64;

export interface Address {
  readonly url: string;
  readonly text: string;
  readonly end: number;
}

export function readAngled(text: string, at: number): Address | null {
  angledPattern.lastIndex = at;
  const match = angledPattern.exec(text);
  if (match?.[1] !== undefined) return { url: match[1], text: match[1], end: angledPattern.lastIndex };
  angledMailPattern.lastIndex = at;
  const mail = angledMailPattern.exec(text);
  if (mail?.[1] === undefined) return null;
  return { url: `mailto:${mail[1]}`, text: mail[1], end: angledMailPattern.lastIndex };
}

/**
 * Returns the bare address at the position, without the punctuation of the sentence around it. Returns the position to continue
 * from if there is none, so that no character is examined twice.
 */
export function readBare(text: string, at: number): Address | number {
  if (at > 0 && /[\p{L}\p{N}_/.@-]/u.test(text.charAt(at - 1))) return at + 1;
  barePattern.lastIndex = at;
  const match = barePattern.exec(text);
  if (!match) return at + 1;
  if (match[0].length >= MAX_BARE) return barePattern.lastIndex;
  const found = trimEnd(match[0]);
  const domain = domainPattern.exec(found)?.[1];
  const isWeb = /^https?:/i.test(found);
  if (!domain || (!isWeb && !/\..*\./.test(domain)) || (isWeb && found.endsWith('://'))) return barePattern.lastIndex;
  return { url: isWeb ? found : `https://${found}`, text: found, end: at + found.length };
}

function trimEnd(address: string): string {
  let end = address.length;
  let open = 0;
  for (const char of address) open += char === '(' ? 1 : char === ')' ? -1 : 0;
  for (; end > 0; end--) {
    const char = address.charAt(end - 1);
    if (char === ')' && open < 0) open++;
    else if (char === ';') {
      const entity = /&[A-Za-z0-9#]{1,32};$/.exec(address.slice(Math.max(0, end - 40), end));
      if (!entity) break;
      end -= entity[0].length - 1;
    } else if (!/[?!.,:*_~'’]/.test(char)) break;
  }
  return address.slice(0, end);
}

/** Splits a text at the mail addresses in it. */
export function withMailLinks(text: string): Inline[] | null {
  let inlines: Inline[] | null = null;
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let begin = at;
    while (begin > from && at - begin < MAX_LOCAL && /[A-Za-z0-9._+-]/.test(text.charAt(begin - 1))) begin--;
    const domain = /^[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){1,8}/.exec(text.slice(at + 1, at + 256))?.[0];
    const address = domain && `${text.slice(begin, at)}@${domain.replace(/[_-]+$/, '')}`;
    if (begin === at || !address || /[._+-]$/.test(address)) continue;
    inlines ??= [];
    if (begin > from) inlines.push({ kind: 'text', text: text.slice(from, begin) });
    const children: Inline[] = [{ kind: 'text', text: address }];
    inlines.push({ kind: 'link', url: `mailto:${address}`, title: '', bare: true, children });
    from = begin + address.length;
  }
  if (inlines && from < text.length) inlines.push({ kind: 'text', text: text.slice(from) });
  return inlines;
}
