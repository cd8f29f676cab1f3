import { expect, it, vi } from 'vitest';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import type { ComplianceServices } from '../../../src/extension/compliance/complianceServices.ts';
import { registerCompliance } from '../../../src/extension/compliance/registerCompliance.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
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
  await compliance.recorder.beforeSend?.({} as never, [], {} as never);
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
    compliance.recorder.beforeSend?.('t' as never, [], 'c' as never),
    compliance.recorder.beforeSend?.('u' as never, [], 'c' as never),
  ]);
  await compliance.flush();
  expect([opened(), sent]).toEqual([1, [['c', 't', []], ['c', 'u', []], 'flushed']]);
});

function recording() {
  const recorded: string[] = [];
  const record = (what: string) => (_conversation: unknown, turn: { id: string }, detail?: unknown) => {
    recorded.push(`${what} ${turn.id} ${detail ?? ''}`.trim());
    return Promise.resolve();
  };
  const { compliance } = register({ ended: record('ended'), reviewed: record('reviewed') });
  return { recorded, subscriber: compliance.recorder };
}

const conversation = conversationOf(turnOf('a', null), { ...turnOf('never', null), epoch: 0 });
const ended = (turnId: string) =>
  ({ type: 'ended', turnId, epoch: 1, state: 'done', finishReason: null, error: null, at: 1 }) as const;

it('Fiscal records the end and the reviews of answers of this window, and no text', async () => {
  const { recorded, subscriber } = recording();
  subscriber.changed(
    1,
    [
      { type: 'text', turnId: 'a', epoch: 1, offset: 0, text: 'x', at: 1 },
      ended('a'),
      { type: 'reviewed', turnId: 'a', source: 2, review: 'opened' },
    ],
    conversation,
  );
  await vi.waitFor(() => expect(recorded).toEqual(['ended a', 'reviewed a 2']));
});

it('Fiscal records nothing of a question that was never sent, or of an unknown turn', async () => {
  const { recorded, subscriber } = recording();
  subscriber.changed(1, [ended('never'), ended('unknown')], conversation);
  // The next record comes after those.
  subscriber.changed(1, [ended('a')], conversation);
  await vi.waitFor(() => expect(recorded).toEqual(['ended a']));
});
