/** A turn as the service got it, for names and titles that leave the conversation. */
import { createPlaceholders } from '../../compliance/guard/placeholders.ts';
import type { Turn } from '../../conversation/conversation.ts';

/** Replaces the identifiers in the question if they were replaced when it was sent. `names`: the client names of the settings. */
export function asSent(turn: Turn, names: readonly string[]): Turn {
  if (turn.guard !== 'replace') return turn;
  const { question } = turn;
  return {
    ...turn,
    question: { ...question, text: createPlaceholders([question.text], names).replace(question.text) },
  };
}
