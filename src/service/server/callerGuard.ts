/**
 * Who may call a service on a loopback address: programs of this machine, no web page.
 * A page on another site can reach 127.0.0.1, directly or by a name that it points there (DNS rebinding); the browser tells
 * on it by Origin, Sec-Fetch-Site and Host.
 */
import { ServiceError } from '../app/serviceError.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i;

export function refuseForeignCaller(headers: Headers): void {
  const host = (headers.get('host') ?? '').toLowerCase();
  const name = HOST.exec(host)?.[1];
  if (name === undefined || !LOOPBACK_NAMES.has(name)) {
    throw forbidden('This service is called by 127.0.0.1, [::1] or localhost only.', 'host_not_allowed');
  }
  const origin = headers.get('origin');
  // The service has no page of its own, so its own origin can only be written by a program.
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) {
    throw forbidden('Requests from web pages are not accepted.', 'origin_not_allowed');
  }
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw forbidden('Requests from web pages are not accepted.', 'origin_not_allowed');
  }
}

const forbidden = (message: string, code: string): ServiceError =>
  new ServiceError(403, message, { type: 'permission_error', code });
