/** Text as search sees it. Quotes never pass through here. */

/** Soft hyphens and zero-width marks out, blanks before punctuation out, typographic quotes and dashes made plain. */
export function normaliseForSearch(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/ +([,;.])/g, '$1');
}
