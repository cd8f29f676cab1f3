/**
 * The stored form of a conversation: a text of lines, each one JSON value. The first line is the header: all but the turns, and
 * what a list and a search need. Each further line is a turn, `turns` of them in the header's count. So a list reads only the
 * beginning of a file, and a long conversation is written and read turn by turn. docs/storage.md describes it for users.
 */
import * as z from 'zod/mini';
import {
  answerStateSchema,
  CONVERSATION_SCHEMA,
  type Conversation,
  conversationSchema,
  isRunning,
  type Turn,
  turnSchema,
} from './conversation.ts';
import { conversationGrams } from './grams.ts';
import { migrateHeader, migrateTurn } from './migrations.ts';
import { conversationState } from './summary.ts';

const about = z.omit(conversationSchema, { turns: true, schema: true });

const headerSchema = z.extend(about, {
  schema: z.literal(CONVERSATION_SCHEMA),
  /** Number of turn lines that follow: a file cut at the end of a line is noticed. */
  turns: z.int().check(z.nonnegative()),
  state: z.nullable(answerStateSchema),
  /** The window that runs a request of it; null when nothing runs. */
  owner: z.nullable(z.string()),
  /** Fingerprint of the text, base64 (grams.ts). */
  grams: z.string(),
});
export type StoredHeader = z.infer<typeof headerSchema>;

export type HeaderRead =
  | { readonly type: 'ok'; readonly header: StoredHeader }
  | { readonly type: 'newer'; readonly schema: number; readonly raw: Record<string, unknown> }
  | { readonly type: 'bad'; readonly reason: string };

const markSchema = z.looseObject({ fiscal: z.literal('conversation'), schema: z.int() });

/** The lines of a conversation, each with its line feed. `owner`: see StoredHeader. */
export function* toLines(conversation: Conversation, owner: string | null): Generator<string> {
  const { turns, ...rest } = conversation;
  const header: StoredHeader = {
    ...rest,
    turns: turns.length,
    state: conversationState(conversation),
    owner,
    grams: btoa(String.fromCharCode(...conversationGrams(conversation.title, turns))),
  };
  yield `${JSON.stringify({ fiscal: 'conversation', ...header })}\n`;
  for (const turn of turns) yield `${JSON.stringify(turn)}\n`;
}

export function readHeader(line: string): HeaderRead {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { type: 'bad', reason: 'The first line is not JSON.' };
  }
  const mark = markSchema.safeParse(value);
  if (!mark.success) return { type: 'bad', reason: 'The first line is not that of a conversation.' };
  if (mark.data.schema > CONVERSATION_SCHEMA) return { type: 'newer', schema: mark.data.schema, raw: mark.data };
  const header = headerSchema.safeParse(migrateHeader(mark.data));
  if (!header.success)
    return { type: 'bad', reason: `The first line lacks ${header.error.issues[0]?.path.join('.')}.` };
  return { type: 'ok', header: header.data };
}

/** Throws a plain Error when the line is no turn; `schema` is that of the header. */
export function readTurn(line: string, schema: number): Turn {
  return turnSchema.parse(migrateTurn(JSON.parse(line), schema));
}

export function fromHeader(header: StoredHeader, turns: Turn[]): Conversation {
  const { turns: _count, state: _state, owner: _owner, grams: _grams, ...rest } = header;
  return { ...rest, turns };
}

/** What can be understood of a header of a newer version: enough for the list. */
export function guessHeader(raw: Record<string, unknown>): StoredHeader {
  const loose = <T>(schema: z.ZodMiniType<T>, key: string, fallback: T): T => {
    const parsed = schema.safeParse(Object.hasOwn(raw, key) ? raw[key] : undefined);
    return parsed.success ? parsed.data : fallback;
  };
  const { shape } = about;
  return {
    schema: CONVERSATION_SCHEMA,
    id: loose(shape.id, 'id', ''),
    title: loose(shape.title, 'title', ''),
    hasCustomTitle: loose(shape.hasCustomTitle, 'hasCustomTitle', false),
    pinned: loose(shape.pinned, 'pinned', false),
    createdAt: loose(shape.createdAt, 'createdAt', 0),
    updatedAt: loose(shape.updatedAt, 'updatedAt', 0),
    revision: loose(shape.revision, 'revision', 0),
    folder: loose(shape.folder, 'folder', null),
    temporary: false,
    zeroRetention: false,
    currentTurnId: loose(shape.currentTurnId, 'currentTurnId', null),
    turns: loose(z.int().check(z.nonnegative()), 'turns', 0),
    state: loose(z.nullable(answerStateSchema), 'state', null),
    owner: null,
    grams: '',
  };
}

const partialSchema = z.object({ fiscal: z.literal('partial'), id: z.string(), revision: z.int() });

/** The answer so far of a turn that runs, on top of that revision of the conversation's file. */
export function toPartial(conversation: Conversation, turn: Turn): string {
  const head = { fiscal: 'partial', id: conversation.id, revision: conversation.revision };
  return `${JSON.stringify(head)}\n${JSON.stringify(turn)}\n`;
}

/**
 * The conversation with what a partial file holds, if that goes on where the turn in the conversation stops; else as it was. The
 * partial may belong to an earlier revision: another window may have saved the conversation while the turn was running.
 */
export function withPartial(conversation: Conversation, partial: string): Conversation {
  try {
    const [first = '', second = ''] = partial.split('\n');
    const head = partialSchema.parse(JSON.parse(first));
    if (head.id !== conversation.id || head.revision > conversation.revision) return conversation;
    const turn = readTurn(second, CONVERSATION_SCHEMA);
    const index = conversation.turns.findIndex((other) => other.id === turn.id);
    const before = conversation.turns[index];
    if (!before || !isRunning(before.answer.state) || turn.epoch < before.epoch) return conversation;
    if (turn.epoch === before.epoch && !turn.answer.text.startsWith(before.answer.text)) return conversation;
    return { ...conversation, turns: conversation.turns.with(index, { ...turn, parent: before.parent }) };
  } catch {
    return conversation;
  }
}
