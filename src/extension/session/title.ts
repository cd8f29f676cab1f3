/** The automatic title of a conversation: one short line that tells it apart from others. */
import type { Question } from '../../conversation/conversation.ts';
import { baseName, oneLine, shorten } from '../../conversation/display.ts';

/** Maximum length of a title, in UTF-16 units. */
const MAX_TITLE = 80;

/** The marks of a comment, a heading, a list or a quotation at the start of a text. */
const MARKS = /^(?:[/*#>;%\s]|--|<!--|[-+] )+/;

/**
 * The question, or, if it has the text of a template, the file and the first words of the selected text. Questions with one
 * template would otherwise all have one title.
 */
export function titleFor(question: Question, isTemplate: boolean): string {
  const [selection] = question.selections;
  const text = oneLine(question.text);
  if (selection && (isTemplate || text === '')) {
    const words = oneLine(selection.text.slice(0, MAX_TITLE * 4)).replace(MARKS, '');
    return shorten(`${baseName(selection.label)}: ${words}`, MAX_TITLE);
  }
  return shorten(text, MAX_TITLE);
}
