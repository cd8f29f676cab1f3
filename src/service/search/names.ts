/** Names in a question: "Finch", "Calder Street". */
import type { Query } from './query.ts';

/** A name says who and where. In German, all nouns have a capital letter. */
const NAME = /(?<=[\p{L}\p{N},;]\s)\p{Lu}\p{Ll}+/gu;

/** In lower case. Empty for a German question. */
export function namesIn({ question, language }: Pick<Query, 'question' | 'language'>): ReadonlySet<string> {
  return new Set(language === 'de' ? [] : (question.match(NAME) ?? []).map((name) => name.toLowerCase()));
}
