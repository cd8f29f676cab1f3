/** Conversation -> the `messages` array that is sent. What this returns is what the preview shows and the service receives. */
import type { Message } from '../protocol/chatCompletions.ts';
import type { Question, Selection, Turn } from './conversation.ts';

/**
 * The messages of a request: every turn of `context` that counts as history, then the question (Message, Rules 1 and 2).
 * Interrupted, stopped and failed answers are left out together with their question unless the user said otherwise, so `human`
 * and `ai` always alternate. `context` is the branch before the question, oldest turn first.
 */
export function toMessages(context: readonly Turn[], question: Question): Message[] {
  const messages: Message[] = [];
  for (const turn of context) {
    if (!countsAsHistory(turn)) continue;
    messages.push({ role: 'human', content: toContent(turn.question) }, { role: 'ai', content: turn.answer.text });
  }
  messages.push({ role: 'human', content: toContent(question) });
  return messages;
}

/** Whether later requests carry this turn. An answer without text cannot be sent as a message. */
export function countsAsHistory(turn: Turn): boolean {
  if (turn.answer.text.trim() === '') return false;
  return turn.includeInContext ?? turn.answer.state === 'done';
}

/** The text of the user's turn: the question, then what was quoted, then the selections, each under a line that says what it is. */
export function toContent(question: Question): string {
  const parts = [question.text.trim()];
  if (question.quote) parts.push(`Quoted from the earlier answer:\n\n${blockquote(question.quote)}`);
  for (const selection of question.selections) parts.push(describe(selection));
  return parts.filter((part) => part !== '').join('\n\n');
}

function describe(selection: Selection): string {
  const lines =
    selection.startLine === selection.endLine
      ? `line ${selection.startLine}`
      : `lines ${selection.startLine}-${selection.endLine}`;
  const fence = '`'.repeat(Math.max(3, longestRun(selection.text) + 1));
  return `From ${selection.label}, ${lines}:\n\n${fence}${selection.languageId}\n${selection.text}\n${fence}`;
}

function blockquote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), (match) => match[0].length));
}
