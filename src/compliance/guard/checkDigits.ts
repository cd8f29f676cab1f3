/** Check digits and number ranges of the identifiers that have them. Each takes the bare digits or letters. */

/** ISO/IEC 7812 (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ABA routing transit number: weights 3, 7, 1, and the ranges of the first two digits that are in use. */
export function isRoutingNumber(digits: string): boolean {
  if (digits.length !== 9) return false;
  const first = Number(digits.slice(0, 2));
  const inUse = first <= 12 || (first >= 21 && first <= 32) || (first >= 61 && first <= 72) || first === 80;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * ([3, 7, 1][i % 3] ?? 0), 0);
  return inUse && sum % 10 === 0 && digits !== '000000000';
}

/** ISO 13616: the length of the country, then the remainder 1 modulo 97. Upper case, without spaces. */
export function isIban(text: string): boolean {
  if (IBAN_LENGTHS.get(text.slice(0, 2)) !== text.length) return false;
  let rest = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** The number of characters in each country. */
export const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ' +
    'ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 ' +
    'TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** Lengths and first digits of the card networks. */
export function isCardNumber(digits: string): boolean {
  const known =
    /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12})$/;
  return known.test(digits) && passesLuhn(digits);
}

/** Social Security number: no area 000, 666 or 9xx, no group 00, no serial 0000. */
export function isSsn(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

/** Individual taxpayer identification number: begins with 9; the fourth and fifth digit are in the ranges that the IRS assigns. */
export function isItin(digits: string): boolean {
  return /^9\d{2}(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digits);
}

/** Employer identification number: the prefixes that the IRS has assigned. */
export function isEin(digits: string): boolean {
  return (
    /^(?:0[1-6]|1[0-6]|2[0-7]|3\d|4[0-8]|5[0-9]|6[0-8]|7[1-7]|8[0-8]|9[0-5]|9[89])\d{7}$/.test(digits) &&
    !/^\d\d0{7}$/.test(digits)
  );
}

/**
 * German Steuer-Identifikationsnummer: 11 digits, not beginning with 0. Of the first ten, one digit appears two or three times and every
 * other at most once.
 */
export function isGermanTaxId(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const counts = [...new Set(digits.slice(0, 10))].map((digit) => digits.slice(0, 10).split(digit).length - 1);
  const repeated = counts.filter((count) => count > 1);
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3 && passesMod11And10(digits);
}

/** German Umsatzsteuer-Identifikationsnummer, without the letters DE. */
export function isGermanVatId(digits: string): boolean {
  return /^[1-9]\d{8}$/.test(digits) && passesMod11And10(digits);
}

/** ISO/IEC 7064, MOD 11,10. */
function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}
