import { expect, it } from 'vitest';
import { newConversation, type Turn } from '../../../src/conversation/conversation.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { createGuardCheck } from '../../../src/extension/compliance/guard.ts';
import type { CheckedRequest } from '../../../src/extension/session/preflight.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';

function read(settings: SettingValues) {
  const fake = fakeVscode();
  fake.settings = settings;
  return watchSettings(fake.api).current;
}

const { l10n } = fakeVscode().api;
const draft: CheckedRequest = {
  conversation: newConversation({ id: 'c', now: 0 }),
  parent: null,
  askMode: 'auto',
  service: 'api.example',
};

it('the guard checks for identifiers with the settings at the time of the question', async () => {
  let settings = read({ 'privacy.clientNames': { global: ['Acme'] } });
  const guard = createGuardCheck(l10n, () => settings);
  const messages = [{ role: 'human', content: 'Does Acme owe tax?' } as const];
  expect(await guard(messages, draft)).toMatchObject({ findings: [{ kind: 'NAME', masked: 'A…' }], blocked: null });
  settings = read({ 'privacy.clientNames': { global: ['Acme'] }, 'privacy.identifierGuard': { global: 'block' } });
  expect((await guard(messages, draft)).blocked).toContain('client identifiers');
});

const SSN = '123-45-6789';
const sentTurn = (guard: Turn['guard']): Turn => ({
  ...turnOf('a', null),
  service: 'api.example',
  ...(guard && { guard }),
});
const after = (turn: Turn): CheckedRequest => ({
  ...draft,
  conversation: { ...draft.conversation, turns: [turn], currentTurnId: turn.id },
  parent: turn.id,
});
const history = [
  { role: 'human', content: `SSN ${SSN}` },
  { role: 'ai', content: 'Yes.' },
  { role: 'human', content: 'And 2024?' },
] as const;

it('the guard keeps replacing identifiers that were replaced before, whatever the setting is now', async () => {
  for (const setting of ['off', 'warn', 'replace']) {
    const guard = createGuardCheck(l10n, () => read({ 'privacy.identifierGuard': { global: setting } }));
    const result = await guard(history, after(sentTurn('replace')));
    expect(result.rewrite?.outgoing(history)[0]?.content, setting).toBe('SSN [SSN-1]');
  }
});

it('a name that was replaced before is replaced after the user has seen it, when the settings do not have it', async () => {
  const messages = [{ role: 'human', content: 'Must Roe Corp file?' }] as const;
  const guard = createGuardCheck(l10n, () => read({}));
  const result = await guard(messages, after({ ...sentTurn('replace'), replacedNames: ['Roe Corp'] }));
  expect(result.rewrite?.outgoing(messages)[0]?.content).toBe('Must [NAME-1] file?');
  expect(result).toMatchObject({ confirm: true, names: ['Roe Corp'] });
});

it('the guard keeps blocking in a conversation in which a question was asked with the guard mode “block”', async () => {
  const guard = createGuardCheck(l10n, () => read({ 'privacy.identifierGuard': { global: 'off' } }));
  expect((await guard(history, after(sentTurn('block')))).blocked).toContain('stays in effect');
});

it('the guard warns about identifiers of earlier questions unless a record says that they were sent unchanged', async () => {
  const guard = createGuardCheck(l10n, () => read({}));
  expect((await guard(history, after(sentTurn(undefined)))).findings).toHaveLength(1);
  expect((await guard(history, after(sentTurn('warn')))).findings).toEqual([]);
  expect((await guard(history, after(sentTurn('off')))).findings).toEqual([]);
});

it('a name that only a folder without trust gives is replaced after the user has seen it', async () => {
  const privacy = {
    ...read({ 'privacy.identifierGuard': { global: 'replace' } }).privacy,
    clientNames: ['Acme', 'Roe'],
  };
  const guard = createGuardCheck(l10n, () => ({ privacy: { ...privacy, untrustedNames: ['Roe'] } }));
  expect(await guard([{ role: 'human', content: 'Does Roe owe tax?' }], draft)).toMatchObject({ confirm: true });
  expect(await guard([{ role: 'human', content: 'Does Acme owe tax?' }], draft)).toMatchObject({ confirm: false });
});
