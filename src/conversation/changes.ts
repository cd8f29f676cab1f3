/** (Conversation, Change) -> Conversation. The host and the page run this same function, so both show the same. */
import { newestLeaf } from './branches.ts';
import type { Change } from './change.ts';
import { type Conversation, isPending, strictestGuard, type Turn } from './conversation.ts';
import { MAX_STORED_SUGGESTIONS } from './suggestions.ts';

/** Thrown when a piece of text does not follow the text before it: the receiver must ask for the whole state again. */
export class GapError extends Error {
  override readonly name = 'GapError';
}

/**
 * Applies a change. Never mutates its input; parts that the change does not touch keep their identity, so a view can compare
 * by reference. Changes for an unknown turn or an older epoch leave the conversation as it is.
 */
export function reduce(conversation: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'turnAdded':
      if (conversation.turns.some((turn) => turn.id === change.turn.id)) return conversation;
      return { ...conversation, turns: [...conversation.turns, change.turn], currentTurnId: change.turn.id };
    case 'turnRemoved': {
      const removed = conversation.turns.find((turn) => turn.id === change.turnId);
      if (!removed) return conversation;
      const turns = conversation.turns.filter((turn) => turn !== removed);
      const adopted = turns.map((turn) => (turn.parent === removed.id ? { ...turn, parent: removed.parent } : turn));
      return {
        ...conversation,
        turns: adopted,
        currentTurnId: conversation.currentTurnId === removed.id ? removed.parent : conversation.currentTurnId,
      };
    }
    case 'branchSelected':
      if (!conversation.turns.some((turn) => turn.id === change.turnId)) return conversation;
      return { ...conversation, currentTurnId: newestLeaf(conversation, change.turnId) };
    case 'titled':
      return {
        ...conversation,
        title: change.title,
        hasCustomTitle: change.hasCustomTitle,
        titleZeroRetention: change.zeroRetention,
      };
    case 'pinned':
      return { ...conversation, pinned: change.pinned };
    case 'archived':
      return { ...conversation, archived: change.archived };
    case 'retention':
      return { ...conversation, zeroRetention: change.zeroRetention, temporary: change.temporary };
    default:
      return reduceTurn(conversation, change);
  }
}

type TurnChange = Extract<Change, { turnId: string }>;

function reduceTurn(conversation: Conversation, change: TurnChange): Conversation {
  const index = conversation.turns.findIndex((turn) => turn.id === change.turnId);
  const before = conversation.turns[index];
  if (!before) return conversation;
  if ('epoch' in change && change.epoch < before.epoch) return conversation;
  const after = applyToTurn(before, change);
  if (after === before) return conversation;
  return { ...conversation, turns: conversation.turns.with(index, after) };
}

function applyToTurn(turn: Turn, change: TurnChange): Turn {
  const { answer } = turn;
  switch (change.type) {
    case 'sent':
      return {
        ...turn,
        epoch: change.epoch,
        ...(change.guard && { guard: change.guard }),
        ...(change.replacedNames && { replacedNames: change.replacedNames }),
        answer: { ...answer, state: 'waiting', startedAt: change.at, lastEventAt: null, endedAt: null, retry: null },
      };
    case 'text':
      if (!isPending(answer.state)) return turn;
      if (change.offset !== answer.text.length) {
        throw new GapError(`Text at ${change.offset} does not follow ${answer.text.length} characters.`);
      }
      return received(turn, change.at, { text: answer.text + change.text });
    case 'step':
      if (!isPending(answer.state)) return turn;
      return received(turn, change.at, {
        steps: [...answer.steps, { title: change.title, at: change.at }],
        ...(change.mode && { selectedMode: change.mode }),
      });
    case 'parts':
      if (!isPending(answer.state)) return turn;
      return received(turn, change.at, {
        parts: change.parts,
        ...(change.text !== undefined && { text: change.text }),
      });
    case 'sources':
      if (!isPending(answer.state)) return turn;
      return received(turn, change.at, { sources: [...answer.sources, ...change.sources] });
    case 'suggestions':
      if (!isPending(answer.state)) return turn;
      return received(turn, change.at, {
        suggestions: [...answer.suggestions, ...change.suggestions].slice(0, MAX_STORED_SUGGESTIONS),
      });
    case 'usage':
      return { ...turn, answer: { ...answer, usage: change.usage } };
    case 'guarded':
      return { ...turn, guard: strictestGuard([change.guard, ...(turn.guard ? [turn.guard] : [])]) };
    case 'modelUse':
      return { ...turn, answer: { ...answer, modelUse: change.use } };
    case 'retry':
      return {
        ...turn,
        answer: { ...answer, retry: { at: change.at, attempt: change.attempt, error: change.error } },
      };
    case 'ended': {
      if (!isPending(answer.state)) return turn;
      const { held: _, ...rest } = answer;
      return {
        ...turn,
        answer: {
          ...rest,
          state: change.state,
          ...(change.unreadDocuments !== undefined && { unreadDocuments: change.unreadDocuments }),
          finishReason: change.finishReason,
          error: change.error,
          endedAt: change.at,
          retry: null,
        },
      };
    }
    case 'reviewed': {
      const source = answer.sources[change.source];
      if (!source || source.review === change.review) return turn;
      return {
        ...turn,
        answer: { ...answer, sources: answer.sources.with(change.source, { ...source, review: change.review }) },
      };
    }
    case 'held': {
      if (answer.state !== 'queued') return turn;
      const { held: _, ...rest } = answer;
      return { ...turn, answer: change.reason ? { ...rest, held: change.reason } : rest };
    }
    case 'includeInContext':
      return { ...turn, includeInContext: change.includeInContext };
    case 'outdated':
      return {
        ...turn,
        question: {
          ...turn.question,
          selections: turn.question.selections.map((selection) =>
            selection.id === change.selectionId ? { ...selection, outdated: change.outdated } : selection,
          ),
        },
      };
    case 'turnRemoved':
    case 'branchSelected':
      return turn;
  }
}

function received(turn: Turn, at: number, part: Partial<Turn['answer']>): Turn {
  return { ...turn, answer: { ...turn.answer, ...part, state: 'streaming', lastEventAt: at, retry: null } };
}
