import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_HASH, readLine, toLine } from '../../../src/compliance/researchLog/logEntry.ts';
import { verifyLog } from '../../../src/compliance/researchLog/verifyLog.ts';
import { checkpointsOf, makeLog, used } from './support.ts';

const log = makeLog(6);
const known = checkpointsOf(log);
const verify = (lines: readonly string[]) => verifyLog(lines.join(''), known);
const changed = (line: number) => ({ outcome: 'changed', line });

it('Fiscal finds an untouched research log intact, with the times of its first and last entry', () => {
  expect(verify(log)).toEqual({
    outcome: 'intact',
    entries: 6,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-01T00:05:00.000Z',
    torn: [],
    isCompared: true,
  });
  expect(verifyLog('')).toMatchObject({ outcome: 'intact', entries: 0, isCompared: false });
});

it('Fiscal writes hashes that text tools alone can check, as the documentation shows', () => {
  let prev = NO_HASH;
  for (const line of log) {
    const [, body = '', hash = ''] = /^(.*),"hash":"([0-9a-f]{64})"\}\n$/.exec(line) ?? [];
    expect(createHash('sha256').update(`${body}}`).digest('hex')).toBe(hash);
    expect(body).toContain(`"prev":"${prev}"`);
    prev = hash;
  }
});

it('Fiscal names the newest missing entry of a log that was cut, also among entries of one millisecond', () => {
  const cut = log.slice(0, 4).join('');
  const atOnce = known.map((each) => ({ ...each, time: '2026-01-01T00:09:00.000Z' }));
  for (const checkpoints of [atOnce, atOnce.toReversed()])
    expect(verifyLog(cut, checkpoints)).toMatchObject({
      outcome: 'incomplete',
      missing: 2,
      last: { n: known.at(-1)?.n },
    });
});

it('Fiscal finds the line of an edited entry', () => {
  const edited = (line: string | undefined) => line?.replace('"jane"', '"john"') ?? '';
  expect(verify(log.with(2, edited(log[2])))).toEqual(changed(3));
  expect(verify(log.with(5, edited(log[5])))).toEqual(changed(6));
});

it('Fiscal finds the line of an entry that was edited into something else', () => {
  expect(verify(log.with(2, 'nothing\n'))).toEqual(changed(3));
  expect(verify(log.with(5, 'nothing\n'))).toEqual(changed(6));
});

it('Fiscal finds an entry that was edited and given a new hash', () => {
  const rehashed = (index: number) => {
    const entry = readLine(log[index]?.trimEnd() ?? '')?.entry;
    if (!entry) throw new Error('no entry');
    const { writer, n, time, prev } = entry;
    return toLine({ writer, n, time, prev, who: 'john', event: used('other') }).line;
  };
  expect(verify(log.with(2, rehashed(2)))).toEqual(changed(4));
  expect(verify(log.with(5, rehashed(5)))).toEqual(changed(6));
});

it('Fiscal finds the line before which an entry was removed', () => {
  expect(verify(log.toSpliced(0, 1))).toEqual(changed(1));
  expect(verify(log.toSpliced(2, 2))).toEqual(changed(3));
});

it('Fiscal finds two entries that changed places, and an entry that appears twice', () => {
  expect(verify(log.with(2, log[3] ?? '').with(3, log[2] ?? ''))).toEqual(changed(3));
  expect(verify(log.toSpliced(3, 0, log[1] ?? ''))).toEqual(changed(4));
});

it('Fiscal finds the number of entries that were cut off, and the newest of them', () => {
  expect(verify(log.slice(0, 4))).toEqual({ outcome: 'incomplete', missing: 2, last: known[5] });
  expect(verify([])).toEqual({ outcome: 'incomplete', missing: 6, last: known[5] });
  expect(verifyLog(log.slice(0, 4).join(''))).toMatchObject({ outcome: 'intact', isCompared: false });
});

it('Fiscal accepts the chains of several windows, in whatever order their lines are mixed', () => {
  const [first = '', ...rest] = log;
  const other = makeLog(4, 'w2', checkpointsOf([first])[0]?.hash);
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (choices) => {
      const [a, b] = [[...rest], [...other]];
      const mixed = choices.flatMap((choice) => (choice ? (a.shift() ?? []) : (b.shift() ?? [])));
      expect(verify([first, ...mixed, ...a, ...b])).toMatchObject({ outcome: 'intact', entries: 10 });
    }),
  );
});

it('Fiscal finds that the entry was removed to which the chain of another window refers', () => {
  const other = makeLog(2, 'w2', checkpointsOf(log).at(-1)?.hash);
  expect(verifyLog([...log, ...other].join('')).outcome).toBe('intact');
  expect(verifyLog([...log.slice(0, 5), ...other].join(''))).toEqual(changed(6));
});

it('Fiscal finds any change of one byte in the research log at its line', () => {
  const whole = Buffer.from(log.join(''));
  fc.assert(
    fc.property(fc.nat(whole.length - 2), fc.integer({ min: 33, max: 126 }), (at, byte) => {
      fc.pre(whole[at] !== byte && whole[at] !== 10);
      const copy = Buffer.from(whole);
      copy[at] = byte;
      const line = whole.subarray(0, at).toString().split('\n').length;
      expect(verifyLog(copy.toString(), known)).toEqual(changed(line));
    }),
    { numRuns: 300 },
  );
});

it('Fiscal reads any text as a research log without throwing', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom(...log))), (lines) => {
      expect(['intact', 'changed', 'incomplete']).toContain(verify(lines.map((line) => `${line}\n`)).outcome);
    }),
  );
});

it('Fiscal notes a line that a crash cut off, at the end or with entries after it, and no change', () => {
  const torn = (log[3] ?? '').slice(0, 40);
  expect(verifyLog([...log.slice(0, 3), torn].join(''))).toMatchObject({ outcome: 'intact', torn: [4] });
  const inside = [...log.slice(0, 3), `${torn}\n`, ...log.slice(3)];
  expect(verify(inside)).toMatchObject({ outcome: 'intact', torn: [4] });
});

it('Fiscal accepts a research log whose line ends a tool changed to CR LF', () => {
  expect(verifyLog(log.join('').replaceAll('\n', '\r\n'), known).outcome).toBe('intact');
});
