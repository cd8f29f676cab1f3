import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CheckCase, parseCases, score } from '../../bench/check/cases.ts';
import { generateCases, readPassages } from '../../bench/check/generate.ts';
import { parsePairs } from '../../bench/check/pairs.ts';
import { checkGrounding } from '../support/grounding.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

function result(cases: readonly CheckCase[], level: string) {
  const { rows, differences } = score(cases, checkGrounding);
  const row = rows.get(`level ${level}`);
  if (row === undefined) throw new Error(`No case has the level ${level}`);
  const { faults, caught, kinds, faithful, falseAlarms } = row;
  const all = faults + faithful;
  return {
    caught: caught / Math.max(1, faults),
    kinds: kinds / Math.max(1, faults),
    falseAlarms: falseAlarms / all,
    differences,
  };
}

describe('cases of the fixture', () => {
  const cases = parseCases(readFileSync(join(fixtures, 'cases/grounding.json'), 'utf8'));

  it('At least 98 percent of the plain faults are caught with at most 2 percent false alarms', () => {
    const { caught, kinds, falseAlarms, differences } = result(cases, 'must');
    expect(caught, JSON.stringify(differences)).toBeGreaterThanOrEqual(0.98);
    expect(kinds, JSON.stringify(differences)).toBeGreaterThanOrEqual(0.95);
    expect(falseAlarms, JSON.stringify(differences)).toBeLessThanOrEqual(0.02);
  });

  it('At least 85 percent of the harder faults are caught with at most 8 percent false alarms', () => {
    const { caught, falseAlarms, differences } = result(cases, 'should');
    expect(caught, JSON.stringify(differences)).toBeGreaterThanOrEqual(0.85);
    expect(falseAlarms, JSON.stringify(differences)).toBeLessThanOrEqual(0.08);
  });
});

describe('cases made from other passages', () => {
  const cases = generateCases(readPassages(join(fixtures, 'irc')), 300, 7);

  it('At least 98 percent of the planted faults are caught with at most 2 percent false alarms', () => {
    expect(cases).toHaveLength(300);
    const { caught, falseAlarms, differences } = result(cases, 'must');
    expect(caught, JSON.stringify(differences)).toBeGreaterThanOrEqual(0.98);
    expect(falseAlarms, JSON.stringify(differences)).toBeLessThanOrEqual(0.02);
  });
});

describe('opposites of a passage in its own words', () => {
  const cases = parsePairs(readFileSync(join(fixtures, 'cases/opposites.json'), 'utf8'));

  it('At least 65 percent are noticed with at most 5 percent false alarms', () => {
    const { caught, falseAlarms, differences } = result(cases, 'must');
    expect(caught, JSON.stringify(differences)).toBeGreaterThanOrEqual(0.65);
    expect(falseAlarms, JSON.stringify(differences)).toBeLessThanOrEqual(0.05);
  });

  it.each(['negation', 'direction', 'amounts-swapped'])('more than half of the kind %s are noticed', (kind) => {
    const of = cases.filter((one) => one.kind === kind);
    expect(score(of, checkGrounding).rows.get(kind)).toMatchObject({ faults: of.length / 2 });
    expect(score(of, checkGrounding).rows.get(kind)?.caught).toBeGreaterThan(of.length / 4);
  });
});
