import { expect, it } from 'vitest';
import { newConversation } from '../../../../src/conversation/conversation.ts';
import { createGuardCheck } from '../../../../src/extension/compliance/guard/guard.ts';
import type { CheckedRequest } from '../../../../src/extension/session/preflight.ts';
import { watchSettings } from '../../../../src/extension/settings.ts';
import { fakeVscode, type SettingValues } from '../../../support/fakeVscode.ts';

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

it('checks for identifiers with the settings at the time of the question', async () => {
  let settings = read({ 'privacy.clientNames': { global: ['Acme'] } });
  const guard = createGuardCheck(l10n, () => settings);
  const messages = [{ role: 'human', content: 'Does Acme owe tax?' } as const];
  expect(await guard(messages, draft)).toMatchObject({ findings: [{ kind: 'NAME', masked: 'A…' }], blocked: null });
  settings = read({ 'privacy.clientNames': { global: ['Acme'] }, 'privacy.identifierGuard': { global: 'block' } });
  expect((await guard(messages, draft)).blocked).toContain('client identifiers');
});
