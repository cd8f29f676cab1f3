/** The automatic title of a conversation: its first question in one short line. */
import type { Question } from '../../conversation/conversation.ts';

/** Characters of a title at most. */
const MAX_TITLE = 80;

export function titleFor(question: Question): string {
  const line = question.text.replace(/\s+/g, ' ').trim();
  const text = line === '' ? (question.selections[0]?.label ?? '') : line;
  return text.length <= MAX_TITLE
    ? text
    : `${text
        .slice(0, MAX_TITLE - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
