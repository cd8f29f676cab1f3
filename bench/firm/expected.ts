/** What callers may get while parts of a firm's server are killed, and what the audit must have of it. */
import * as z from 'zod/mini';
import type { Database } from '../../src/firm/database/database.ts';
import type { Reply } from './firm.ts';

/** Whether the interface has such a reply (docs/firm.md). A killed server cuts off its answers and refuses connections. */
export function isAllowed({ outcome, retryAfter }: Reply): boolean {
  if (/^503 (server_busy|not_ready)$/.test(outcome)) return Number(retryAfter) > 0;
  return /^(done|cut off|no connection|error in the stream: not_ready)$/.test(outcome);
}

/** What the callers got and the audit does not have. */
export async function missingInAudit(admin: Database, replies: readonly Reply[]) {
  const detailsSchema = z.object({
    request: z.optional(z.string()),
    question: z.optional(z.union([z.number(), z.string()])),
    documents: z.optional(z.array(z.string())),
  });
  const entrySchema = z.object({ seq: z.number(), action: z.string(), details: detailsSchema });
  const rows = await admin.query(z.object({ entry: z.string() }), 'SELECT entry FROM fiscal.audit ORDER BY seq');
  const questions = new Map<string, number>();
  const documents = new Set<string>();
  const ends = new Set<number>();
  for (const { entry } of rows) {
    if (!/"action" : "(question|sources|answer)"/.test(entry)) continue;
    const { seq, action, details } = entrySchema.parse(JSON.parse(entry));
    if (action === 'question') questions.set(details.request ?? '', seq);
    else if (action === 'sources') for (const id of details.documents ?? []) documents.add(`${details.question} ${id}`);
    else ends.add(Number(details.question));
  }
  const missing = { questions: 0, documents: 0, ends: 0 };
  for (const { requestId, outcome, documents: shown } of replies) {
    if (requestId === null || !/^(done|cut off|error in)/.test(outcome)) continue;
    const question = questions.get(requestId);
    if (question === undefined) {
      missing.questions += 1;
      continue;
    }
    missing.documents += shown.filter((id) => !documents.has(`${question} ${id}`)).length;
    if (outcome === 'done' && !ends.has(question)) missing.ends += 1;
  }
  return missing;
}
