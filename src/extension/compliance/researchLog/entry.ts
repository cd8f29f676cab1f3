/**
 * One entry of the research log and its line in the file. The hash is that of the bytes of the line without its last member, so
 * that anybody can check it with a text tool: docs/storage.md shows how.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** `prev` of the first entry. */
export const NO_HASH = '0'.repeat(64);

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const sourceSchema = z.object({
  title: z.string(),
  url: z.nullable(z.string()),
  section: z.optional(z.string()),
  date: z.optional(z.string()),
  review: z.string(),
});

const ofTurn = { conversation: z.string(), turn: z.string(), retention: z.enum(['zero', 'default']) };

/** What happened. Texts are left out, and only their digests kept, for a question with zero retention. */
export const eventSchema = z.discriminatedUnion('type', [
  /** The log was begun; `log` names it whatever its file is called. */
  z.object({ type: z.literal('begun'), log: z.string() }),
  /** A question was sent. */
  z.object({
    type: z.literal('asked'),
    ...ofTurn,
    mode: z.string(),
    /** Permitted modes with `auto`. */
    allowedModes: z.optional(z.array(z.string())),
    /** `host[:port]`, or `library` for the built-in service. */
    host: z.string(),
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
  /** The answer came to an end. */
  z.object({
    type: z.literal('answered'),
    ...ofTurn,
    state: z.string(),
    finishReason: z.nullable(z.string()),
    answer: z.object({ digest: hash, length: z.int() }),
    sources: z.object({ digest: hash, count: z.int(), list: z.optional(z.array(sourceSchema)) }),
    usage: z.nullable(z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() })),
  }),
  /** Something was done with the answer: `inserted`, `copied`, `exported`, `memo`, … */
  z.object({
    type: z.literal('used'),
    ...ofTurn,
    how: z.string(),
    answer: z.object({ digest: hash, length: z.int() }),
    /** Where it went: a file's path in its folder, or a file name. */
    target: z.optional(z.string()),
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

const frameSchema = z.looseObject({
  /** Place in the log, from 1. */
  n: z.int(),
  /** UTC, ISO 8601 with milliseconds. */
  time: z.iso.datetime(),
  who: z.string(),
  /** Hash of the entry before. */
  prev: hash,
  hash,
  event: z.looseObject({ type: z.string() }),
});
export interface LogEntry {
  readonly n: number;
  readonly time: string;
  readonly who: string;
  readonly prev: string;
  readonly hash: string;
  /** Read tolerantly: a later version may know more types. */
  readonly event: { readonly type: string; readonly [key: string]: unknown };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** JSON with the members of every object sorted by name and no white space (as RFC 8785 for what occurs here). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The line of a new entry, with its line feed, and its hash. */
export function toLine(entry: { n: number; time: string; who: string; prev: string; event: LogEvent }) {
  const body = canonicalJson(entry);
  const own = sha256(body);
  return { line: `${body.slice(0, -1)},"hash":"${own}"}\n`, hash: own };
}

const LAST_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/** The entry of a line; `isWhole` tells whether its hash is that of its text. null when the line is no entry. */
export function readLine(line: string): { readonly entry: LogEntry; readonly isWhole: boolean } | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = frameSchema.safeParse(value);
  if (!parsed.success) return null;
  const match = LAST_MEMBER.exec(line);
  const isWhole = match !== null && sha256(`${line.slice(0, match.index)}}`) === match[1];
  return { entry: parsed.data, isWhole };
}
