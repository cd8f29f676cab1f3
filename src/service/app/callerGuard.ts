/**
 * Refuses callers that are web pages. Only programs of this machine may call a service on a loopback address.
 * A page of another site can reach 127.0.0.1 directly, or by a name that it resolves to 127.0.0.1 (DNS rebinding). The browser
 * reveals it by Origin, Sec-Fetch-Site and Host.
 */
import { HttpError } from './httpError.ts';

export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i;

export function refuseForeignCaller(headers: Headers): void {
  refuseOtherHosts(headers, LOOPBACK_NAMES, 'This service is called by 127.0.0.1, [::1] or localhost only.');
  const host = headers.get('host')?.toLowerCase();
  const origin = headers.get('origin');
  // The service has no page of its own, so only a program can send its origin.
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) {
    throw fromWebPage();
  }
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw fromWebPage();
}

/** `names` in lower case, without a port. */
export function refuseOtherHosts(headers: Headers, names: ReadonlySet<string>, message: string): void {
  const name = HOST.exec((headers.get('host') ?? '').toLowerCase())?.[1];
  if (name === undefined || !names.has(name)) throw forbidden(message, 'host_not_allowed');
}

export const fromWebPage = (): HttpError =>
  forbidden('Requests from web pages are not accepted.', 'origin_not_allowed');

const forbidden = (message: string, code: string): HttpError =>
  new HttpError(403, message, { type: 'permission_error', code });
