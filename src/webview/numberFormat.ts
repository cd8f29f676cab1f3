/** Numbers as text in the display language. */

/** The display language of VS Code. Undefined, for the language of the browser, if it is not a valid language tag. */
export function language(): string | undefined {
  try {
    return Intl.getCanonicalLocales(document.documentElement.lang)[0];
  } catch {
    return undefined;
  }
}

/** Creates the value at the first call. An Intl format takes milliseconds to create. */
export function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

const numberFormat = once(() => new Intl.NumberFormat(language()));

const amountFormat = once(
  () => new Intl.NumberFormat(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** With two decimals. */
export const formatAmount = (value: number): string => amountFormat().format(value);

export const formatNumber = (value: number): string => numberFormat().format(value);
