import { expect, it } from 'vitest';
import { FLOOR, LIMIT, measureGrowth, SIZES } from '../../bench/growth/measure.ts';

const LONGEST = SIZES.at(-1) ?? 0;

/** A function that takes `cost(length)` milliseconds of a clock, and every few calls much longer, as on a busy machine. */
function timed(cost: (length: number) => number, { busy = false } = {}) {
  let now = 0;
  let calls = 0;
  const run = (text: string) => {
    calls += 1;
    now += cost(text.length) * (busy && calls % 3 !== 0 ? 7 : 1);
  };
  return measureGrowth(
    run,
    (length) => 'a'.repeat(length),
    () => now,
  );
}

/** Milliseconds for a text of this length if the longest one takes `last`. */
const power = (exponent: number, last: number) => (length: number) => last * (length / LONGEST) ** exponent;

it('a quadratic function counts as growing, at any speed that is measured', () => {
  for (const last of [2 * FLOOR, 50, 5000]) expect(timed(power(2, last)).growth).toBeGreaterThan(LIMIT);
});

it('a quadratic function counts as growing on a busy machine', () => {
  expect(timed(power(2, 50), { busy: true }).growth).toBeGreaterThan(LIMIT);
});

it('a function that is quadratic from half of the longest text on counts as growing', () => {
  const cost = (length: number) => Math.max(power(1, 10)(length), power(2, 20)(length));
  expect(timed(cost).growth).toBeGreaterThan(LIMIT);
});

it('a power of one and a half counts as growing', () => {
  expect(timed(power(1.5, 50)).growth).toBeGreaterThan(LIMIT);
});

it('a linear function and a sort do not count as growing, also on a busy machine', () => {
  for (const busy of [false, true]) {
    expect(timed(power(1, 50), { busy }).growth).toBeLessThanOrEqual(LIMIT);
    expect(timed((length) => length * Math.log2(length) * 1e-4, { busy }).growth).toBeLessThanOrEqual(LIMIT);
  }
});

it('a step within the sizes is no growth', () => {
  expect(timed((length) => (length < 20_000 ? 1 : 3) * power(1, 9)(length)).growth).toBeLessThanOrEqual(LIMIT);
});

it('a function that is faster than the floor does not count', () => {
  expect(timed(power(2, FLOOR * 0.9)).growth).toBe(0);
});

it('the time of the processor shows that comparing each character with each other one is quadratic', () => {
  const compareAll = (text: string) => {
    let equal = 0;
    for (let i = 0; i < text.length; i += 32) {
      for (let j = 0; j < text.length; j += 32) if (text.charCodeAt(i) === text.charCodeAt(j)) equal += 1;
    }
    return equal;
  };
  expect(measureGrowth(compareAll, (length) => 'ab'.repeat(length / 2)).growth).toBeGreaterThan(LIMIT);
});
