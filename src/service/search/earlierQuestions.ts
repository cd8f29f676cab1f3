/** What a question takes over from the earlier questions of its conversation. */

/** How a question depends on the one before. `perhaps`: it is short, and may as well be about something else. */
export type Continues = 'yes' | 'perhaps' | 'no';

/** "What about partnerships?", "And when does it end?", in English and German. */
const BEGINS =
  /^\W*(?:and|but|so|or|what about|how about|what if|what happens (?:if|when)|und|aber|oder|was ist mit|wie ist es|was,? wenn|was (?:ist|passiert|geschieht|gilt),? wenn)\b/i;
/** These words mostly refer to the question before, and in a long question often to its own words. */
const REFERS =
  /\b(?:it|its|this|that|these|those|they|them|their|there|he|she|his|her|es|das|dies\w{0,2}|sie|ihr\w{0,2}|davon|dafür|dabei|darin|dort|er)\b/i;
/** A question with fewer words than this may continue the last one. */
const SHORT = 4;

/** `words` is the number of words to search for. "Thank you, that is all" has none and asks nothing. */
export function continuesLast(question: string, words: number): Continues {
  const refers = BEGINS.test(question) || REFERS.test(question);
  if (words === 0) return question.includes('?') && refers ? 'yes' : 'no';
  if (refers) return 'yes';
  return words < SHORT ? 'perhaps' : 'no';
}

/** Whether a question that continues the last one is also about the authority that the last one cites. */
export function keepsCitations(question: string, words: number): boolean {
  return continuesLast(question, words) === 'yes' && (words < SHORT || BEGINS.test(question));
}

/**
 * The last question that asks something, and those before it up to the one that opened the subject. The last comes first.
 * "Thanks!" has no words to search for and asks nothing. A question about a selection opens a subject.
 */
export function earlierSubject<T extends { readonly selections: readonly unknown[] }>(
  questions: readonly T[],
  textOf: (question: T) => string,
  wordsIn: (text: string) => number,
): T[] {
  const asking = questions.filter((each) => each.selections.length > 0 || wordsIn(textOf(each)) > 0);
  const opened = asking.findLastIndex((each) => {
    const text = textOf(each);
    return each.selections.length > 0 || continuesLast(text, wordsIn(text)) !== 'yes';
  });
  return asking.slice(Math.max(0, opened)).toReversed();
}
