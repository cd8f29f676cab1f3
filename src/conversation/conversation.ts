/**
 * The domain: conversations as the host owns them, the page shows them and the store keeps them. The schemas are the types;
 * the same ones parse a stored file and a message to the page.
 */
import * as z from 'zod/mini';
import { answerPartSchema } from '../protocol/answerPart.ts';
import { askModeSchema, researchModeSchema } from '../protocol/chatCompletions.ts';
import { errorInfoSchema } from '../protocol/errors.ts';
import { modelUseSchema } from '../protocol/modelUse.ts';
import { sourceSchema } from '../protocol/researchEvent.ts';

/** Version of the stored form. A file with a higher one is opened read-only; a lower one is migrated (store). */
export const CONVERSATION_SCHEMA = 1;

/** Last moment that a Date can express. */
const MAX_TIME = 8.64e15;

/** A value outside of the calendar becomes its nearest end. */
function capTime(time: number): number {
  return Math.min(Math.max(time, 0), MAX_TIME);
}

/** Milliseconds since the Unix epoch. */
export const timeSchema = z.pipe(z.number(), z.transform(capTime));

export const reviewStateSchema = z.enum(['unread', 'opened', 'reliedOn', 'rejected']);
/** What the user has done with a source. */
export type ReviewState = z.infer<typeof reviewStateSchema>;

export const storedSourceSchema = z.extend(sourceSchema, { review: reviewStateSchema });
/** A source of an answer with its review state; its number is its place in `Answer.sources`, from 1. */
export type StoredSource = z.infer<typeof storedSourceSchema>;

export const selectionSchema = z.object({
  /** Identifies the chip; given by the host. */
  id: z.string(),
  /** Document URI as text, for opening it again. Never sent to the service. */
  uri: z.string(),
  /** What is shown and sent: the path relative to its workspace folder, or the file's name. */
  label: z.string(),
  languageId: z.string(),
  /** 1-based, inclusive. */
  startLine: z.int(),
  endLine: z.int(),
  /** The text as it was when it was selected: a snapshot. This, and nothing else of the file, is sent. */
  text: z.string(),
  /** The selected cells of a workbook: `Additions!A2:C9`. */
  place: z.optional(z.string()),
  /** True if the file no longer contains this text at these lines. */
  outdated: z.optional(z.boolean()),
  /** Set if the selection is a file. `text` is its beginning, and this the length of its whole text in UTF-16 units. */
  fileLength: z.optional(z.int()),
});
export type Selection = z.infer<typeof selectionSchema>;

/** `name` is a field of matter.ts, or of a newer version. */
export const matterFactSchema = z.object({ name: z.string(), value: z.string() });
/** A fact about a client that applies to every question of a folder. */
export type MatterFact = z.infer<typeof matterFactSchema>;

const questionSchema = z.object({
  text: z.string(),
  selections: z.array(selectionSchema),
  /** Part of an earlier answer that the user quoted into this question. */
  quote: z.optional(z.string()),
  /** The text only says what to do with the selections, which say alone what it is about. */
  general: z.optional(z.boolean()),
  /** Facts of the matter, as they were when the question was asked. They are sent with it. */
  matter: z.optional(z.array(matterFactSchema)),
  /** The name of the matter that the firm's server was given. Absent: none, or another service was asked. */
  matterName: z.optional(z.string()),
});
export type Question = z.infer<typeof questionSchema>;

export const answerStateSchema = z.enum([
  'queued', // waits for the turn before it
  'waiting', // sent, nothing received yet
  'streaming', // something was received
  'done', // the service said that it is whole
  'stopped', // by the user
  'truncated', // ended without the service saying that it is whole
  'failed',
  'interrupted', // found running when the window started
]);
export type AnswerState = z.infer<typeof answerStateSchema>;

/** `unanswered`: the question before it got no whole answer; `changed`: what would be sent is not what the user agreed to. */
export const holdReasonSchema = z.enum(['unanswered', 'changed']);
export type HoldReason = z.infer<typeof holdReasonSchema>;

/** What happens with client identifiers in a request, from the least to the most restrictive. */
const GUARD_MODES = ['off', 'warn', 'replace', 'block'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];
export const guardModeSchema = z.enum(GUARD_MODES);
export const replacedNamesSchema = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500));

export const usageValueSchema = z.object({
  promptTokens: z.int(),
  completionTokens: z.int(),
  totalTokens: z.int(),
});

/** Parts that cannot be read are left out: the answer is then shown as its text. */
export const partsSchema = z.catch(z.array(answerPartSchema), []);

const answerSchema = z.object({
  state: answerStateSchema,
  /** Markdown, untrusted. */
  text: z.string(),
  /** The parts of an answer of the library. Absent for a hosted service, and for answers of earlier versions. */
  parts: z.optional(partsSchema),
  steps: z.array(z.object({ title: z.string(), at: timeSchema })),
  /** The research mode that `auto` has selected, if the service reported it. */
  selectedMode: z.optional(researchModeSchema),
  sources: z.array(storedSourceSchema),
  suggestions: z.array(z.string()),
  usage: z.nullable(usageValueSchema),
  /** What the language model did for the answer, if one was used and the library reported it. */
  modelUse: z.optional(modelUseSchema),
  /** Number of documents that the built-in library had not read yet when it answered. Absent: it had read all of them. */
  unreadDocuments: z.optional(z.int()),
  finishReason: z.nullable(z.string()),
  error: z.nullable(errorInfoSchema),
  /** When the request was sent; null while queued. */
  startedAt: z.nullable(timeSchema),
  /** When the last event arrived. */
  lastEventAt: z.nullable(timeSchema),
  endedAt: z.nullable(timeSchema),
  /** Set while the client waits before another try: when that comes, and why. */
  retry: z.nullable(z.object({ at: timeSchema, attempt: z.int(), error: errorInfoSchema })),
  /** Set while a queued question waits for the user, who sends or removes it. */
  held: z.optional(holdReasonSchema),
});
export type Answer = z.infer<typeof answerSchema>;

/** The language model that writes an answer from passages of the built-in library. */
export const turnModelSchema = z.object({
  name: z.string(),
  /** Vendor of a model in VS Code, or `host[:port]` of an endpoint. */
  provider: z.string(),
  onThisMachine: z.boolean(),
});
export type TurnModel = z.infer<typeof turnModelSchema>;

export const turnSchema = z.object({
  id: z.string(),
  /** The turn before it; null for a first question. Turns with the same parent are siblings (retry, edit). */
  parent: z.nullable(z.string()),
  /** Counts the requests of this turn; what arrives for an older one is dropped. */
  epoch: z.int(),
  askedAt: timeSchema,
  question: questionSchema,
  askMode: askModeSchema,
  allowedAskModes: z.optional(z.array(askModeSchema)),
  /** Whether zero data retention was asked for. */
  zeroRetention: z.boolean(),
  /** `host[:port]` that was asked, or `library` for the built-in service. */
  service: z.string(),
  /**
   * How client identifiers were treated when the request was sent. `replace` also for a question whose placeholders the user
   * chose. Absent if the question was not sent to a hosted service from here.
   */
  guard: z.optional(guardModeSchema),
  /** The names of clients that were replaced when the request was sent. */
  replacedNames: z.optional(replacedNamesSchema),
  /** Absent: the library quotes, or a hosted service answers. */
  model: z.optional(turnModelSchema),
  /** Whether later requests include the turn. By default, only turns with a complete answer are included. */
  includeInContext: z.optional(z.boolean()),
  answer: answerSchema,
});
export type Turn = z.infer<typeof turnSchema>;

export const conversationSchema = z.object({
  schema: z.literal(CONVERSATION_SCHEMA),
  id: z.string(),
  title: z.string(),
  /** True once the user named it: then no automatic title replaces it. */
  hasCustomTitle: z.boolean(),
  /** The title quotes a question with zero retention. It is not stored. */
  titleZeroRetention: z.optional(z.boolean()),
  pinned: z.boolean(),
  /** Absent: not archived. */
  archived: z.optional(z.boolean()),
  /** An agent began it. Absent: the user did. */
  byAgent: z.optional(z.boolean()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** Label and URI of the workspace folder in which it was begun. */
  folder: z.nullable(z.object({ name: z.string(), uri: z.string() })),
  /** Never written to disk. */
  temporary: z.boolean(),
  /** Every request asks for zero retention; implies that it is never written to disk. */
  zeroRetention: z.boolean(),
  /** All turns in the order in which they were asked, of every branch. */
  turns: z.array(turnSchema),
  /** The last turn of the branch that is shown; null when there is none. */
  currentTurnId: z.nullable(z.string()),
});
export type Conversation = z.infer<typeof conversationSchema>;

export function strictestGuard(modes: readonly GuardMode[]): GuardMode {
  return modes.reduce((a, b) => (GUARD_MODES.indexOf(b) > GUARD_MODES.indexOf(a) ? b : a), 'off');
}

/** The names that earlier requests of a conversation did not contain. */
export function replacedNames(turns: readonly Turn[]): string[] {
  return [...new Set(turns.flatMap((turn) => turn.replacedNames ?? []))];
}

export interface QuestionGuard {
  /** The strictest mode of the earlier turns of the conversation. */
  strictest(): GuardMode;
  /** The names that earlier requests of the conversation did not contain. */
  names(): readonly string[];
  /** A prompt with placeholders instead of identifiers is about to be sent. */
  onReplaced(): void;
}

/** Whether a request is queued or running. */
export function isPending(state: AnswerState): boolean {
  return state === 'queued' || state === 'waiting' || state === 'streaming';
}

export function emptyAnswer(state: AnswerState): Answer {
  return {
    state,
    text: '',
    steps: [],
    sources: [],
    suggestions: [],
    usage: null,
    finishReason: null,
    error: null,
    startedAt: null,
    lastEventAt: null,
    endedAt: null,
    retry: null,
  };
}

export function newConversation(options: {
  id: string;
  now: number;
  folder?: Conversation['folder'];
  temporary?: boolean;
  zeroRetention?: boolean;
  byAgent?: boolean;
}): Conversation {
  return {
    schema: CONVERSATION_SCHEMA,
    id: options.id,
    title: '',
    hasCustomTitle: false,
    pinned: false,
    ...(options.byAgent && { byAgent: true }),
    createdAt: options.now,
    updatedAt: options.now,
    folder: options.folder ?? null,
    temporary: options.temporary ?? false,
    zeroRetention: options.zeroRetention ?? false,
    turns: [],
    currentTurnId: null,
  };
}
