/**
 * One entry of the research log and its line in the file. The hash covers the bytes of the line without its last member, so
 * that a text tool can check it (docs/storage.md). Each window writes a chain of its own, so windows need no lock.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { turnModelSchema } from '../../conversation/conversation.ts';
import { modelUseSchema } from '../../protocol/modelUse.ts';
import { parseJson } from '../../text/json.ts';

/** `prev` of the first entry of a log. */
export const NO_HASH = '0'.repeat(64);

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Identifies an entry: the checkpoint of an entry that this machine wrote. */
export const checkpointSchema = z.object({
  /** The chain: a random id of a window. */
  writer: z.string(),
  /** Position in the chain, from 1. */
  n: z.int(),
  hash,
  /** UTC, ISO 8601 with milliseconds. */
  time: z.iso.datetime(),
});
export type LogCheckpoint = z.infer<typeof checkpointSchema>;

const sourceSchema = z.object({
  title: z.string(),
  url: z.nullable(z.string()),
  section: z.optional(z.string()),
  date: z.optional(z.string()),
  review: z.string(),
});

const ofTurn = { conversation: z.string(), turn: z.string(), retention: z.enum(['zero', 'default']) };

/** What happened. For a question with zero retention, an event contains digests and no text. */
export const eventSchema = z.discriminatedUnion('type', [
  /** The first entry of a chain. */
  z.object({ type: z.literal('begun') }),
  /** The entry that this machine wrote last is no longer in the file. */
  z.object({ type: z.literal('gap'), expected: checkpointSchema }),
  /** Entries before this one could not be written. */
  z.object({ type: z.literal('notWritten'), count: z.int() }),
  /** A question was sent. */
  z.object({
    type: z.literal('asked'),
    ...ofTurn,
    mode: z.string(),
    /** Permitted modes with `auto`. */
    allowedModes: z.optional(z.array(z.string())),
    /** `host[:port]`, or `library` for the built-in service. */
    host: z.string(),
    /** The matter that the firm's server was given. */
    matter: z.optional(z.string()),
    /** The language model over the built-in library. */
    model: z.optional(turnModelSchema),
    sent: z.object({
      /** SHA-256 of the canonical JSON of the `messages` array. */
      digest: hash,
      messages: z.int(),
      /** UTF-16 units of all messages. */
      length: z.int(),
      /** The newest message as it was sent. */
      text: z.optional(z.string()),
    }),
  }),
  /** The answer ended. */
  z.object({
    type: z.literal('answered'),
    ...ofTurn,
    state: z.string(),
    /** The research mode that `auto` has selected, if the service reported it. */
    selectedMode: z.optional(z.string()),
    finishReason: z.nullable(z.string()),
    answer: z.object({ digest: hash, length: z.int() }),
    sources: z.object({ digest: hash, count: z.int(), list: z.optional(z.array(sourceSchema)) }),
    usage: z.nullable(z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() })),
    /** Requests to the language model, its sentences by result, and SHA-256 of the passages it received. */
    modelUse: z.optional(modelUseSchema),
  }),
  /** The answer was inserted, copied, exported, … */
  z.object({
    type: z.literal('used'),
    ...ofTurn,
    how: z.string(),
    answer: z.object({ digest: hash, length: z.int() }),
  }),
  /** The user marked a source as opened, relied on or rejected. `source` is its number, from 1. */
  z.object({
    type: z.literal('reviewed'),
    ...ofTurn,
    source: z.int(),
    review: z.string(),
    title: z.optional(z.string()),
  }),
]);
export type LogEvent = z.infer<typeof eventSchema>;

const entrySchema = z.looseObject({
  ...checkpointSchema.shape,
  /** Name of the user at the operating system. */
  who: z.string(),
  /** Hash of the entry before in the chain; of the first entry, the hash of the last entry in the file. */
  prev: hash,
  /** Read tolerantly, because a later version may know more types. */
  event: z.looseObject({ type: z.string() }),
});
export type LogEntry = z.infer<typeof entrySchema>;

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** JSON with the members of every object sorted by name and without white space (RFC 8785 for the values used here). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The line of a new entry, with its line feed, and its hash. */
export function toLine(entry: Omit<LogCheckpoint, 'hash'> & { who: string; prev: string; event: LogEvent }) {
  const body = canonicalJson(entry);
  const own = sha256(body);
  return { line: `${body.slice(0, -1)},"hash":"${own}"}\n`, hash: own };
}

const LAST_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/** The entry of a line; `isWhole` says whether its hash matches its text. null when the line is not an entry. */
export function readLine(line: string): { readonly entry: LogEntry; readonly isWhole: boolean } | null {
  const parsed = entrySchema.safeParse(parseJson(line));
  if (!parsed.success) return null;
  const match = LAST_MEMBER.exec(line);
  const isWhole = match !== null && sha256(`${line.slice(0, match.index)}}`) === match[1];
  return { entry: parsed.data, isWhole };
}
