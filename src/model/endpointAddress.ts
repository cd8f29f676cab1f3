import { ModelError } from './modelError.ts';

/** `…/chat/completions` below the base address. Throws a ModelError for an address that may not be used. */
export function completionsUrl(base: string): string {
  let url: URL;
  try {
    url = new URL(base);
  } catch {
    throw new ModelError('address');
  }
  const plain = url.protocol === 'http:' && isLoopback(url.hostname);
  const clean = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!clean || (url.protocol !== 'https:' && !plain)) throw new ModelError('address');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/chat/completions') ? path : `${path}/chat/completions`}`;
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
