/** Builds the `messages` of a request from a conversation. The preview shows the same messages that are sent. */
import type { Message } from '../protocol/chatCompletions.ts';
import type { Question, Selection, Turn } from './conversation.ts';
import { selectionPart } from './display.ts';
import { longestBackticks } from './escape.ts';
import { matterBlock } from './matter.ts';

/**
 * Returns the messages of a request: the turns of `context` that are included, then the question. An interrupted, stopped or
 * failed answer is omitted together with its question, unless the user has included it. So `human` and `ai` alternate, as
 * docs/interface.md (Message) requires. `context` is the branch before the question, oldest turn first.
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

/** Whether later requests include this turn. An answer without text cannot be sent as a message. */
export function countsAsHistory(turn: Turn): boolean {
  if (turn.answer.text.trim() === '') return false;
  return turn.includeInContext ?? turn.answer.state === 'done';
}

/** Returns the text of a `human` message: the question, the facts of the matter, the quote and the selections, each after a line that introduces it. */
export function toContent(question: Question): string {
  const parts = [question.text.trim()];
  if (question.matter && question.matter.length > 0) parts.push(matterBlock(question.matter));
  if (question.quote) parts.push(`Quoted from the earlier answer:\n\n${blockquote(question.quote)}`);
  for (const selection of question.selections) parts.push(selectionBlock(selection));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The fence is longer than any run of backticks in the selection, so the text cannot close it. */
function selectionBlock(selection: Selection): string {
  const fence = '`'.repeat(Math.max(3, longestBackticks(selection.text) + 1));
  return `From ${selection.label}, ${selectionPart(selection)}:\n\n${fence}${selection.languageId}\n${selection.text}\n${fence}`;
}

function blockquote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}
