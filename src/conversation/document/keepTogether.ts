/** What names the number after it. As an escape, `§` does not depend on the encoding of the script. */
const NAMES = /\u00a7|\b(?:ASC|AS|AU-C|Reg\.|Sec\.|[Ss]ections?)/.source;

/** `§ 179(b)(1)`, `Reg. § 1.179-2`, `ASC 606-10-25-1`, `(b)(1)`, `2025-12-31`. Each part is short enough for a narrow column. */
const KEPT = new RegExp(
  `((?:(?:${NAMES})[ \\u00a0]){1,2}\\d{1,8}[A-Za-z]?(?:[-.]\\d{1,8}[A-Za-z]?){0,8}(?:\\(\\w{1,5}\\)){0,5}|(?:\\(\\w{1,5}\\)){2,5}|\\b\\d{1,8}(?:-\\d{1,8}){1,8})`,
);

/** Splits text into parts. Every second one is a citation, a number or a date in which no line ends. */
export function splitKept(text: string): string[] {
  return text.split(KEPT);
}

const NAME_AND_BLANK = new RegExp(`(${NAMES}) (?=[\\d\u00a7(])`, 'g');

/** Text for a page: no line ends between `§` and its number, or between the name of a standard and its number. */
export function keepTogether(text: string): string {
  return text.replace(NAME_AND_BLANK, '$1\u00a0');
}

/** Splits text into parts. Every second one is a date or a number with hyphens, which has no line end in it. */
export function splitNumbers(text: string): string[] {
  return text.split(/(\d{1,8}(?:-\d{1,8}){1,8})/);
}
