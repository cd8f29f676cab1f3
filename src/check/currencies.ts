/** Reads the currency before or after a number. `next` is the index of the token that follows it. */
import type { Token } from './tokens.ts';

const WORDS = {
  USD: '$ usd dollar dollars',
  EUR: '€ eur euro euros',
  GBP: '£ gbp',
  JPY: '¥ yen',
  CHF: 'chf',
  CAD: 'cad',
};
const CURRENCIES = new Map(
  Object.entries(WORDS).flatMap(([currency, words]) => words.split(' ').map((word) => [word, currency] as const)),
);

/** "$", "US$", "U.S. $", "USD". */
export function currencyBefore(tokens: readonly Token[], at: number): { currency: string; next: number } | null {
  const token = tokens[at];
  if (token === undefined) return null;
  const currency = CURRENCIES.get(token.text);
  if (currency !== undefined && token.text !== 'dollar' && token.text !== 'dollars') {
    // "$(1,234)" is a negative amount.
    const next = tokens[at + 1]?.text === '(' || tokens[at + 1]?.text === '-' ? at + 2 : at + 1;
    return { currency, next };
  }
  return token.text === 'us' && tokens[at + 1]?.text === '$' ? { currency: 'USD', next: at + 2 } : null;
}

/** "dollars", "USD", "U.S. dollars". A currency between two numbers belongs to the second one. */
export function currencyAfter(tokens: readonly Token[], at: number): { currency: string; next: number } | null {
  const word = tokens[at]?.text ?? '';
  const written = word === 'u' ? tokens.slice(at, at + 5).map(({ text }) => text) : [];
  if (/^u\.s\.dollars?$/.test(written.join(''))) return { currency: 'USD', next: at + 5 };
  const currency = CURRENCIES.get(word);
  if (currency === undefined || tokens[at + 1]?.type === 'number') return null;
  return { currency, next: at + 1 };
}
