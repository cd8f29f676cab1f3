/** The automatic title of a conversation: its first question in one short line. */

import type { Question } from '../../conversation/conversation.ts';
import { oneLine, shorten } from '../../conversation/display.ts';

/** Characters of a title at most. */
const MAX_TITLE = 80;

export function titleFor(question: Question): string {
  const line = oneLine(question.text);
  const text = line === '' ? (question.selections[0]?.label ?? '') : line;
  return shorten(text, MAX_TITLE);
}
