import { describe, expect, it } from 'vitest';
import { kindOfStatus, readErrorBody, reasonOfStatus } from '../../src/client/errorBody.ts';
import {
  ConnectionError,
  ReplyError,
  ResearchError,
  ServiceError,
  SetupError,
  toResearchError,
} from '../../src/client/errors.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { fromNetworkError } from '../../src/client/networkError.ts';
import { parseRetryAfter, retryDelay } from '../../src/client/retry.ts';
import { errorInfoSchema } from '../../src/protocol/errors.ts';

const asItIs = (text: string) => text;

describe('every kind of error', () => {
  it('an error goes to the page as facts, with the words of the service separate', () => {
    const cause = new Error('inner');
    const error = new ServiceError('rateLimit', {
      status: 429,
      retryAfter: 90,
      detail: 'Slow down',
      requestId: 'r1',
      cause,
    });
    expect(error).toMatchObject({ name: 'ServiceError', cause });
    expect(error.message).toBe(
      'Too many requests (HTTP 429). The service reports that its rate limit is reached. Try again in 90 seconds. The service says: Slow down',
    );
    const info = error.toInfo('research.example');
    expect(errorInfoSchema.parse(info)).toEqual(info);
    expect(info).toEqual({
      kind: 'rateLimit',
      host: 'research.example',
      detail: 'Slow down',
      status: 429,
      retryAfter: 90,
      requestId: 'r1',
    });
  });

  it('all errors of the client are ResearchErrors with a name of their own', () => {
    const all = [
      new SetupError('auth'),
      new ServiceError('server'),
      new ConnectionError('dns'),
      new ReplyError('truncated'),
    ];
    expect(all.map(({ name }) => name)).toEqual(['SetupError', 'ServiceError', 'ConnectionError', 'ReplyError']);
    for (const error of all) expect(error).toBeInstanceOf(ResearchError);
  });

  it('a foreign error is wrapped once', () => {
    const foreign = new TypeError('x is not a function');
    const wrapped = toResearchError(foreign);
    expect(wrapped).toMatchObject({ kind: 'network', cause: foreign });
    expect(wrapped.message).not.toContain('x is not');
    expect(toResearchError(wrapped)).toBe(wrapped);
  });
});

describe('an error body', () => {
  it.each<[string, string | undefined]>([
    ['{"error":{"message":"no such model"}}', 'no such model'],
    ['{"error":"plain"}', 'plain'],
    ['{"message":"top"}', 'top'],
    ['{"detail":[{"loc":["body"],"msg":"field required"},{"msg":"too long"}]}', 'field required; too long'],
    ['{"errors":[{"title":"first"}]}', 'first'],
    ['"bad things"', 'bad things'],
    ['just words', 'just words'],
    ['null', undefined],
    ['{}', undefined],
    ['{"error":{"message":""}}', undefined],
    ['{"error":', undefined],
    ['<html><body>Nope</body></html>', undefined],
    ['{"error":{"message":"<html><p>Nope</p></html>"}}', undefined],
    ['{"error":{"message":"a <b>bold</b> \\u202e\\u0007 claim\\n twice"}}', 'a bold claim twice'],
    ['{"error":{"message":"Send Bearer <API_KEY>, see <IRC § 179><br/>"}}', 'Send Bearer <API_KEY>, see <IRC § 179>'],
    ['{"__proto__":{"message":"x"}}', undefined],
  ])('the error body %s reads as %j', (body, words) => {
    expect(readErrorBody(body, asItIs, 'request')).toBe(words);
  });

  it('the text of an error body is cut to 500 characters', () => {
    expect(readErrorBody('w'.repeat(60_000), asItIs, 'request')).toHaveLength(501);
  });

  it('a key that the service has masked is not shown', () => {
    const body = '{"error":{"message":"Incorrect API key provided: sk-ab***wxyz. Get one."}}';
    expect(readErrorBody(body, asItIs, 'auth')).toBe('Incorrect API key provided: [key] Get one.');
  });
});

describe('a network failure', () => {
  const failure = (code: string, more: object = {}) => Object.assign(new Error(`failed ${code}`), { code, ...more });
  it.each([
    ['ENOTFOUND', 'dns', true],
    ['EAI_AGAIN', 'dns', true],
    ['ECONNREFUSED', 'network', true],
    ['ECONNRESET', 'network', true],
    ['EHOSTUNREACH', 'network', false],
    ['ETIMEDOUT', 'timeout', false],
    ['HPE_INVALID_CONSTANT', 'network', false],
    ['CERT_HAS_EXPIRED', 'tls', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', false],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', false],
    ['SOMETHING_ELSE', 'network', false],
  ])('the network error %s is of kind %s', (code, kind, again) => {
    expect(fromNetworkError(failure(code))).toMatchObject({ kind, again });
  });

  it('a network error is found in the cause and in a group of errors', () => {
    const inner = failure('ENOTFOUND');
    expect(fromNetworkError(new TypeError('fetch failed', { cause: inner })).kind).toBe('dns');
    expect(fromNetworkError(new AggregateError([failure('ECONNREFUSED')], 'all failed')).kind).toBe('network');
    expect(fromNetworkError(new TypeError('net::ERR_NAME_NOT_RESOLVED')).kind).toBe('dns');
    expect(fromNetworkError(new TypeError('net::ERR_PROXY_CONNECTION_FAILED')).kind).toBe('proxy');
    expect(fromNetworkError('thrown text').kind).toBe('network');
  });

  it('a network error at another port than the requested one is of kind proxy', () => {
    const refused = failure('ECONNREFUSED', { syscall: 'connect', port: 3128 });
    expect(fromNetworkError(refused, 443).kind).toBe('proxy');
    expect(fromNetworkError(refused, 3128).kind).toBe('network');
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each<[string | undefined, number | undefined]>([
    ['1', 1],
    ['0', 0],
    [' 120 ', 120],
    ['9999999999999', 31 * 24 * 60 * 60],
    ['Fri, 20 Nov 9999 12:00:30 GMT', 31 * 24 * 60 * 60],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:00:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['1e9', undefined],
    ['2026', 2026],
    ['', undefined],
    [undefined, undefined],
  ])('Retry-After %j means %j seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  it('the wait before a retry has a lower and an upper bound', () => {
    const delay = (retryAfter: number | undefined, attempt: number, random: number) =>
      retryDelay(
        new ServiceError('rateLimit', { status: 429, retryAfter }),
        attempt,
        { ...DEFAULT_LIMITS, maxRetries: 9 },
        () => random,
      );
    expect(delay(0, 1, 0)).toBe(250);
    expect(delay(60, 1, 0)).toBe(60_000);
    expect(delay(61, 1, 0)).toBeNull();
    expect(delay(undefined, 1, 0)).toBe(250);
    expect([1, 2, 3, 4, 5].map((attempt) => delay(undefined, attempt, 1))).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
  });
});

it('each status is the kind of error of its range, and statuses outside of all ranges are none', () => {
  const kinds = [299, 300, 399, 400, 499, 500, 599, 600].map(kindOfStatus);
  expect([kinds[0], kinds[7]]).toEqual([undefined, undefined]);
  expect([kinds[1], kinds[3], kinds[5]]).toEqual([kinds[2], kinds[4], kinds[6]]);
  expect([kinds[3], kinds[5]]).toEqual(['request', 'server']);
  expect([299, 300, 399, 400].map(reasonOfStatus)).toEqual([undefined, 'redirect', 'redirect', undefined]);
});
