/** Text as search sees it. Quotes never pass through here. */

const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const ALL_UNSEEN = new RegExp(UNSEEN.source, 'g');

/**
 * Soft hyphens and zero-width marks out, as they would cut words in two. Blanks before commas, typographic quotes and dashes need
 * nothing: the tokenizer passes over all of them.
 */
export function normaliseForSearch(text: string): string {
  return UNSEEN.test(text) ? text.replace(ALL_UNSEEN, '') : text;
}
