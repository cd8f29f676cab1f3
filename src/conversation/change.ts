/** What can happen to a conversation, as one closed union. */
import * as z from 'zod/mini';
import { researchModeSchema } from '../protocol/chatCompletions.ts';
import { errorInfoSchema } from '../protocol/errors.ts';
import { modelUseSchema } from '../protocol/modelUse.ts';
import {
  answerStateSchema,
  guardModeSchema,
  holdReasonSchema,
  partsSchema,
  replacedNamesSchema,
  reviewStateSchema,
  storedSourceSchema,
  timeSchema,
  turnSchema,
  usageValueSchema,
} from './conversation.ts';

const ofTurn = { turnId: z.string(), epoch: z.int() };

export const changeSchema = z.discriminatedUnion('type', [
  /** A question was asked: the turn goes to the end and becomes the head. */
  z.object({ type: z.literal('turnAdded'), turn: turnSchema }),
  /** The request was sent (again): the answer restarts with a higher epoch. */
  z.object({
    type: z.literal('sent'),
    ...ofTurn,
    at: timeSchema,
    guard: z.optional(guardModeSchema),
    replacedNames: z.optional(replacedNamesSchema),
  }),
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
  /** The parts of the answer. `text` replaces its text. */
  z.object({
    type: z.literal('parts'),
    ...ofTurn,
    text: z.optional(z.string()),
    parts: partsSchema,
    at: timeSchema,
  }),
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
  /** `zeroRetention`: the title quotes a question with zero retention. Such a change is not stored. */
  z.object({
    type: z.literal('titled'),
    title: z.string(),
    hasCustomTitle: z.boolean(),
    zeroRetention: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('pinned'), pinned: z.boolean() }),
  z.object({ type: z.literal('archived'), archived: z.boolean() }),
  z.object({ type: z.literal('retention'), zeroRetention: z.boolean(), temporary: z.boolean() }),
  /** The file of a selection in the question no longer contains the selected text. */
  z.object({ type: z.literal('outdated'), turnId: z.string(), selectionId: z.string(), outdated: z.boolean() }),
]);
export type Change = z.infer<typeof changeSchema>;
