/** A digit of any script as 0-9. In Unicode, the digits of a script follow each other, and no other digit is directly before a zero but a nine. */
export function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
