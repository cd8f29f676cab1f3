/** (Conversation, Change) -> Conversation. The host and the page run this same function, so both show the same. */
import * as z from 'zod/mini';
import { researchModeSchema } from '../protocol/chatCompletions.ts';
import { errorInfoSchema } from '../protocol/errors.ts';
import { modelUseSchema } from '../protocol/modelUse.ts';
import { newestLeaf } from './branches.ts';
import {
  answerStateSchema,
  type Conversation,
  guardModeSchema,
  holdReasonSchema,
  isRunning,
  reviewStateSchema,
  storedSourceSchema,
  strictestGuard,
  type Turn,
  timeSchema,
  turnSchema,
  usageValueSchema,
} from './conversation.ts';
import { MAX_STORED_SUGGESTIONS } from './suggestions.ts';

const ofTurn = { turnId: z.string(), epoch: z.int() };

export const changeSchema = z.discriminatedUnion('type', [
  /** A question was asked: the turn goes to the end and becomes the head. */
  z.object({ type: z.literal('turnAdded'), turn: turnSchema }),
  /** The request was sent (again): the answer restarts with a higher epoch. */
  z.object({ type: z.literal('sent'), ...ofTurn, at: timeSchema, guard: z.optional(guardModeSchema) }),
  /** The next piece of the answer; `offset` is the length in UTF-16 units of the text before it. */
  z.object({ type: z.literal('text'), ...ofTurn, offset: z.int(), text: z.string(), at: timeSchema }),
  z.object({
    type: z.literal('step'),
    ...ofTurn,
    title: z.string(),
    /** The research mode that `auto` has selected. */
    mode: z.optional(researchModeSchema),
    at: timeSchema,
  }),
  /** Sources to append. */
  z.object({ type: z.literal('sources'), ...ofTurn, sources: z.array(storedSourceSchema), at: timeSchema }),
  z.object({ type: z.literal('suggestions'), ...ofTurn, suggestions: z.array(z.string()), at: timeSchema }),
  z.object({ type: z.literal('usage'), ...ofTurn, usage: usageValueSchema }),
  /** Client identifiers in a prompt of a language model are treated in this way. */
  z.object({ type: z.literal('guarded'), ...ofTurn, guard: guardModeSchema }),
  z.object({ type: z.literal('modelUse'), ...ofTurn, use: modelUseSchema }),
  /** The client waits before another try. */
  z.object({ type: z.literal('retry'), ...ofTurn, at: timeSchema, attempt: z.int(), error: errorInfoSchema }),
  /** The answer came to an end, of whatever kind. */
  z.object({
    type: z.literal('ended'),
    ...ofTurn,
    state: answerStateSchema,
    unreadDocuments: z.optional(z.int()),
    finishReason: z.nullable(z.string()),
    error: z.nullable(errorInfoSchema),
    at: timeSchema,
  }),
  z.object({ type: z.literal('reviewed'), turnId: z.string(), source: z.int(), review: reviewStateSchema }),
  z.object({ type: z.literal('includeInContext'), turnId: z.string(), includeInContext: z.boolean() }),
  /** A queued question waits for the user, or, with null, no longer does. */
  z.object({ type: z.literal('held'), turnId: z.string(), reason: z.nullable(holdReasonSchema) }),
  /** A queued turn that the user removed. */
  z.object({ type: z.literal('turnRemoved'), turnId: z.string() }),
  /** Show the newest branch that goes through this turn. */
  z.object({ type: z.literal('branchSelected'), turnId: z.string() }),
  z.object({ type: z.literal('titled'), title: z.string(), hasCustomTitle: z.boolean() }),
  z.object({ type: z.literal('pinned'), pinned: z.boolean() }),
  z.object({ type: z.literal('archived'), archived: z.boolean() }),
  z.object({ type: z.literal('retention'), zeroRetention: z.boolean(), temporary: z.boolean() }),
  /** The file of a selection in the question no longer contains the selected text. */
  z.object({ type: z.literal('outdated'), turnId: z.string(), selectionId: z.string(), outdated: z.boolean() }),
]);
export type Change = z.infer<typeof changeSchema>;

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
      return { ...conversation, title: change.title, hasCustomTitle: change.hasCustomTitle };
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
        answer: { ...answer, state: 'waiting', startedAt: change.at, lastEventAt: null, endedAt: null, retry: null },
      };
    case 'text':
      if (!isRunning(answer.state)) return turn;
      if (change.offset !== answer.text.length) {
        throw new GapError(`Text at ${change.offset} does not follow ${answer.text.length} characters.`);
      }
      return received(turn, change.at, { text: answer.text + change.text });
    case 'step':
      if (!isRunning(answer.state)) return turn;
      return received(turn, change.at, {
        steps: [...answer.steps, { title: change.title, at: change.at }],
        ...(change.mode && { selectedMode: change.mode }),
      });
    case 'sources':
      if (!isRunning(answer.state)) return turn;
      return received(turn, change.at, { sources: [...answer.sources, ...change.sources] });
    case 'suggestions':
      if (!isRunning(answer.state)) return turn;
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
      if (!isRunning(answer.state)) return turn;
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
