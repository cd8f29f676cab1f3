/**
 * The file of a conversation: lines of JSON. The first line is the header. Each further line is one change with its time, or a
 * summary for lists. Reading is replaying the changes. A line that cannot be read costs itself alone. docs/storage.md describes
 * the format for users.
 */
import * as z from 'zod/mini';
import { parseJson } from '../text/json.ts';
import { type Change, changeSchema } from './change.ts';
import { reduce } from './changes.ts';
import {
  answerStateSchema,
  CONVERSATION_SCHEMA,
  type Conversation,
  conversationSchema,
  newConversation,
} from './conversation.ts';
import { listed } from './summary.ts';

const { id, createdAt, folder, byAgent, title, pinned, archived, updatedAt } = conversationSchema.shape;

const headerSchema = z.object({ fiscal: z.literal('conversation'), schema: z.int(), id, createdAt, folder, byAgent });

/** A change as it is written. `by` names the window and `n` counts its lines, so that a line that is there twice counts once. */
const changeLineSchema = z.object({ by: z.string(), n: z.int(), at: z.number(), change: changeSchema });
export type ChangeLine = z.infer<typeof changeLineSchema>;

const summarySchema = z.object({
  schema: z.literal(CONVERSATION_SCHEMA),
  title,
  pinned,
  archived,
  byAgent,
  createdAt,
  updatedAt,
  folder,
  state: z.nullable(answerStateSchema),
  turns: z.int(),
});
/** What a list shows. */
export type StoredSummary = z.infer<typeof summarySchema>;

/** How a summary line begins. Text inside a line cannot look like it, because its quotation marks are escaped. */
export const SUMMARY_START = '{"summary":';

/** Lines of a file that are parsed in vain. In a file with more of them, no further line is read. */
const MAX_DAMAGED = 10_000;

/** Replaces text that was lost with a damaged line. */
const LOST_TEXT = '\n\n[…]\n\n';

export function headerLine({ id, createdAt, folder, byAgent }: Conversation): string {
  const header = { fiscal: 'conversation', schema: CONVERSATION_SCHEMA, id, createdAt, folder, byAgent };
  return `${JSON.stringify(header)}\n`;
}

export function changeLine(line: ChangeLine): string {
  return `${JSON.stringify(line)}\n`;
}

export function summaryOf(conversation: Conversation): StoredSummary {
  return { schema: CONVERSATION_SCHEMA, ...listed(conversation) };
}

export function summaryLine(conversation: Conversation): string {
  return `${SUMMARY_START}${JSON.stringify(summaryOf(conversation))}}\n`;
}

/** The fewest changes that make this conversation. */
export function changesOf({ turns, title, hasCustomTitle, pinned, archived, currentTurnId }: Conversation): Change[] {
  return [
    ...turns.map((turn) => ({ type: 'turnAdded' as const, turn })),
    ...(currentTurnId === null ? [] : [{ type: 'branchSelected' as const, turnId: currentTurnId }]),
    ...(pinned ? [{ type: 'pinned' as const, pinned }] : []),
    ...(archived ? [{ type: 'archived' as const, archived }] : []),
    { type: 'titled', title, hasCustomTitle },
  ];
}

export function readSummary(line: string): StoredSummary | null {
  return summarySchema.safeParse(field(parseJson(line), 'summary')).data ?? null;
}

export type Replay = ReturnType<typeof createReplay>;

/** Replays the lines of a file. */
export function createReplay(id: string) {
  let conversation = newConversation({ id, now: 0 });
  let schema: number | null = null;
  let lines = 0;
  let damaged = 0;
  const seen = new Map<string, number>();
  /** Characters that a turn's text has more than its window wrote. */
  const surplus = new Map<string, number>();

  /** Text that follows a damaged line has a gap before it; text that was written twice overlaps. */
  function placed(change: Change): Change | null {
    if (change.type === 'turnAdded') {
      const { turn } = change;
      const { turns } = conversation;
      if (turn.parent === null || turns.some((each) => each.id === turn.parent)) return change;
      return { ...change, turn: { ...turn, parent: turns.at(-1)?.id ?? null } };
    }
    // The text after it follows the new text.
    if (change.type === 'parts' && change.text !== undefined) surplus.delete(change.turnId);
    if (change.type !== 'text') return change;
    const length = conversation.turns.find((turn) => turn.id === change.turnId)?.answer.text.length;
    if (length === undefined) return null;
    const offset = change.offset + (surplus.get(change.turnId) ?? 0);
    if (offset > length) {
      surplus.set(change.turnId, (surplus.get(change.turnId) ?? 0) + length + LOST_TEXT.length - offset);
      return { ...change, offset: length, text: LOST_TEXT + change.text };
    }
    const text = change.text.slice(length - offset);
    return text === '' ? null : { ...change, offset: length, text };
  }

  function readHeader(value: unknown): boolean {
    const header = headerSchema.safeParse(value);
    if (!header.success || schema !== null || header.data.id !== id) return false;
    schema = header.data.schema;
    const { createdAt, folder, byAgent } = header.data;
    const updatedAt = Math.max(createdAt, conversation.updatedAt);
    conversation = { ...conversation, createdAt, folder, ...(byAgent && { byAgent }), updatedAt };
    return true;
  }

  /** null: a line that is not UTF-8. */
  function add(line: string | null): void {
    if (line === '') return;
    lines++;
    if (damaged >= MAX_DAMAGED) {
      damaged++;
      return;
    }
    const value = line === null ? undefined : parseJson(line);
    if (readHeader(value) || field(value, 'summary') !== undefined) return;
    const parsed = changeLineSchema.safeParse(value);
    if (!parsed.success) {
      damaged++;
      return;
    }
    const { by, n, at } = parsed.data;
    if (n <= (seen.get(by) ?? 0)) return;
    seen.set(by, n);
    const change = placed(parsed.data.change);
    if (!change) return;
    conversation = { ...reduce(conversation, change), updatedAt: Math.max(at, conversation.updatedAt) };
    if (schema === null && conversation.createdAt === 0) conversation = { ...conversation, createdAt: at };
  }

  return {
    add,
    get conversation(): Conversation {
      return conversation;
    },
    /** That of the header; null when there is no header that can be read. */
    get schema(): number | null {
      return schema;
    },
    /** Lines that could not be read. */
    get damaged(): number {
      return damaged + (schema === null && lines > damaged ? 1 : 0);
    },
    /** True when not a single line could be read. */
    get isUnreadable(): boolean {
      return schema === null && lines === damaged;
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The lines of a piece of a file; null for one that is not UTF-8. `rest` is what follows the last line feed. */
export function splitLines(bytes: Uint8Array): { lines: (string | null)[]; rest: Uint8Array } {
  const lines: (string | null)[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push(decode(bytes.subarray(start, end)));
    start = end + 1;
  }
  return { lines, rest: bytes.subarray(start) };
}

export function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
