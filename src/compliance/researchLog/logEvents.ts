/** Turns of a conversation as events of the research log. With zero retention, an event contains digests and counts and no text. */

import type { AnswerAction } from '../../conversation/answerAction.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import { canonicalJson, type LogEvent, sha256 } from './logEntry.ts';

type EventOf<T extends LogEvent['type']> = Extract<LogEvent, { type: T }>;

function ofTurn(conversation: string, turn: Turn) {
  return { conversation, turn: turn.id, retention: turn.zeroRetention ? ('zero' as const) : ('default' as const) };
}

/** `messages` as they are sent: with the guard's placeholders, if there are any. */
export function askedEvent(conversation: string, turn: Turn, messages: readonly Message[]): EventOf<'asked'> {
  const plain = messages.map(({ role, content }) => ({ role, content }));
  const text = plain.at(-1)?.content;
  return {
    type: 'asked',
    ...ofTurn(conversation, turn),
    mode: turn.askMode,
    ...(turn.allowedAskModes && { allowedModes: [...turn.allowedAskModes] }),
    host: turn.service,
    ...(turn.question.matterName !== undefined && !turn.zeroRetention && { matter: turn.question.matterName }),
    ...(turn.model && { model: turn.model }),
    sent: {
      digest: sha256(canonicalJson(plain)),
      messages: plain.length,
      length: plain.reduce((sum, message) => sum + message.content.length, 0),
      ...(!turn.zeroRetention && text !== undefined && { text }),
    },
  };
}

export function answeredEvent(conversation: string, turn: Turn): EventOf<'answered'> {
  const { answer } = turn;
  const list = answer.sources.map(({ title, url, section, date, review }) => ({
    title,
    url,
    ...(section !== undefined && { section }),
    ...(date !== undefined && { date }),
    review,
  }));
  return {
    type: 'answered',
    ...ofTurn(conversation, turn),
    state: answer.state,
    ...(answer.selectedMode && { selectedMode: answer.selectedMode }),
    finishReason: answer.finishReason,
    answer: digestOf(turn),
    sources: { digest: sha256(canonicalJson(list)), count: list.length, ...(!turn.zeroRetention && { list }) },
    usage: answer.usage,
    ...(answer.modelUse && { modelUse: answer.modelUse }),
  };
}

/** How the log names what users do with an answer. */
const ACTIONS: Readonly<Record<AnswerAction, string>> = {
  insert: 'inserted',
  copyMarkdown: 'copied',
  copyPlain: 'copied',
  copiedRich: 'copied',
  newDocument: 'new document',
  memo: 'memo',
  exported: 'exported',
};

export function usedEvent(conversation: string, turn: Turn, action: AnswerAction): EventOf<'used'> {
  return { type: 'used', ...ofTurn(conversation, turn), how: ACTIONS[action], answer: digestOf(turn) };
}

/** `source` is the position in the answer's list, from 0. */
export function reviewedEvent(conversation: string, turn: Turn, source: number): EventOf<'reviewed'> {
  const reviewed = turn.answer.sources[source];
  return {
    type: 'reviewed',
    ...ofTurn(conversation, turn),
    source: source + 1,
    review: reviewed?.review ?? 'unread',
    ...(reviewed && !turn.zeroRetention && { title: reviewed.title }),
  };
}

function digestOf({ answer }: Turn) {
  return { digest: sha256(answer.text), length: answer.text.length };
}
