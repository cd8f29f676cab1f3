/**
 * Checks that a question would reach the service. Sends no question, because each question is billed.
 *
 * The body is `{}`, which lacks two required fields. A research service must refuse it with status 400 or 422. That refusal shows
 * that the address, the proxy, TLS and the path are right. It does not show whether the service has checked the key. So the body is
 * sent again without the key. If the service then replies with 401 or 403, it had accepted the key.
 */
import type { ErrorInfo } from '../protocol/errors.ts';
import type { ServiceAddress } from './baseUrl.ts';
import type { Clock } from './clock.ts';
import { readCompletion } from './completion.ts';
import { kindOfStatus, looksLikeHtml } from './errorBody.ts';
import { ReplyError, type ResearchError, ServiceError, SetupError, toResearchError } from './errors.ts';
import { errorFromReply, isAnswer, readStart } from './failedReply.ts';
import { type Limits, waitingAtMost } from './limits.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { openReply } from './request.ts';
import type { Transport } from './transport/transport.ts';

export type ConnectionCheck =
  /** `accepted`: the service refuses the same request without the key. `unknown`: the replies do not show it. */
  | { readonly ok: true; readonly host: string; readonly key: 'accepted' | 'unknown' }
  | { readonly ok: false; readonly error: ErrorInfo };

interface CheckDeps {
  readonly transport: Transport;
  readonly limits: Limits;
  readonly clock: Clock;
}

const UNANSWERABLE = '{}';
/** Longest wait for the first byte and between bytes, in milliseconds. An answer may take longer than a check. */
const MAX_WAIT = 30_000;

export async function checkConnection(
  prepare: () => Promise<{ address: ServiceAddress; key: string }>,
  deps: CheckDeps,
  signal: AbortSignal,
): Promise<ConnectionCheck> {
  let host: string | undefined;
  try {
    const { address, key } = await prepare();
    host = address.host;
    const error = await findProblem(address, key, deps, signal);
    if (error) return { ok: false, error: error.toInfo(host) };
    const refusal = await findProblem(address, undefined, deps, signal).catch(() => undefined);
    const accepted = refusal?.kind === 'auth' || refusal?.kind === 'forbidden';
    return { ok: true, host, key: accepted ? 'accepted' : 'unknown' };
  } catch (thrown) {
    const error = signal.aborted ? new SetupError('aborted') : toResearchError(thrown);
    return { ok: false, error: error.toInfo(host) };
  }
}

/**
 * Returns undefined if the reply can be that of a research service: a refusal of the body, or with a status of success an error object
 * or an answer. Otherwise returns the error. Throws if there is no reply.
 */
async function findProblem(
  address: ServiceAddress,
  key: string | undefined,
  { transport, limits: given, clock }: CheckDeps,
  signal: AbortSignal,
): Promise<ResearchError | undefined> {
  const redact = createRedactor(key, { parts: true });
  const limits = waitingAtMost(MAX_WAIT, given);
  const options = {
    url: address.completionsUrl,
    body: UNANSWERABLE,
    key,
    redact,
    stream: false,
    transport,
    limits,
    clock,
  };
  const reply = await openReply(options, signal);
  try {
    if (!isAnswer(reply.status) && kindOfStatus(reply.status) !== 'request') {
      return await errorFromReply(reply, { redact, limits, clock });
    }
    const body = await readStart(reply, limits, clock);
    if (looksLikeHtml(body) || /^text\/html\b/i.test(reply.contentType)) {
      return new ReplyError('notTheService', { status: reply.status });
    }
    return isAnswer(reply.status) ? problemOfAnswer(body, reply.status, redact) : undefined;
  } finally {
    reply.close();
  }
}

/** A success without an error object or an answer is that of another program: a research service cannot answer the body. */
function problemOfAnswer(body: string, status: number, redact: Redactor): ResearchError | undefined {
  if (/^\s*(?:data|event):/.test(body)) return undefined;
  try {
    readCompletion(body, redact);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) return new ReplyError('notTheService', { status });
    // An error object that names no kind counts as one of the server.
    return thrown.kind === 'request' || thrown.kind === 'server' ? undefined : thrown;
  }
}
