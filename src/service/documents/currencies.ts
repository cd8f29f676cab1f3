/** Currencies as documents write them. */

/** Codes such as EUR. Other words of three capitals are none: "ISO 9001", "AMOUNT DUE". */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A sign, a code or "Euro", as the source of a pattern. */
export const CURRENCY = String.raw`(?:\p{Sc}|(?:${[...CURRENCIES].join('|')})(?!\p{L})|Euro(?!\p{L}))`;
