/** The firm's server as a function from Request to Response: the interface of the service, for people with different rights. */
import * as z from 'zod/mini';
import { COMPLETIONS_PATH, MODEL } from '../../protocol/chatCompletions.ts';
import { newIdentifier } from '../../service/app/app.ts';
import { createCompletions } from '../../service/app/completions.ts';
import { HttpError } from '../../service/app/httpError.ts';
import { bearerIn } from '../../service/app/keyring.ts';
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from '../../service/app/limits.ts';
import type { PendingLogEntry, ServiceLog } from '../../service/app/log.ts';
import { isModelPath, MODEL_PATHS, modelReply } from '../../service/app/models.ts';
import {
  createRequestHandler,
  notFound,
  pathOf,
  type RequestHandler,
  requireMethod,
} from '../../service/app/requestHandler.ts';
import { RunStopped } from '../../service/app/runningAnswer.ts';
import { jsonReply } from '../../service/app/wholeReply.ts';
import { type Caller, type Credential, createAccess, digestOf, type Scope } from '../access/access.ts';
import { appendAudit } from '../access/audit.ts';
import { looksLikeToken, type TokenVerifier } from '../access/tokens.ts';
import type { Database } from '../database/database.ts';
import { CollectionNotReady, type FirmDocument, type FirmStore } from '../library/firmStore.ts';
import { throwEngineProblem } from './engineProblem.ts';
import { createFirmMcp, MCP_PATH, refuseWebPages } from './mcp.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { admitQuestion, alarm, type DefaultQuota, inBackground } from './question.ts';
import { METADATA_PATH, notSignedIn, type SignIn, signInMetadata } from './signIn.ts';
import { createSlots } from './slots.ts';

export interface FirmAppOptions {
  readonly database: Database;
  readonly store: FirmStore;
  readonly log: ServiceLog;
  readonly shutdown: AbortSignal;
  readonly quota?: DefaultQuota;
  /** Questions of all people that this process answers at the same time. */
  readonly allRunning?: number;
  readonly limits?: Partial<ServiceLimits>;
  readonly answerTime?: number;
  readonly fresh?: number;
  readonly retryTimes?: readonly number[];
  readonly metrics?: Metrics;
  /** Accepts tokens of the firm's sign-in besides keys. */
  readonly tokens?: TokenVerifier | undefined;
  /** The names in the `Host` of requests of agents, in lower case and without a port. Absent: any. */
  readonly names?: ReadonlySet<string> | null;
  /** Published, so that clients can find the sign-in. Absent: only keys, or tokens that people get elsewhere. */
  readonly signIn?: SignIn | undefined;
}

export interface FirmApp {
  readonly handle: RequestHandler;
  /** Resolves when the ends of all answers are in the audit. */
  settled(): Promise<void>;
}

const DEFAULT_QUOTA: DefaultQuota = { perDay: null, running: 4 };
/** Milliseconds. Less than a question counts as running after its server was killed. */
const ANSWER_TIME = 5 * 60_000;
/** Milliseconds. A reader that takes longer for a passage is not given the rest of it without another look. */
const FRESH = 20;

/** Milliseconds before further attempts to write the end of a reply. A full disk may need an administrator. */
const RETRY_TIMES = [200, 1_000, 4_000, 10_000];

/** Questions of all people at the same time. Each waits for a connection to PostgreSQL again and again. */
export const ALL_RUNNING = 32;
/** Documents that are read at the same time for one person and for all. */
const MAX_DOCUMENTS = { user: 4, all: 32 };

const DOCUMENTS = '/documents/';
const MATTERS = '/matters';
const FIXED_PATHS: readonly string[] = [
  COMPLETIONS_PATH,
  MATTERS,
  '/health',
  '/ready',
  '/metrics',
  METADATA_PATH,
  MCP_PATH,
  ...MODEL_PATHS,
];

export function createFirmApp(options: FirmAppOptions): FirmApp {
  const { database, store, log, shutdown, tokens, signIn, names = null } = options;
  const access = createAccess(database);
  const metrics = options.metrics ?? createMetrics();
  const background = new Set<Promise<void>>();
  const reading = createSlots(MAX_DOCUMENTS, () => {
    metrics.add('fiscal_refused_total', { limit: 'documents' });
    return new HttpError(429, 'Too many documents are being opened. Try again in a moment.', {
      type: 'rate_limit_error',
      code: 'too_many_documents',
      headers: { 'retry-after': '1' },
    });
  });
  const answering = createSlots({ user: Number.POSITIVE_INFINITY, all: options.allRunning ?? ALL_RUNNING }, () => {
    metrics.add('fiscal_refused_total', { limit: 'all_running' });
    return new HttpError(503, 'The service is answering as many questions as it can. Ask again in a moment.', {
      code: 'server_busy',
      headers: { 'retry-after': '3' },
    });
  });
  // Nothing is produced ahead of the reader: what is buffered leaves without another look at the rights.
  const limits = { ...DEFAULT_SERVICE_LIMITS, streamBufferBytes: 0, ...options.limits };
  const { quota = DEFAULT_QUOTA, answerTime = ANSWER_TIME, fresh = FRESH, retryTimes = RETRY_TIMES } = options;
  const questions = {
    access,
    database,
    store,
    metrics,
    log,
    quota,
    answerTime,
    fresh,
    background,
    shutdown,
    retryTimes,
  };

  async function credentialOf(bearer: string): Promise<Credential | null> {
    if (tokens !== undefined && looksLikeToken(bearer)) return tokens.verify(bearer);
    return { type: 'key', digest: digestOf(bearer) };
  }

  /** Throws 401. */
  async function authenticate(headers: Headers, scope: Scope, entry: PendingLogEntry): Promise<[Credential, Caller]> {
    const bearer = bearerIn(headers.get('authorization'));
    const credential = bearer === null ? null : await credentialOf(bearer);
    const caller = credential && (await access.enter(credential, scope));
    if (credential === null || caller === null) throw notSignedIn(signIn, bearer !== null && looksLikeToken(bearer));
    entry.user = caller.user;
    if (caller.key !== null) entry.key = caller.key;
    return [credential, caller];
  }

  const complete = createCompletions({
    async admit(headers, entry) {
      const [credential, { user }] = await authenticate(headers, 'ask', entry);
      return admitQuestion({ ...questions, takeSlot: () => answering.take(user) }, credential, headers, entry);
    },
    log,
    limits,
    shutdown,
    now: Date.now,
    newId: newIdentifier,
  });

  async function ready(): Promise<Response> {
    if (shutdown.aborted) return jsonReply({ status: 'stopping' }, 503);
    await database.query(z.unknown(), 'SELECT fiscal.head_of_audit()');
    await store.ready().catch(throwEngineProblem);
    return jsonReply({ status: 'ready' });
  }

  /** Throws 503 while the collection of the document is read for the first time. */
  async function readDocument(id: string, caller: Caller, signal: AbortSignal): Promise<FirmDocument | null> {
    try {
      return await store.document(id, caller.collections, signal, () =>
        inBackground(questions, 'audit', () => alarm(database, caller, null, 1)),
      );
    } catch (error) {
      if (signal.aborted) throw new RunStopped('cancelled');
      if (!(error instanceof CollectionNotReady)) return throwEngineProblem(error);
      throw new HttpError(503, 'The collection of the document is being read. Ask again later.', {
        code: 'collection_not_ready',
        headers: { 'retry-after': '10' },
      });
    }
  }

  /** A document that does not exist, and one that the caller may not see, are answered in the same way. */
  async function document(request: Request, id: string, entry: PendingLogEntry): Promise<Response> {
    const [credential, caller] = await authenticate(request.headers, 'ask', entry);
    const found = await reading.run(caller.user, () => readDocument(id, caller, request.signal));
    // The rights may have changed while the document was read.
    const allowed = await access.enterAnd(credential, 'ask', async (now, connection) => {
      if (!found || !now.collections.some((one) => id.startsWith(`${one.public_id}-`))) return false;
      await appendAudit(connection, now.user, 'document', { document: id });
      return true;
    });
    if (!found || allowed !== true) {
      throw new HttpError(404, 'There is no such document, or you may not see it.', {
        type: 'not_found_error',
        code: 'document_not_found',
      });
    }
    return jsonReply(found);
  }

  async function respond(request: Request, path: string, entry: PendingLogEntry): Promise<Response> {
    if (path === COMPLETIONS_PATH) {
      requireMethod(request, 'POST');
      return complete(request, entry);
    }
    if (path === MCP_PATH) {
      refuseWebPages(request.headers, names);
      await authenticate(request.headers, 'ask', entry);
      return mcp(request);
    }
    if (!FIXED_PATHS.includes(path) && !path.startsWith(DOCUMENTS)) throw notFound(COMPLETIONS_PATH);
    requireMethod(request, 'GET');
    if (path.startsWith(DOCUMENTS)) return document(request, path.slice(DOCUMENTS.length), entry);
    if (path === '/health') return jsonReply({ status: 'ok', model: MODEL });
    if (path === '/ready') return ready();
    if (path === METADATA_PATH && signIn) return signInMetadata(signIn);
    if (path === '/metrics') {
      await authenticate(request.headers, 'metrics', entry);
      return new Response(metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
    }
    const [, { collections }] = await authenticate(request.headers, 'ask', entry);
    if (path === MATTERS) {
      const matters = collections.filter(({ kind }) => kind === 'matter').map(({ name }) => ({ name }));
      return jsonReply({ matters });
    }
    if (isModelPath(path)) return modelReply(path);
    throw notFound(COMPLETIONS_PATH);
  }

  const routeOf = (path: string): string => {
    if (path.startsWith(DOCUMENTS)) return '/documents';
    return FIXED_PATHS.includes(path) ? path : 'other';
  };
  const answer = createRequestHandler({ log, now: Date.now, newId: newIdentifier, routeOf, respond });

  async function handle(request: Request): Promise<Response> {
    const response = await answer(request);
    metrics.add('fiscal_requests_total', { route: routeOf(pathOf(request)), status: response.status });
    return response;
  }
  const mcp = createFirmMcp(handle);

  return {
    handle,
    async settled() {
      while (background.size > 0) await Promise.all(background);
    },
  };
}
