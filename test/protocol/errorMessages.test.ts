import { describe, expect, it } from 'vitest';
import { connectionMessage, english, errorActions, errorLine, errorMessage } from '../../src/protocol/errorMessages.ts';
import { ERROR_KINDS, ERROR_REASONS, type ErrorInfo, type ErrorReason } from '../../src/protocol/errors.ts';

const FACTS = { host: 'research.example', status: 418, retryAfter: 30, waited: 15_000 };
const SENTENCE = /^[^a-z{}][^{}]*\.$/;

describe('error messages', () => {
  it.each(ERROR_KINDS)(
    'the error kind %s has a title, at most one explanation and one action, none repeated',
    (kind) => {
      for (const facts of [{}, FACTS]) {
        const { title, explanation, action } = errorMessage({ kind, ...facts }, english);
        expect(title).toMatch(/^[A-Z][^.{}]*$/);
        if (kind === 'aborted') expect([explanation, action]).toEqual(['', '']);
        else
          for (const text of [explanation, action]) expect(text.replace('research.example', 'Host')).toMatch(SENTENCE);
        expect(explanation).not.toContain(title);
      }
      expect(errorActions({ kind }).length).toBeGreaterThan(0);
    },
  );

  it.each(ERROR_REASONS)('the error reason %s fills in its facts and differs from its kind', (reason) => {
    const kind = kindOf(reason);
    const message = errorMessage({ kind, reason, ...FACTS }, english);
    expect(message).not.toEqual(errorMessage({ kind, ...FACTS }, english));
    expect(Object.values(message).join(' ')).not.toMatch(/[{}]|undefined|NaN/);
  });

  it('no two error kinds share a title or an explanation', () => {
    const all = ERROR_KINDS.map((kind) => errorMessage({ kind }, english));
    expect(new Set(all.map(({ title }) => title)).size).toBe(ERROR_KINDS.length);
    expect(new Set(all.map(({ explanation }) => explanation)).size).toBe(ERROR_KINDS.length);
  });

  it('an error line names the host, the status and the cause once', () => {
    const error: ErrorInfo = { kind: 'auth', host: 'research.example', status: 401 };
    expect(errorLine(error, english)).toBe(
      "API key not accepted (HTTP 401). research.example refused the API key. Replace the API key, or create a new one in the service's dashboard.",
    );
    expect(errorLine({ kind: 'dns' }, english)).toBe(
      'Server not found. The service is not known to your network. Check the base URL and your network connection.',
    );
    expect(errorLine({ kind: 'aborted' }, english)).toBe('Stopped.');
  });

  it.each<[ErrorInfo, string]>([
    [{ kind: 'timeout', reason: 'connect', waited: 1_000 }, 'The service could not be connected to within 1 second.'],
    [
      { kind: 'timeout', reason: 'idle', waited: 600_000 },
      'The service sent nothing for 10 minutes in the middle of the answer.',
    ],
    [
      { kind: 'tooLarge', reason: 'answerSize', limit: 64 * 1024 * 1024 },
      'The service sent more than 64 MB in one answer. The rest was not read.',
    ],
    [
      { kind: 'tooLarge', reason: 'eventSize', limit: 500 },
      'The service sent more than 500 bytes in one part of the answer. The rest was not read.',
    ],
    [{ kind: 'protocol', reason: 'status', status: 101 }, 'The service replied with the unexpected status 101.'],
  ])('the explanation of %j states the time, size or status', (error, explanation) => {
    expect(errorMessage(error, english).explanation).toBe(explanation);
  });

  it.each([
    [undefined, 'Try again later.'],
    [0, 'Try again now.'],
    [1, 'Try again in 1 second.'],
    [90, 'Try again in 90 seconds.'],
    [91, 'Try again in 2 minutes.'],
    [5_400, 'Try again in 90 minutes.'],
    [5_401, 'Try again in 2 hours.'],
  ])('a rate limit that ends after %j seconds says when to try again', (retryAfter, action) => {
    expect(errorMessage({ kind: 'rateLimit', ...(retryAfter !== undefined && { retryAfter }) }, english).action).toBe(
      action,
    );
  });

  it('a message that stays visible gives the time of day at which to try again', () => {
    expect(errorMessage({ kind: 'rateLimit', retryAfter: 60 }, english, '14:05').action).toBe('Try again after 14:05.');
  });

  it('every text of an error and of a connection check goes through the translation function', () => {
    const marked = (text: string, ...values: (string | number)[]) => `‹${english(text, ...values)}›`;
    for (const kind of ERROR_KINDS) {
      for (const text of Object.values(errorMessage({ kind }, marked))) expect(text).toMatch(/^(?:‹.+›)?$/s);
    }
    for (const key of ['none', 'accepted', 'unknown'] as const) {
      expect(connectionMessage('research.example', key, marked)).toMatch(/^‹Connected to research\.example\..*›$/);
    }
  });
});

function kindOf(reason: ErrorReason): ErrorInfo['kind'] {
  if (/^(?:noKey|unusableKey)$/.test(reason)) return 'auth';
  if (/^certificate|^notTls/.test(reason)) return 'tls';
  if (/^(?:refused|unreachable|notHttp|unknown)$/.test(reason)) return 'network';
  return 'server';
}
