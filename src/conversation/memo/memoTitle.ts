/** The title of a memo. It is not cut, unlike the title of a conversation in a list. */
import type { Conversation, Turn } from '../conversation.ts';
import { baseName, oneLine, shorten } from '../display.ts';
import type { DocumentLanguage } from '../documentLanguage.ts';
import { selectionPlace } from './selectionPlace.ts';

/** A question that is longer is no title. UTF-16 units. */
const MAX_QUESTION = 300;

/** `isTemplate`: the question is one of the list, which is an instruction and no title. The selected text is what the memo is about. */
export function memoTitle(
  { title, hasCustomTitle }: Pick<Conversation, 'title' | 'hasCustomTitle'>,
  turn: Turn,
  isTemplate: boolean,
  l10n: DocumentLanguage,
): string {
  if (hasCustomTitle && title.trim() !== '') return oneLine(title);
  const [selection] = turn.question.selections;
  if (selection && (isTemplate || turn.question.text.trim() === '')) {
    return `${oneLine(baseName(selection.label))}, ${selectionPlace(selection, l10n)}`;
  }
  const question = oneLine(turn.question.text);
  const first = /^.{1,300}?[.?!:](?=\s|$)/.exec(question)?.[0].replace(/[.:]$/, '') ?? shorten(question, MAX_QUESTION);
  return first || oneLine(title);
}
