/** A reply whose status is no success -> the error to throw. */
import type { Clock } from './clock.ts';
import { kindOfStatus, readErrorBody, reasonOfStatus, saysQuota, saysRights, saysSignedOut } from './errorBody.ts';
import { ReplyError, type ResearchError, ServiceError } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Redactor } from './redact.ts';
import type { Reply } from './request.ts';
import { parseRetryAfter } from './retry.ts';

const REQUEST_IDS = ['x-request-id', 'request-id', 'x-amzn-requestid', 'cf-ray'];

interface Context {
  readonly redact: Redactor;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** A proxy that changed something of the answer reports it with status 203. */
export function isAnswer(status: number): boolean {
  return status === 200 || status === 203;
}

/** Reads no more of the body than the limit; a body that fails counts as empty. Does not close the reply. */
export async function errorFromReply(reply: Reply, { redact, limits, clock }: Context): Promise<ResearchError> {
  const { status } = reply;
  const byStatus = kindOfStatus(status);
  if (byStatus === undefined) {
    return new ReplyError('protocol', { reason: 'status', status });
  }
  const body = status >= 400 ? await readStart(reply, limits, clock) : '';
  const rights = status === 403 || status === 404 ? saysRights(body) : undefined;
  const isSignedOut = status === 401 && saysSignedOut(reply.headers['www-authenticate']);
  const kind = rights ? 'forbidden' : byStatus === 'rateLimit' && saysQuota(body) ? 'billing' : byStatus;
  return new ServiceError(kind, {
    reason: rights ?? (isSignedOut ? 'signedOut' : reasonOfStatus(status)),
    status,
    // The words of a refusal for rights are those of its reason.
    detail: rights ? undefined : readErrorBody(body, redact, kind),
    retryAfter: parseRetryAfter(reply.headers['retry-after'], clock.now()),
    requestId: requestId(reply.headers, redact),
  });
}

/** The beginning of the body, within the limits of size and time. Closes a reply that is slower. */
export async function readStart(reply: Reply, limits: Limits, clock: Clock): Promise<string> {
  const decoder = new TextDecoder();
  const cancel = clock.after(limits.errorBodyTimeout, () => reply.close());
  let text = '';
  let size = 0;
  try {
    while (size < limits.maxErrorBodySize) {
      const bytes = await reply.read();
      if (bytes === undefined) break;
      text += decoder.decode(bytes.subarray(0, limits.maxErrorBodySize - size), { stream: true });
      size += bytes.length;
    }
  } catch {
    // The part that has arrived is used.
  } finally {
    cancel();
  }
  return text;
}

function requestId(headers: Reply['headers'], redact: Redactor): string | undefined {
  for (const name of REQUEST_IDS) {
    const id = headers[name];
    if (id !== undefined && /^[\w.:/-]{1,128}$/.test(id)) return redact(id);
  }
  return undefined;
}
