import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { createUsageCounter, dayOf, type UsageCounts } from '../../../src/compliance/usageCounter.ts';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { checkUsage, createUsageCheck } from '../../../src/extension/compliance/usageLimits.ts';
import type { CheckedRequest } from '../../../src/extension/session/preflight.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';
import { temporaryFolder } from '../storage/support.ts';

const deep = 'tax_research_deep_research';
const noon = (day: string) => new Date(`${day}T12:00:00`).getTime();

function counter(folder: string, day: string) {
  const errors: string[] = [];
  return {
    ...createUsageCounter(
      folder,
      () => noon(day),
      (code) => errors.push(code),
    ),
    errors,
  };
}

it('a month without questions is no failure, and one that cannot be read is', async () => {
  const none = counter(path.join(temporaryFolder(), 'missing'), '2026-11-20');
  expect([(await none.counts()).month.size, (await none.tokens()).size, none.errors]).toEqual([0, 0, []]);
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'sent-2026-11.jsonl'));
  const unreadable = counter(folder, '2026-11-20');
  expect((await unreadable.counts()).month.size).toBe(0);
  expect(unreadable.errors).toEqual(['EISDIR']);
});

it.skipIf(process.platform === 'win32')('the counts can be read by their owner only', async () => {
  const folder = temporaryFolder();
  await counter(folder, '2026-11-20').add(deep);
  expect(fs.statSync(path.join(folder, 'sent-2026-11.jsonl')).mode & 0o777).toBe(0o600);
});

it('Fiscal counts questions by mode, day and month, across all windows', async () => {
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

it('Fiscal adds up the tokens of each language model by day, and counts them as no questions', async () => {
  const folder = temporaryFolder();
  await counter(folder, '2026-10-31').addTokens('Acme One', 9);
  await counter(folder, '2026-11-19').addTokens('Acme One', 3456);
  const [one, two] = [counter(folder, '2026-11-20'), counter(folder, '2026-11-20')];
  await one.addTokens('Acme One', 100);
  await two.addTokens('Acme Two', 7);
  await two.addTokens('Acme One', 1);
  const tokens = await one.tokens();
  expect([...tokens.keys()].sort()).toEqual(['Acme One', 'Acme Two']);
  expect([...(tokens.get('Acme One') ?? [])]).toEqual([
    ['2026-11-20', 101],
    ['2026-11-19', 3456],
  ]);
  const { day, month } = await one.counts();
  expect([day.size, month.size]).toEqual([0, 0]);
});

it('Fiscal counts the other questions when a line of the usage file is torn or foreign', async () => {
  const folder = temporaryFolder();
  const count = counter(folder, '2026-11-20');
  await count.add(deep);
  const [name = ''] = fs.readdirSync(folder);
  fs.appendFileSync(path.join(folder, name), '{"day":"2026-11-20","mo');
  await count.add(deep);
  fs.appendFileSync(path.join(folder, name), '\0\0\n[]\n{"day":"x","mode":"y"}\n');
  expect((await count.counts()).day.get(deep)).toBe(2);
});

it('Fiscal reports a usage folder that cannot be written, without rejecting', async () => {
  const folder = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(folder, '');
  const count = counter(folder, '2026-11-20');
  await count.add(deep);
  expect((await count.counts()).day.size).toBe(0);
  expect(count.errors.length).toBeGreaterThan(0);
});

it('Fiscal keeps thirteen months of usage counts', async () => {
  const folder = temporaryFolder();
  for (let i = 1; i <= 20; i++)
    fs.writeFileSync(path.join(folder, `sent-20${String(i).padStart(2, '0')}-01.jsonl`), '');
  await counter(folder, '2026-11-01').add(deep);
  expect(fs.readdirSync(folder)).toHaveLength(13);
});

it('Fiscal asks or refuses once a usage limit is reached, for the mode of that limit only', () => {
  const counts = { day: new Map([[deep, 3]]), month: new Map([[deep, 9]]) };
  const limits = { day: { [deep]: 4 }, month: { [deep]: 9 }, whenReached: 'confirm' as const };
  expect(checkUsage(deep, counts, limits)).toEqual({
    uses: [
      { period: 'day', used: 3, limit: 4 },
      { period: 'month', used: 9, limit: 9 },
    ],
    reached: { period: 'month', used: 9, limit: 9 },
    outcome: 'confirm',
  });
  expect(checkUsage(deep, counts, { ...limits, whenReached: 'block' }).outcome).toBe('block');
  expect(checkUsage(deep, counts, { ...limits, month: {} }).outcome).toBe('free');
  expect(checkUsage('audit_research', counts, limits)).toEqual({ uses: [], reached: null, outcome: 'free' });
  expect(checkUsage('constructor', counts, limits).uses).toEqual([]);
});

it('Fiscal counts a day in the time zone of the user', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
});

function read(settings: SettingValues) {
  const fake = fakeVscode();
  fake.settings = settings;
  return watchSettings(fake.api).current;
}

const draft: CheckedRequest = {
  conversation: newConversation({ id: 'c', now: 0 }),
  parent: null,
  askMode: 'auto',
  service: 'api.example',
};

const counts: UsageCounts = { day: new Map([['auto', 2]]), month: new Map([['auto', 5]]) };
const usage = (settings: SettingValues) =>
  createUsageCheck(ENGLISH, () => read(settings), { counts: async () => counts })(draft);

it('Fiscal shows no usage without a limit', async () => {
  expect(await usage({})).toEqual({ text: null, confirm: false, blocked: null });
});

it('Fiscal shows how much of a usage limit is used, and that auto does not report its mode', async () => {
  expect(await usage({ 'limits.perDay': { global: { auto: 3 } } })).toEqual({
    text: '2 of 3 questions in this mode today · Auto (mode not reported by the service)',
    confirm: false,
    blocked: null,
  });
});

it('Fiscal asks before sending when a usage limit is reached', async () => {
  expect(await usage({ 'limits.perDay': { global: { auto: 2 } } })).toMatchObject({ confirm: true, blocked: null });
});

it('Fiscal refuses a question when a usage limit is reached and set to block', async () => {
  const settings = { 'limits.perMonth': { global: { auto: 5 } }, 'limits.whenReached': { global: 'block' } };
  expect(await usage(settings)).toMatchObject({
    confirm: false,
    blocked: expect.stringContaining('5 of 5 questions in this mode this month'),
  });
});
