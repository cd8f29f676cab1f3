import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parsePairs } from '../../bench/check/pairs.ts';

const file = join(import.meta.dirname, '../fixtures/cases/oppositesHeldOut.json');

it('the held-out pairs have 60 faults, 80 faithful sentences, and a text for each source that a sentence cites', () => {
  const cases = parsePairs(readFileSync(file, 'utf8'));
  const faults = cases.filter(({ expect: [expected] }) => expected?.sentence !== null);
  expect(faults).toHaveLength(60);
  expect(cases.length - faults.length).toBe(80);
  expect(new Set(cases.map(({ answer }) => answer))).toHaveProperty('size', cases.length);
  for (const { id, answer, sources } of cases) {
    const cited = Array.from(answer.matchAll(/\[(\d+)\]/g), ([, number]) => Number(number));
    expect(cited.length, id).toBeGreaterThan(0);
    for (const number of cited) expect(sources[number - 1]?.text, id).toMatch(/\S/);
  }
});
