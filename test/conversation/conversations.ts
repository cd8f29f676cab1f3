import {
  type Answer,
  type Conversation,
  emptyAnswer,
  newConversation,
  type Turn,
} from '../../src/conversation/conversation.ts';
import type { AnswerPart, PartKind } from '../../src/protocol/answerPart.ts';

/** A turn with a finished answer, unless `answer` says otherwise. */
export function turnOf(id: string, parent: string | null, answer: Partial<Answer> = {}): Turn {
  return {
    id,
    parent,
    epoch: 1,
    askedAt: 0,
    question: { text: `Question ${id}`, selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), text: `Answer ${id}`, ...answer },
  };
}

export function conversationOf(...turns: Turn[]): Conversation {
  return { ...newConversation({ id: 'c1', now: 0 }), turns, currentTurnId: turns.at(-1)?.id ?? null };
}

/** The parts of an answer of the library: the kind of each, and the text that it begins with. */
function partsOf(text: string, starts: readonly (readonly [PartKind, string])[]): AnswerPart[] {
  const places = starts.map(([, start]) => text.indexOf(start));
  return starts.map(([kind], at) => ({ kind, from: places[at] ?? 0, to: places[at + 1] ?? text.length }));
}

/** The parts of an answer that quotes. */
export const quotedParts = (text: string): AnswerPart[] =>
  partsOf(
    text,
    (
      [
        ['lead', 'The library deals'],
        ['authorities', '### Authorities'],
        ['ownDocuments', '### Your documents'],
        ['notFound', '### Not in the library'],
        ['note', '*These are'],
      ] as const
    ).filter(([, start]) => text.includes(start)),
  );
