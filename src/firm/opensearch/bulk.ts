/** Bulk requests in parts. What a busy engine rejects is sent again, and only that. */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { accepted, type EngineClient, EngineRefused, EngineUnavailable, throwIfBlocked } from './client.ts';

export interface BulkOperation {
  /** `update` replaces the fields that `source` has. */
  readonly action: 'index' | 'create' | 'update' | 'delete';
  readonly index: string;
  readonly id: string;
  /** The state of the row that the operation replaces. The operation conflicts if the row has another one. */
  readonly seen?: Seen | undefined;
  readonly source?: unknown;
}

/** The state of a row. */
export interface Seen {
  readonly seqNo: number;
  readonly term: number;
}

/** Null: another writer has changed the row. Else the new state of the row. */
export type BulkResult = Seen | null;

const itemSchema = z.object({
  status: z.int(),
  _seq_no: z.optional(z.int()),
  _primary_term: z.optional(z.int()),
  error: z.optional(z.object({ type: z.string() })),
});
const bulkSchema = z.object({ items: z.array(z.record(z.string(), itemSchema)) });

/** Characters of one request, and its operations. */
const MAX_PART = 5_000_000;
const MAX_OPERATIONS = 2000;
/** Milliseconds that a request may take with its retries, and in which rejected operations are sent again. */
const PATIENCE = 120_000;
const FIELDS = 'items.*.status,items.*._seq_no,items.*._primary_term,items.*.error.type';

/** Sends the operations in their order. One result for each. Throws EngineUnavailable, also for a full disk, or EngineRefused for another error than a conflict. */
export async function bulk(client: EngineClient, operations: Iterable<BulkOperation>): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  let part: string[][] = [];
  let size = 0;
  for (const operation of operations) {
    const lines = linesOf(operation);
    const own = lines.reduce((sum, line) => sum + line.length, 0);
    if (part.length > 0 && (size + own > MAX_PART || part.length >= MAX_OPERATIONS)) {
      results.push(...(await send(client, part)));
      part = [];
      size = 0;
    }
    part.push(lines);
    size += own;
  }
  if (part.length > 0) results.push(...(await send(client, part)));
  return results;
}

function linesOf({ action, index, id, seen, source }: BulkOperation): string[] {
  const state = seen && { if_seq_no: seen.seqNo, if_primary_term: seen.term };
  const head = JSON.stringify({ [action]: { _index: index, _id: id, ...state } });
  if (action === 'delete') return [head];
  return [head, JSON.stringify(action === 'update' ? { doc: source } : source)];
}

async function send(client: EngineClient, operations: readonly string[][]): Promise<BulkResult[]> {
  const results = new Map<number, BulkResult>();
  const until = performance.now() + PATIENCE;
  let left = operations.map((lines, at) => ({ lines, at }));
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries > 0) await wait(Math.min(5000, 100 * 2 ** tries) * (0.5 + Math.random()));
    if (performance.now() > until) throw new EngineUnavailable('OpenSearch does not answer: its write queue is full.');
    const lines = left.flatMap((one) => one.lines);
    const answer = await client.send({
      method: 'POST',
      path: `/_bulk?filter_path=${FIELDS}`,
      lines,
      patience: PATIENCE,
    });
    const { items } = bulkSchema.parse(accepted(answer));
    left = left.filter(({ at }, place) => {
      const item = Object.values(items[place] ?? {})[0];
      if (!item) throw new EngineRefused(answer.status, 'incomplete_answer');
      const { status, error, _seq_no: seqNo = -1, _primary_term: term = -1 } = item;
      throwIfBlocked(status, error?.type);
      if ([429, 502, 503, 504].includes(status)) return true;
      // An update of a row that another writer deleted, or an update or deletion of one that it changed.
      const isConflict = status === 409 || error?.type === 'document_missing_exception';
      // To delete a row that is not there is no error.
      if (!isConflict && error) throw new EngineRefused(status, error.type);
      results.set(at, isConflict ? null : { seqNo, term });
      return false;
    });
  }
  return operations.map((_, at) => results.get(at) ?? null);
}
