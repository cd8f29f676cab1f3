/** The result of a tool as text for the language model of an agent. */
import { NOTICE, passageList, sourceList } from '../../conversation/agentText.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { escapeHidden, shorten } from '../../conversation/display.ts';
import { MAX_TOOL_RESULT } from './toolInput.ts';

/** Characters per token, at least. */
const CHARACTERS_PER_TOKEN = 3;

const INTRODUCTION = `${NOTICE} Cite each statement with its source number, file and lines.`;

/** A result before the identifier guard has read it. */
export interface ToolText {
  readonly introduction: string;
  readonly body: string;
  /** Behind the body, which is cut first. */
  readonly list: string;
}

/** The answer with its sources. */
export function researchResult({ answer }: Turn): ToolText {
  return { introduction: INTRODUCTION, body: answer.text, list: sourceList(answer.sources) };
}

/** The passages that were found. */
export function libraryResult({ answer }: Turn): ToolText {
  if (answer.sources.length === 0) return { introduction: 'No passage was found.', body: answer.text, list: '' };
  return { introduction: INTRODUCTION, body: passageList(answer.sources), list: '' };
}

/** The result as the model receives it. The user could not see what hidden characters say. */
export function resultText(text: ToolText, tokenBudget?: number): string {
  const room = Math.min(MAX_TOOL_RESULT, (tokenBudget ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN);
  const list = escapeHidden(text.list);
  const body = cap(escapeHidden(text.body), Math.max(0, room - list.length - text.introduction.length));
  return cap(`${text.introduction}\n\n${body}${list}`, room);
}

function cap(text: string, length: number): string {
  return text.length <= length ? text : `${shorten(text, Math.max(1, length - 40))}\n(The result was shortened.)`;
}
