/** The audit of the firm: a chain of entries, each with the hash of the one before. Entries have ids, digests and counts only. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from '../../text/json.ts';
import type { Connection } from '../database/database.ts';

/** What happened, other than changes of rights, which the database notes by itself. */
export type AuditAction = 'question' | 'sources' | 'answer' | 'document' | 'alarm';

/** Resolves to the number of the entry. Rejects if it could not be written: then nothing may be shown. */
export async function appendAudit(
  connection: Connection,
  actor: number,
  action: AuditAction,
  details: Readonly<Record<string, unknown>>,
): Promise<number> {
  const [row] = await connection.query(
    z.object({ seq: z.coerce.number() }),
    'SELECT fiscal.append_audit($1, $2, $3) AS seq',
    [actor, action, JSON.stringify(details)],
  );
  if (row === undefined) throw new Error('The audit returned no number.');
  return row.seq;
}

export interface AuditHead {
  readonly seq: number;
  /** In hexadecimal digits. */
  readonly hash: string;
}

const headSchema = z.object({ seq: z.coerce.number(), hash: z.instanceof(Buffer) });

export async function auditHead(connection: Connection): Promise<AuditHead> {
  const [row] = await connection.query(headSchema, 'SELECT * FROM fiscal.head_of_audit()');
  if (row === undefined) throw new Error('The audit has no head.');
  return { seq: row.seq, hash: row.hash.toString('hex') };
}

export type AuditVerification =
  /** `open`: questions without the entry that says how the reply ended. */
  | { readonly valid: true; readonly head: AuditHead; readonly open: number }
  /** The first entry that was changed or is missing, and which of the two. */
  | { readonly valid: false; readonly seq: number; readonly problem: string };

const entrySchema = z.object({ seq: z.coerce.number(), entry: z.string(), hash: z.instanceof(Buffer) });
/** Entries that are read at once. */
const PART = 5_000;

/**
 * Computes all hashes again, in the transaction of `connection`. `known`: a head from an earlier time, kept elsewhere. Without it,
 * entries that were removed from the end together with the head are not noticed.
 */
export async function verifyAudit(connection: Connection, known: AuditHead | null): Promise<AuditVerification> {
  const head = await auditHead(connection);
  let hash: Buffer = Buffer.alloc(32);
  let seq = 0;
  let isKnown = known === null;
  const open = new Set<number>();
  for (;;) {
    const rows = await connection.query(
      entrySchema,
      'SELECT seq, entry, hash FROM fiscal.audit WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3',
      [seq, head.seq, PART],
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      if (row.seq !== seq + 1) return { valid: false, seq: seq + 1, problem: 'The entry is missing.' };
      seq = row.seq;
      hash = createHash('sha256').update(hash).update(row.entry).digest();
      const entry = readEntry(row.entry);
      if (!hash.equals(row.hash) || entry?.seq !== seq) return { valid: false, seq, problem: 'The entry was changed.' };
      if (entry.action === 'question') open.add(seq);
      else if (entry.action === 'answer') open.delete(Number(entry.details?.question));
      if (known?.seq === seq) {
        if (known.hash !== hash.toString('hex'))
          return { valid: false, seq, problem: 'The entries up to here are not those of the head that you gave.' };
        isKnown = true;
      }
    }
  }
  if (seq !== head.seq || hash.toString('hex') !== head.hash)
    return { valid: false, seq: seq + 1, problem: 'Entries are missing at the end.' };
  if (!isKnown) return { valid: false, seq: seq + 1, problem: 'Entries are missing up to the head that you gave.' };
  return { valid: true, head, open: open.size };
}

const contentSchema = z.object({
  seq: z.number(),
  action: z.string(),
  details: z.nullish(z.object({ question: z.optional(z.unknown()) })),
});

/** Null if it is not the JSON of an entry. */
function readEntry(entry: string): z.infer<typeof contentSchema> | null {
  return contentSchema.safeParse(parseJson(entry)).data ?? null;
}
