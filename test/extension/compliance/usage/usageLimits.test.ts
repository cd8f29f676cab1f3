import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { createCountFile } from '../../../../src/extension/compliance/usage/usageCounter.ts';
import { checkSpend, dayOf } from '../../../../src/extension/compliance/usage/usageLimits.ts';
import { temporaryFolder } from '../../storage/support.ts';

const deep = 'tax_research_deep_research';
const noon = (day: string) => new Date(`${day}T12:00:00`).getTime();

function counter(folder: string, day: string) {
  const troubles: string[] = [];
  return {
    ...createCountFile(
      folder,
      () => noon(day),
      (code) => troubles.push(code),
    ),
    troubles,
  };
}

test('questions are counted by mode, day and month, over all windows', async () => {
  const folder = temporaryFolder();
  await counter(folder, '2026-11-19').add(deep);
  const [one, two] = [counter(folder, '2026-11-20'), counter(folder, '2026-11-20')];
  await Promise.all([one.add(deep), two.add(deep), two.add('auto')]);
  const counts = await one.counts();
  expect([...counts.day].sort()).toEqual([
    ['auto', 1],
    [deep, 2],
  ]);
  expect([...counts.month].sort()).toEqual([
    ['auto', 1],
    [deep, 3],
  ]);
  expect((await counter(folder, '2026-12-01').counts()).month.size).toBe(0);
});

test('a torn or foreign line costs no other count', async () => {
  const folder = temporaryFolder();
  const count = counter(folder, '2026-11-20');
  await count.add(deep);
  const [name = ''] = fs.readdirSync(folder);
  fs.appendFileSync(path.join(folder, name), '{"day":"2026-11-20","mo');
  await count.add(deep);
  fs.appendFileSync(path.join(folder, name), '\0\0\n[]\n{"day":"x","mode":"y"}\n');
  expect((await count.counts()).day.get(deep)).toBe(2);
});

test('a folder that cannot be written is told, and nothing rejects', async () => {
  const folder = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(folder, '');
  const count = counter(folder, '2026-11-20');
  await count.add(deep);
  expect((await count.counts()).day.size).toBe(0);
  expect(count.troubles.length).toBeGreaterThan(0);
});

test('only thirteen months stay', async () => {
  const folder = temporaryFolder();
  for (let i = 1; i <= 20; i++)
    fs.writeFileSync(path.join(folder, `sent-20${String(i).padStart(2, '0')}-01.jsonl`), '');
  await counter(folder, '2026-11-01').add(deep);
  expect(fs.readdirSync(folder)).toHaveLength(13);
});

test('a ceiling asks or refuses once it is reached, for its own mode only', () => {
  const counts = { day: new Map([[deep, 3]]), month: new Map([[deep, 9]]) };
  const ceilings = { day: { [deep]: 4 }, month: { [deep]: 9 }, atCeiling: 'confirm' as const };
  expect(checkSpend(deep, counts, ceilings)).toEqual({
    uses: [
      { period: 'day', used: 3, ceiling: 4 },
      { period: 'month', used: 9, ceiling: 9 },
    ],
    reached: { period: 'month', used: 9, ceiling: 9 },
    outcome: 'confirm',
  });
  expect(checkSpend(deep, counts, { ...ceilings, atCeiling: 'block' }).outcome).toBe('block');
  expect(checkSpend(deep, counts, { ...ceilings, month: {} }).outcome).toBe('free');
  expect(checkSpend('audit_research', counts, ceilings)).toEqual({ uses: [], reached: null, outcome: 'free' });
  expect(checkSpend('constructor', counts, ceilings).uses).toEqual([]);
});

test('a day is that of the user’s clock', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
});
