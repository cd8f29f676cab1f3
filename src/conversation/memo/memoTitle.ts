/** The title of a memo. It is not cut, unlike the title of a conversation in a list. */
import type { Conversation, Turn } from '../conversation.ts';
import { baseName, oneLine, shorten } from '../display.ts';
import type { DocumentLanguage } from '../documentLanguage.ts';
import { selectionPlace } from './selectionPlace.ts';

/** A question that is longer is no title. UTF-16 units. */
const MAX_QUESTION = 300;

/** `isTemplate`: many questions have this text, so the selected text tells them apart. */
export function memoTitle(
  { title, hasCustomTitle }: Pick<Conversation, 'title' | 'hasCustomTitle'>,
  turn: Turn,
  isTemplate: boolean,
  l10n: DocumentLanguage,
): string {
  if (hasCustomTitle && title.trim() !== '') return oneLine(title);
  const [selection] = turn.question.selections;
  const question = oneLine(turn.question.text);
  const first = /^.{1,300}?[.?!:](?=\s|$)/.exec(question)?.[0].replace(/[.:]$/, '') ?? shorten(question, MAX_QUESTION);
  if (!selection || !(isTemplate || question === '')) return first || oneLine(title);
  const place = `${baseName(selection.label)}, ${selectionPlace(selection, l10n)}`;
  return first === '' ? place : `${first}: ${place}`;
}
