/**
 * The earlier turns of a chat in VS Code. Each response of Fiscal carries the conversation and turn that it shows, so the next question
 * continues there. If that conversation no longer exists, it is made again from the texts that the responses carry.
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { type Conversation, emptyAnswer, type Turn } from '../../conversation/conversation.ts';
import { askModeSchema } from '../../protocol/chatCompletions.ts';
import { CHAT_PARTICIPANT } from '../common/contributions.ts';

/** Longest question or answer that a response carries, in UTF-16 units. VS Code stores it with the chat. */
export const MAX_CARRIED = 200_000;
/** Turns that are made again. */
const MAX_TURNS = 50;

const text = z.string().check(z.maxLength(MAX_CARRIED));

/** The metadata of a response. VS Code stores it, and other extensions can read it. */
const responseSchema = z.object({
  conversation: z.string().check(z.maxLength(200)),
  turn: z.string().check(z.maxLength(200)),
  zeroRetention: z.boolean(),
  askMode: askModeSchema,
  service: z.string().check(z.maxLength(500)),
  suggestions: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(20)),
  /** Absent if the answer is not complete or too long. */
  texts: z.optional(z.object({ question: text, answer: text })),
});
export type ResponseMetadata = z.infer<typeof responseSchema>;

export function readMetadata(result: Vscode.ChatResult | undefined): ResponseMetadata | null {
  return responseSchema.safeParse(result?.metadata).data ?? null;
}

/** The responses of Fiscal, oldest first. Turns of other participants are left out. */
export function ownResponses(history: Vscode.ChatContext['history']): ResponseMetadata[] {
  return history.flatMap((turn) => {
    if (!('response' in turn) || turn.participant !== CHAT_PARTICIPANT) return [];
    return readMetadata(turn.result) ?? [];
  });
}

/** The turns of a conversation that no longer exists. How their identifiers were treated is unknown, so the guard checks them again. */
export function turnsOf(responses: readonly ResponseMetadata[], newId: () => string, now: number): Turn[] {
  const turns: Turn[] = [];
  for (const { texts, askMode, zeroRetention, service } of responses.slice(-MAX_TURNS)) {
    if (!texts) continue;
    turns.push({
      id: newId(),
      parent: turns.at(-1)?.id ?? null,
      epoch: 0,
      askedAt: now,
      question: { text: texts.question, selections: [] },
      askMode,
      zeroRetention,
      service,
      answer: { ...emptyAnswer('done'), text: texts.answer },
    });
  }
  return turns;
}

export function contains({ turns }: Conversation, { turn }: ResponseMetadata): boolean {
  return turns.some(({ id }) => id === turn);
}
