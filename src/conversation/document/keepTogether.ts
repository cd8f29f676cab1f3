/** Text for a page: no line ends between `§` and its number, or between the name of a standard and its number. */
export function keepTogether(text: string): string {
  return text.replace(/(§|\b(?:ASC|AS|AU-C|Reg\.|Sec\.|[Ss]ection)) (?=[\d§(])/g, '$1\u00a0');
}

/** Splits text into parts. Every second one is a date or a number with hyphens, which has no line end in it. */
export function splitNumbers(text: string): string[] {
  return text.split(/(\d{1,8}(?:-\d{1,8}){1,8})/);
}
