import { expect, it } from 'vitest';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import type { ComplianceServices } from '../../../src/extension/compliance/complianceServices.ts';
import { registerCompliance } from '../../../src/extension/compliance/registerCompliance.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';

function register(records: Partial<ComplianceServices> | null) {
  const fake = fakeVscode();
  let opened = 0;
  const compliance = registerCompliance({
    vscode: fake.api,
    settings: watchSettings(fake.api),
    store: {} as never,
    memento: fakeMemento(),
    openComplianceServices:
      records &&
      (async () => {
        opened += 1;
        return records as ComplianceServices;
      }),
  });
  return { fake, compliance, opened: () => opened };
}

it('Fiscal says in a browser that log and usage are not available, and lets questions pass', async () => {
  const { fake, compliance } = register(null);
  for (const command of Object.values(compliance.commands)) await command();
  expect(fake.messages).toHaveLength(3);
  expect(compliance.checkUsage).toBeUndefined();
  await compliance.sending({} as never, {} as never, []);
  await compliance.flush();
});

it('Fiscal opens the compliance services once, when they are first needed', async () => {
  const sent: unknown[] = [];
  const { compliance, opened } = register({
    sending: async (...args) => void sent.push(args),
    flush: async () => void sent.push('flushed'),
  });
  await compliance.flush();
  expect([opened(), sent]).toEqual([0, []]);
  await Promise.all([
    compliance.sending('c' as never, 't' as never, []),
    compliance.sending('c' as never, 'u' as never, []),
  ]);
  await compliance.flush();
  expect([opened(), sent]).toEqual([1, [['c', 't', []], ['c', 'u', []], 'flushed']]);
});
