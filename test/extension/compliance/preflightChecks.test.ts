import { expect, it } from 'vitest';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { createGuardGate, createSpendGate } from '../../../src/extension/compliance/preflightChecks.ts';
import type { UsageCounts } from '../../../src/extension/compliance/usage/usageLimits.ts';
import type { Draft } from '../../../src/extension/session/preflight.ts';
import { watchSettings } from '../../../src/extension/settings.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';

function read(settings: SettingValues) {
  const fake = fakeVscode();
  fake.settings = settings;
  return watchSettings(fake.api).current;
}

const { l10n } = fakeVscode().api;
const draft: Draft = {
  conversation: newConversation({ id: 'c', now: 0 }),
  parent: null,
  question: { text: '', selections: [] },
  askMode: 'auto',
  zeroRetention: false,
  service: 'api.example',
  previewOnly: false,
  agreed: null,
};

it('checks for identifiers with the settings at the time of the question', async () => {
  let settings = read({ 'privacy.clientNames': { global: ['Acme'] } });
  const guard = createGuardGate(l10n, () => settings);
  const messages = [{ role: 'human', content: 'Does Acme owe tax?' } as const];
  expect(await guard(messages, draft)).toEqual({ findings: [{ kind: 'NAME', masked: 'A…' }], blocked: null });
  settings = read({ 'privacy.clientNames': { global: ['Acme'] }, 'privacy.identifierGuard': { global: 'block' } });
  expect((await guard(messages, draft)).blocked).toContain('client identifiers');
});

const counts: UsageCounts = { day: new Map([['auto', 2]]), month: new Map([['auto', 5]]) };
const usage = (settings: SettingValues) =>
  createSpendGate(l10n, () => read(settings), { counts: async () => counts })(draft);

it('shows no usage without a limit', async () => {
  expect(await usage({})).toEqual({ text: null, confirm: false, blocked: null });
});

it('shows how much of a usage limit is used, and that auto does not report its mode', async () => {
  expect(await usage({ 'limits.perDay': { global: { auto: 3 } } })).toEqual({
    text: '2 of 3 questions in this mode today · Auto (mode not reported by the service)',
    confirm: false,
    blocked: null,
  });
});

it('asks before sending when a usage limit is reached', async () => {
  expect(await usage({ 'limits.perDay': { global: { auto: 2 } } })).toMatchObject({ confirm: true, blocked: null });
});

it('refuses a question when a usage limit is reached and set to block', async () => {
  const settings = { 'limits.perMonth': { global: { auto: 5 } }, 'limits.whenReached': { global: 'block' } };
  expect(await usage(settings)).toMatchObject({
    confirm: false,
    blocked: expect.stringContaining('5 of 5 questions in this mode this month'),
  });
});
