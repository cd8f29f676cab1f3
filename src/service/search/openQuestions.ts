/** Leaves out the questions that a text asks and does not answer, because a question is no answer to the same question. */

const ITEM = /^\s{0,8}(?:[-*+•]|\(?\w{1,3}[.)])\s/;
/** A paragraph or a line that begins an item of a list. */
const UNITS = /\n[ \t]*\n|\n(?=\s{0,8}(?:[-*+•]|\(?\w{1,3}[.)])\s)/;
/** "U.S." and initials end no sentence. */
const SENTENCES = /(?<=(?:[\p{Ll}\d%)\]"”][.!]|\?)[)\]"”’*_]{0,3})\s+/u;
const ASKS = /\?[)\]"”’*_]{0,3}$/;
/** "Questions for the team:" */
const INTRODUCES = /:[*_]{0,3}$/;
const ASKS_FOR_QUESTIONS =
  /\b(?:questions?|unanswered|undecided|to be decided|open (?:points|issues|items|matters))\b/i;

/** Whether a question to the library asks which questions its documents ask. */
export function asksForQuestions(question: string): boolean {
  return ASKS_FOR_QUESTIONS.test(question);
}

/**
 * The text without the questions at the end of a paragraph or an item that no answer follows. What follows a question answers it, unless
 * both are items of one list.
 */
export function withoutOpenQuestions(text: string): string {
  if (!text.includes('?')) return text;
  const kept: string[] = [];
  let next: { readonly item: boolean; readonly states: boolean } | null = null;
  for (const unit of text.split(UNITS).toReversed()) {
    if (unit.trim() === '') continue;
    const item = ITEM.test(unit);
    const sentences = unit.replace(ITEM, '').trim().split(SENTENCES);
    const isAnswered: boolean = next?.states === true && !(item && next.item);
    let end = sentences.length;
    if (!isAnswered) while (end > 0 && ASKS.test(sentences[end - 1] ?? '')) end -= 1;
    const introducesQuestions: boolean = next !== null && !next.states && INTRODUCES.test(sentences.at(-1) ?? '');
    if (end > 0 && !introducesQuestions) kept.push(end === sentences.length ? unit : sentences.slice(0, end).join(' '));
    next = { item, states: !ASKS.test(sentences.at(-1) ?? '') && !introducesQuestions };
  }
  return kept.toReversed().join('\n\n');
}
