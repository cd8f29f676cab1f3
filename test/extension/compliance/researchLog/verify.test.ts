import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_HASH, readLine, toLine } from '../../../../src/extension/compliance/researchLog/entry.ts';
import { verifyLog } from '../../../../src/extension/compliance/researchLog/verify.ts';
import { makeLog, used } from './support.ts';

const log = makeLog(6);
const end = { n: 6, hash: readLine(log[5]?.trimEnd() ?? '')?.entry.hash ?? '' };
const breakOf = (lines: readonly string[], known = end) => verifyLog(lines.join(''), known).broken;

test('a log that nobody touched is whole, and says from when to when it goes', () => {
  expect(verifyLog(log.join(''), end)).toEqual({
    entries: 6,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-01T00:05:00.000Z',
    lastHash: end.hash,
    broken: null,
    notes: [],
    endKnown: true,
  });
  expect(verifyLog('')).toMatchObject({ entries: 0, broken: null, endKnown: false });
});

test('a hash can be checked with text tools alone, as the documentation shows', () => {
  let prev = NO_HASH;
  for (const line of log) {
    const [, body = '', hash = ''] = /^(.*),"hash":"([0-9a-f]{64})"\}\n$/.exec(line) ?? [];
    expect(createHash('sha256').update(`${body}}`).digest('hex')).toBe(hash);
    expect(body).toContain(`"prev":"${prev}"`);
    prev = hash;
  }
});

describe('the place of the first break', () => {
  const edited = (line: string) => line.replace('"jane"', '"john"');
  const rehashed = (line: string, prev?: string) => {
    const entry = readLine(line.trimEnd())?.entry;
    if (!entry) throw new Error(line);
    return toLine({ n: entry.n, time: entry.time, who: 'john', prev: prev ?? entry.prev, event: used('other') });
  };

  test('an edited entry', () => {
    expect(breakOf(log.with(2, edited(log[2] ?? '')))).toEqual({ line: 3, n: 3, kind: 'edited' });
    expect(breakOf(log.with(5, edited(log[5] ?? '')))).toEqual({ line: 6, n: 6, kind: 'edited' });
  });

  test('an entry edited into something that is none', () => {
    expect(breakOf(log.with(2, 'nothing\n'))).toEqual({ line: 3, n: 3, kind: 'edited' });
    expect(breakOf([...log.slice(0, 2), 'a\n', 'b\n', ...log.slice(2)])).toEqual({ line: 3, n: 3, kind: 'foreign' });
  });

  test('an entry that was edited and given a new hash', () => {
    expect(breakOf(log.with(2, rehashed(log[2] ?? '').line))).toEqual({ line: 3, n: 3, kind: 'replaced' });
  });

  test('a removed entry, at the beginning and in the middle', () => {
    expect(breakOf(log.toSpliced(0, 1))).toEqual({ line: 1, n: 1, kind: 'removed' });
    expect(breakOf(log.toSpliced(2, 2))).toEqual({ line: 3, n: 3, kind: 'removed' });
  });

  test('two entries that changed places, and one that stands twice', () => {
    expect(breakOf(log.with(2, log[3] ?? '').with(3, log[2] ?? ''))).toEqual({ line: 3, n: 3, kind: 'reordered' });
    expect(breakOf(log.toSpliced(3, 0, log[1] ?? ''))).toEqual({ line: 4, n: 4, kind: 'reordered' });
  });

  test('an end that was cut off, as far as this machine knows it', () => {
    expect(breakOf(log.slice(0, 4))).toEqual({ line: 5, n: 5, kind: 'truncated' });
    expect(breakOf([])).toEqual({ line: 1, n: 1, kind: 'truncated' });
    expect(verifyLog(log.slice(0, 4).join(''))).toMatchObject({ broken: null, endKnown: false });
    expect(
      verifyLog([...log, ...[]].join(''), { n: 3, hash: readLine(log[2]?.trimEnd() ?? '')?.entry.hash ?? '' }).broken,
    ).toBeNull();
  });

  test('a log that was written anew as a whole', () => {
    let prev = NO_HASH;
    const forged = log.map((line) => {
      const made = rehashed(line, prev);
      prev = made.hash;
      return made.line;
    });
    expect(verifyLog(forged.join('')).broken).toBeNull();
    expect(breakOf(forged)).toEqual({ line: 1, n: 1, kind: 'rewritten' });
  });

  test('any change of one byte is found, at its line or the one before', () => {
    const whole = Buffer.from(log.join(''));
    fc.assert(
      fc.property(fc.nat(whole.length - 2), fc.integer({ min: 33, max: 126 }), (at, byte) => {
        fc.pre(whole[at] !== byte && whole[at] !== 10);
        const changed = Buffer.from(whole);
        changed[at] = byte;
        const line = whole.subarray(0, at).toString().split('\n').length;
        const found = verifyLog(changed.toString(), end).broken;
        expect(found?.line).toBe(line);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is noted and no break', () => {
  test('a clock that jumps back', () => {
    const first = toLine({ n: 1, time: '2026-03-01T00:00:00.000Z', who: 'a', prev: NO_HASH, event: used('t') });
    const second = toLine({ n: 2, time: '2026-02-28T23:00:00.000Z', who: 'a', prev: first.hash, event: used('t') });
    expect(verifyLog(first.line + second.line)).toMatchObject({
      broken: null,
      notes: [{ line: 2, kind: 'clockBack', by: 3_600_000 }],
    });
  });

  test('a line that a crash cut off, at the end or with entries after it', () => {
    const torn = (log[3] ?? '').slice(0, 40);
    expect(verifyLog([...log.slice(0, 3), torn].join(''))).toMatchObject({
      broken: null,
      notes: [{ line: 4, kind: 'torn' }],
    });
    expect(verifyLog([...log.slice(0, 3), `${torn}\n`, ...log.slice(3)].join(''), end)).toMatchObject({
      broken: null,
      notes: [{ line: 4, kind: 'torn' }],
    });
  });

  test('line ends that a tool changed to CR LF', () => {
    expect(verifyLog(log.join('').replaceAll('\n', '\r\n'), end).broken).toBeNull();
  });
});
