import { expect, it } from 'vitest';
import { confirmRisk } from '../../../src/extension/session/confirmRisk.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function open(answer?: string) {
  const { api } = fakeVscode();
  const shown: { text: string; modal: boolean; detail: string }[] = [];
  Object.assign(api.window, {
    showWarningMessage: async (text: string, options: { modal: boolean; detail: string }) => {
      shown.push({ text, ...options });
      return answer;
    },
  });
  return { api, shown };
}

it('Fiscal lists the identifiers of a question, masked, in a modal dialog and sends only after its button', async () => {
  const risk = {
    service: 'service.example',
    findings: [{ kind: 'SSN', masked: '123-••-••••' }],
    usageLimit: '12 of 12 today',
  };
  const { api, shown } = open('Send');
  expect(await confirmRisk(api, risk)).toBe(true);
  expect(shown).toEqual([
    {
      text: 'Send this question to service.example?',
      modal: true,
      detail: 'Client identifiers are sent unchanged:\nSSN: 123-••-••••\nA usage limit is reached: 12 of 12 today.',
    },
  ]);
  expect(await confirmRisk(open().api, risk)).toBe(false);
});

it('Fiscal lists at most eight identifiers and counts the others', async () => {
  const findings = Array.from({ length: 11 }, (_, n) => ({ kind: 'EIN', masked: `${n}` }));
  const { api, shown } = open();
  await confirmRisk(api, { service: 's', findings, usageLimit: null });
  expect(shown[0]?.detail.split('\n')).toHaveLength(10);
  expect(shown[0]?.detail).toMatch(/3 more$/);
  await confirmRisk(api, { service: 's', findings: findings.slice(0, 8), usageLimit: null });
  expect(shown[1]?.detail).not.toContain('more');
});

it('Fiscal mentions no identifiers if only a usage limit is reached', async () => {
  const { api, shown } = open();
  await confirmRisk(api, { service: 's', findings: [], usageLimit: '12 of 12 today' });
  expect(shown[0]?.detail).toBe('A usage limit is reached: 12 of 12 today.');
});
