/** A question to the firm's server: the rights at its beginning, and what is looked at until it ends. */
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { MAX_MATTER_NAME } from '../../protocol/chatCompletions.ts';
import type { ParsedChatRequest } from '../../service/app/chatRequest.ts';
import type { Admitted } from '../../service/app/completions.ts';
import { HttpError, invalidValue } from '../../service/app/httpError.ts';
import { errorClassName, type PendingLogEntry, type ServiceLog } from '../../service/app/log.ts';
import { answer } from '../../service/research/answer.ts';
import type { LibrarySource } from '../../service/researcher.ts';
import { type Access, type Caller, type Collection, type Credential, digestOf } from '../access/access.ts';
import { appendAudit } from '../access/audit.ts';
import type { Connection, Database } from '../database/database.ts';
import type { FirmStore } from '../library/firmStore.ts';
import { throwEngineProblem } from './engineProblem.ts';
import { guardedAnswer, rightsChanged } from './guardedAnswer.ts';
import type { Metrics } from './metrics.ts';

/** Limits of those who have none of their own. Null: no limit. */
export interface DefaultQuota {
  readonly perDay: number | null;
  readonly running: number | null;
}

export interface QuestionDeps {
  readonly access: Access;
  readonly database: Database;
  readonly store: FirmStore;
  readonly metrics: Metrics;
  readonly log: ServiceLog;
  readonly quota: DefaultQuota;
  /** Throws if the process answers as many questions as it can. Call the result when the reply has ended. */
  readonly takeSlot: () => () => void;
  /** Milliseconds after which an answer is given up. */
  readonly answerTime: number;
  /** Milliseconds for which a look at the rights holds while a reader takes text that was written before it. */
  readonly fresh: number;
  /** Work that goes on after a reply has ended. */
  readonly background: Set<Promise<void>>;
  /** Aborts when the server has to end. */
  readonly shutdown: AbortSignal;
  /** Milliseconds before each further attempt at such work. The last one is repeated. */
  readonly retryTimes: readonly number[];
}

interface Begun {
  readonly caller: Caller;
  readonly collections: readonly Collection[];
  /** Number of the entry in the audit. */
  readonly seq: number;
  readonly run: string;
}

/** A question may be limited to a matter by this header (in percent-encoding), or by the field `matter` of the body. */
const MATTER_HEADER = 'fiscal-matter';
const matterSchema = z.object({
  matter: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(MAX_MATTER_NAME)))),
});
const begunSchema = z.object({
  run: z.nullable(z.string()),
  refused: z.nullable(z.string()),
  retry_after: z.nullable(z.int()),
});

/** For one request, whose credential was accepted. */
export function admitQuestion(
  deps: QuestionDeps,
  credential: Credential,
  headers: Headers,
  entry: PendingLogEntry,
): Admitted {
  let begun: Begun | null = null;
  let release = () => {};
  let finish: (outcome: string) => void = () => {};

  return {
    async researcherFor(request, body) {
      const matter = readMatter(headers, body);
      release = deps.takeSlot();
      try {
        begun = await begin(deps, credential, request, matter, entry.requestId);
      } catch (thrown) {
        release();
        throw thrown;
      }
      finish = deps.metrics.begin();
      const { caller, collections, seq } = begun;
      return {
        async *research(question, signal) {
          const deadline = AbortSignal.timeout(deps.answerTime);
          const outside = new AbortController();
          const ends = AbortSignal.any([signal, deadline, outside.signal]);
          const library = deps.store.library(collections, ends, () => {
            outside.abort();
            inBackground(deps, 'audit', () => alarm(deps.database, caller, seq, 1));
          });
          const outputs = failingAsNotReady(answer(library, question, ends));
          const guard = {
            check: () => check(deps, credential, caller, collections),
            sources: (found: readonly LibrarySource[]) => sourcesFor(deps, credential, caller, collections, seq, found),
          };
          yield* guardedAnswer(outputs, guard, deps.fresh);
          if (outside.signal.aborted) throw failed();
          if (deadline.aborted) throw new HttpError(504, 'The answer took too long.', { code: 'timeout' });
        },
      };
    },
    ended(outcome) {
      release();
      finish(outcome);
      if (begun === null) return;
      const { caller, seq, run } = begun;
      inBackground(deps, 'run', () => deps.database.query(z.unknown(), 'SELECT fiscal.end_question($1)', [run]));
      inBackground(deps, 'audit', () => appendAudit(deps.database, caller.user, 'answer', { question: seq, outcome }));
    },
  };
}

async function* failingAsNotReady<T>(outputs: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* outputs;
  } catch (thrown) {
    throwEngineProblem(thrown);
  }
}

const failed = (): HttpError =>
  new HttpError(500, 'The service failed while it answered. The request is valid.', { code: 'internal_error' });

/** The server has a fault: rows of collections that the question is not limited to were stopped. */
export const alarm = (database: Database, caller: Caller, question: number | null, outside: number): Promise<number> =>
  appendAudit(database, caller.user, 'alarm', { question, outside });

/**
 * Work that a reply does not wait for. It is tried again until it is done, and a few times more when the server has to end. The log has its
 * failure after the first attempts and after the last one. No question begins while PostgreSQL refuses to write, so no more of this work
 * waits than questions were running.
 */
export function inBackground(
  { background, log, shutdown, retryTimes }: Pick<QuestionDeps, 'background' | 'log' | 'shutdown' | 'retryTimes'>,
  code: string,
  step: () => Promise<unknown>,
): void {
  const note = (thrown: unknown) => log({ event: 'failure', code, failure: errorClassName(thrown) });
  const work = retried(step, retryTimes, shutdown, note)
    .catch(note)
    .finally(() => background.delete(work));
  background.add(work);
}

/** A step that failed after it was done is done twice. `note` gets the failure when all `times` were waited for. */
async function retried(
  step: () => Promise<unknown>,
  times: readonly number[],
  shutdown: AbortSignal,
  note: (thrown: unknown) => void,
): Promise<void> {
  for (let attempt = 0; !shutdown.aborted; attempt += 1) {
    try {
      await step();
      return;
    } catch (thrown) {
      if (attempt === times.length) note(thrown);
    }
    const time = times[Math.min(attempt, times.length - 1)];
    await setTimeout(time, undefined, { signal: shutdown }).catch(() => {});
  }
  for (const time of times.slice(0, -1)) {
    try {
      await step();
      return;
    } catch {
      await setTimeout(time);
    }
  }
  await step();
}

async function begin(
  { access, metrics, quota }: QuestionDeps,
  credential: Credential,
  request: ParsedChatRequest,
  matter: string | null,
  requestId: string,
): Promise<Begun> {
  const begun = await access.enterAnd(credential, 'ask', async (caller, connection): Promise<Begun> => {
    const collections = inMatter(caller.collections, matter);
    const run = await takeQuota(connection, caller, quota, metrics);
    const seq = await appendAudit(connection, caller.user, 'question', {
      request: requestId,
      key: caller.key,
      mode: request.askMode,
      matter: matter === null ? null : (collections.find(({ kind }) => kind === 'matter')?.id ?? null),
      collections: collections.map(({ id }) => id),
      // With zero data retention, the audit has only that a question was asked.
      ...(!request.zeroDataRetention && { question: digestOf(request.question.text).toString('hex') }),
    });
    return { caller, collections, seq, run };
  });
  if (begun === null) throw rightsChanged();
  return begun;
}

/** All that is visible; for a matter the authorities and that matter. A hidden matter is answered as one that does not exist. */
function inMatter(visible: readonly Collection[], matter: string | null): readonly Collection[] {
  if (matter === null) return visible;
  const named = visible.find(({ kind, name }) => kind === 'matter' && name === matter);
  if (!named) {
    throw new HttpError(404, 'There is no such matter, or you may not see it.', {
      type: 'not_found_error',
      param: 'matter',
      code: 'matter_not_found',
    });
  }
  return visible.filter((one) => one.kind === 'authority' || one === named);
}

async function takeQuota(
  connection: Connection,
  { user }: Caller,
  { perDay, running }: DefaultQuota,
  metrics: Metrics,
): Promise<string> {
  const [row] = await connection.query(begunSchema, 'SELECT * FROM fiscal.begin_question($1, $2, $3)', [
    user,
    perDay,
    running,
  ]);
  if (row?.run != null) return row.run;
  metrics.add('fiscal_refused_total', { limit: row?.refused === 'per_day' ? 'per_day' : 'running' });
  const message =
    row?.refused === 'per_day'
      ? 'You have asked as many questions today as your firm allows. Ask again tomorrow.'
      : 'As many of your questions as your firm allows are being answered. Ask again when one has ended.';
  throw new HttpError(429, message, {
    type: 'rate_limit_error',
    code: row?.refused === 'per_day' ? 'daily_limit' : 'too_many_questions',
    headers: { 'retry-after': String(row?.retry_after ?? 5) },
  });
}

/** Whether the caller may still see all of these collections. What was granted meanwhile does not matter. */
function requireVisible(caller: Caller, now: Caller, collections: readonly Collection[]): void {
  const visible = new Set(now.collections.map(({ id }) => id));
  if (now.user !== caller.user || collections.some(({ id }) => !visible.has(id))) throw rightsChanged();
}

async function check(
  { access, metrics }: QuestionDeps,
  credential: Credential,
  caller: Caller,
  collections: readonly Collection[],
): Promise<void> {
  const now = await access.enter(credential, 'ask');
  try {
    if (now === null) throw rightsChanged();
    requireVisible(caller, now, collections);
  } catch (thrown) {
    metrics.add('fiscal_rights_ended_total');
    throw thrown;
  }
}

/** The sources are in the audit before they leave. */
async function sourcesFor(
  deps: QuestionDeps,
  credential: Credential,
  caller: Caller,
  collections: readonly Collection[],
  seq: number,
  found: readonly LibrarySource[],
): Promise<readonly LibrarySource[]> {
  await check(deps, credential, caller, collections);
  const placed = found.map((source) => ({ source, place: deps.store.placeOf(source.location.path, collections) }));
  const outside = placed.filter(({ place }) => place === null).length;
  if (outside > 0) {
    await alarm(deps.database, caller, seq, outside);
    throw failed();
  }
  await appendAudit(deps.database, caller.user, 'sources', {
    question: seq,
    documents: [...new Set(placed.map(({ place }) => place?.document))],
  });
  return placed.map(({ source, place }) => ({ ...source, location: { ...source.location, ...place } }));
}

/** Throws 400. */
function readMatter(headers: Headers, body: unknown): string | null {
  const parsed = matterSchema.safeParse(body);
  if (!parsed.success) throw invalidValue('matter must be the name of a matter, or be omitted.', 'matter');
  const inBody = parsed.data.matter ?? null;
  const inHeader = decoded(headers.get(MATTER_HEADER));
  if (inBody !== null && inHeader !== null && inBody !== inHeader)
    throw invalidValue(`The header ${MATTER_HEADER} and the field matter must not name two matters.`, 'matter');
  return inBody ?? inHeader;
}

function decoded(header: string | null): string | null {
  if (header === null) return null;
  try {
    return decodeURIComponent(header.trim());
  } catch {
    throw invalidValue(`The header ${MATTER_HEADER} must be in percent-encoding.`, 'matter');
  }
}
