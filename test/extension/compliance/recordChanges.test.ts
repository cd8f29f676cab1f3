import { expect, it } from 'vitest';
import { recordChanges } from '../../../src/extension/compliance/recordChanges.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';

function open() {
  const recorded: string[] = [];
  const record = (what: string) => (_conversation: unknown, turn: { id: string }, detail?: unknown) => {
    recorded.push(`${what} ${turn.id} ${detail ?? ''}`.trim());
    return Promise.resolve();
  };
  const compliance = { sending: record('sending'), ended: record('ended'), reviewed: record('reviewed') };
  return { recorded, subscriber: recordChanges(compliance) };
}

const conversation = conversationOf(turnOf('a', null), { ...turnOf('never', null), epoch: 0 });
const ended = (turnId: string) =>
  ({ type: 'ended', turnId, epoch: 1, state: 'done', finishReason: null, error: null, at: 1 }) as const;

it('Fiscal records the end and the reviews of answers of this window, and no text', () => {
  const { recorded, subscriber } = open();
  subscriber.changed(
    1,
    [
      { type: 'text', turnId: 'a', epoch: 1, offset: 0, text: 'x', at: 1 },
      ended('a'),
      { type: 'reviewed', turnId: 'a', source: 2, review: 'opened' },
    ],
    conversation,
    'here',
  );
  expect(recorded).toEqual(['ended a', 'reviewed a 2']);
});

it('Fiscal records nothing of another window, of a question that was never sent, or of an unknown turn', () => {
  const { recorded, subscriber } = open();
  subscriber.changed(1, [ended('a')], conversation, 'elsewhere');
  subscriber.changed(1, [ended('never'), ended('unknown')], conversation, 'here');
  expect(recorded).toEqual([]);
});

it('Fiscal records a question before it is sent', async () => {
  const { recorded, subscriber } = open();
  await subscriber.beforeSend?.(turnOf('a', null), [], conversation);
  expect(recorded).toEqual(['sending a []'.replace(' []', '')]);
});
