const ROMAN = /^(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The value of a label in Roman digits, up to 399, in lower or upper case; null for any other text. */
export function romanValue(label: string): number | null {
  const roman = label.toLowerCase();
  if (!ROMAN.test(roman)) return null;
  let value = 0;
  for (let at = 0; at < roman.length; at += 1) {
    const own = DIGITS[roman[at] ?? ''] ?? 0;
    value += own < (DIGITS[roman[at + 1] ?? ''] ?? 0) ? -own : own;
  }
  return value;
}
