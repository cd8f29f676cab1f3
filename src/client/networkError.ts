/** What a network stack throws -> ConnectionError. The only place that looks at foreign codes and texts. */
import type { ErrorKind, ErrorReason } from '../protocol/errors.ts';
import { ConnectionError } from './errors.ts';

interface Facts {
  readonly kind: ErrorKind;
  readonly reason?: ErrorReason;
  readonly status?: number;
  /** Whether the request certainly or most likely did not reach the service (refused, reset, DNS). */
  readonly again?: boolean;
}

const REFUSED: Facts = { kind: 'network', reason: 'refused', again: true };
const LOST: Facts = { kind: 'network', again: true };
const UNREACHABLE: Facts = { kind: 'network', reason: 'unreachable' };
const NOT_HTTP: Facts = { kind: 'network', reason: 'notHttp' };
const CONNECT_TIMEOUT: Facts = { kind: 'timeout' };
const DNS: Facts = { kind: 'dns', again: true };
const PROXY: Facts = { kind: 'proxy' };
const PROXY_CREDENTIALS: Facts = { kind: 'proxy', reason: 'proxyCredentials', status: 407 };

const BY_CODE: ReadonlyMap<string, Facts> = new Map([
  ['ECONNREFUSED', REFUSED],
  ['CONNECTION_REFUSED', REFUSED],
  ['ECONNRESET', LOST],
  ['EPIPE', LOST],
  ['ECONNABORTED', LOST],
  ['UND_ERR_SOCKET', LOST],
  ['CONNECTION_RESET', LOST],
  ['CONNECTION_CLOSED', LOST],
  ['EMPTY_RESPONSE', LOST],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['ENETDOWN', UNREACHABLE],
  ['EHOSTDOWN', UNREACHABLE],
  ['INTERNET_DISCONNECTED', UNREACHABLE],
  ['ADDRESS_UNREACHABLE', UNREACHABLE],
  ['ETIMEDOUT', CONNECT_TIMEOUT],
  ['UND_ERR_CONNECT_TIMEOUT', CONNECT_TIMEOUT],
  ['CONNECTION_TIMED_OUT', CONNECT_TIMEOUT],
  ['TIMED_OUT', CONNECT_TIMEOUT],
  ['ENOTFOUND', DNS],
  ['EAI_AGAIN', DNS],
  ['EAI_NODATA', DNS],
  ['EAI_NONAME', DNS],
  ['EAI_FAIL', DNS],
  ['ENODATA', DNS],
  ['ESERVFAIL', DNS],
  ['NAME_NOT_RESOLVED', DNS],
  ['NAME_RESOLUTION_FAILED', DNS],
  ['PROXY_CONNECTION_FAILED', PROXY],
  ['TUNNEL_CONNECTION_FAILED', PROXY],
]);

const TLS_REASONS: readonly (readonly [RegExp, ErrorReason])[] = [
  [/EXPIRED|DATE_INVALID/, 'certificateExpired'],
  [/ALTNAME|COMMON_NAME|HOSTNAME/, 'certificateHost'],
  [/SELF_SIGNED|UNABLE_TO|AUTHORITY|UNTRUSTED|ISSUER/, 'certificateUntrusted'],
  [/WRONG_VERSION|EPROTO|PROTOCOL|PACKET_LENGTH/, 'notTls'],
];

/** `port` is the one that the request was for: a connection that failed at another one was to a proxy. */
export function fromNetworkError(thrown: unknown, port?: number): ConnectionError {
  const chain = causes(thrown);
  for (const error of chain) {
    const facts = factsOf(error, port);
    if (facts) {
      const { kind, ...rest } = facts;
      return new ConnectionError(kind, { ...rest, cause: thrown });
    }
  }
  return new ConnectionError('network', { reason: 'unknown', cause: thrown });
}

function factsOf(error: Error, port: number | undefined): Facts | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const failedAt: unknown = Reflect.get(error, 'port');
  const elsewhere = port !== undefined && typeof failedAt === 'number' && failedAt !== port;
  if (elsewhere && Reflect.get(error, 'syscall') === 'connect') return PROXY;
  if (code.startsWith('HPE_') || code === 'INVALID_HTTP_RESPONSE' || code.startsWith('RESPONSE_HEADERS_'))
    return NOT_HTTP;
  if (/PROXY|TUNNEL/.test(code)) return /\b407\b/.test(error.message) ? PROXY_CREDENTIALS : PROXY;
  const known = BY_CODE.get(code);
  if (known) return known;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|EPROTO|ALTNAME/.test(code)) {
    const reason = TLS_REASONS.find(([pattern]) => pattern.test(code))?.[1];
    return reason === undefined ? { kind: 'tls' } : { kind: 'tls', reason };
  }
  return undefined;
}

/** `code`, or the name in Chromium's "net::ERR_…", which VS Code's own fetch throws. */
function codeOf(error: Error): string | undefined {
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  return /net::ERR_([A-Z_]+)/.exec(error.message)?.[1];
}

/** The error, what caused it and, where several addresses were tried, the failure of each. */
function causes(thrown: unknown): Error[] {
  const found: Error[] = [];
  const visit = (error: unknown) => {
    if (!(error instanceof Error) || found.includes(error) || found.length > 16) return;
    found.push(error);
    visit(error.cause);
    if (error instanceof AggregateError) for (const inner of error.errors) visit(inner);
  };
  visit(thrown);
  return found;
}
