/**
 * Whether a question would reach the service, without asking one.
 *
 * The interface has a single operation and it is billed, so the check posts a body to it that cannot be answered: an empty
 * object, which lacks the two fields that are required. A service that reads it must refuse it (400 or 422), and that
 * refusal shows that the address, the proxy, TLS and the path are right. Whether the key was looked at before the body is not
 * shown by the interface; so the same body is posted once more without a key: if that is refused for the key (401, 403), the
 * first reply was given to a valid one.
 */
import type { ErrorInfo } from '../protocol/errors.ts';
import type { ServiceAddress } from './baseUrl.ts';
import type { Clock } from './clock.ts';
import { kindOfStatus, looksLikeHtml } from './errorBody.ts';
import { ReplyError, type ResearchError, SetupError, toResearchError } from './errors.ts';
import { errorFromReply, isAnswer, readStart } from './failedReply.ts';
import type { Limits } from './limits.ts';
import { createRedactor } from './redact.ts';
import { openReply } from './request.ts';
import type { Transport } from './transport/transport.ts';

export type CheckResult =
  /** The key is `accepted` when the service refuses the same request without it. */
  | { readonly ok: true; readonly host: string; readonly key: 'none' | 'accepted' | 'unknown' }
  | { readonly ok: false; readonly error: ErrorInfo };

interface Means {
  readonly transport: Transport;
  readonly limits: Limits;
  readonly clock: Clock;
}

const UNANSWERABLE = '{}';
/** Milliseconds: a check must not wait as long as research may. */
const PATIENCE = 30_000;

export async function checkConnection(
  prepare: () => Promise<{ address: ServiceAddress; key: string | undefined }>,
  means: Means,
  signal: AbortSignal,
): Promise<CheckResult> {
  let host: string | undefined;
  try {
    const { address, key } = await prepare();
    host = address.host;
    const error = await probe(address, key, means, signal);
    if (error) return { ok: false, error: error.toInfo(host) };
    if (key === undefined) return { ok: true, host, key: 'none' };
    const refusal = await probe(address, undefined, means, signal).catch(() => undefined);
    const accepted = refusal?.kind === 'auth' || refusal?.kind === 'forbidden';
    return { ok: true, host, key: accepted ? 'accepted' : 'unknown' };
  } catch (thrown) {
    const error = signal.aborted ? new SetupError('aborted') : toResearchError(thrown);
    return { ok: false, error: error.toInfo(host) };
  }
}

/** Undefined when the service refused the body and nothing else. Throws when no reply came. */
async function probe(
  address: ServiceAddress,
  key: string | undefined,
  { transport, limits: given, clock }: Means,
  signal: AbortSignal,
): Promise<ResearchError | undefined> {
  const redact = createRedactor(key, { parts: true });
  const limits = {
    ...given,
    firstByteTimeout: Math.min(given.firstByteTimeout, PATIENCE),
    idleTimeout: Math.min(given.idleTimeout, PATIENCE),
  };
  const options = {
    url: address.completions,
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
    return undefined;
  } finally {
    reply.close();
  }
}
