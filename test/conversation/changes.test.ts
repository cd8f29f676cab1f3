import { expect, it } from 'vitest';
import { type Change, changeSchema } from '../../src/conversation/change.ts';
import { GapError, reduce } from '../../src/conversation/changes.ts';
import { emptyAnswer, type StoredSource } from '../../src/conversation/conversation.ts';
import { conversationOf, turnOf } from './conversations.ts';

const running = conversationOf({ ...turnOf('a', null), answer: emptyAnswer('waiting') });
const source: StoredSource = { title: 'IRC § 179', url: null, review: 'unread' };

function after(...changes: Change[]) {
  return changes.map((change) => changeSchema.parse(JSON.parse(JSON.stringify(change)))).reduce(reduce, running);
}
const text = (offset: number, piece: string, epoch = 1): Change => ({
  type: 'text',
  turnId: 'a',
  epoch,
  offset,
  text: piece,
  at: 5,
});

it('chunks of text are appended and the answer is streaming', () => {
  const answer = after(text(0, 'Section '), text(8, '179')).turns[0]?.answer;
  expect(answer?.text).toBe('Section 179');
  expect(answer?.state).toBe('streaming');
  expect(answer?.lastEventAt).toBe(5);
});

it('the research mode that a step reports is part of the answer, and later steps do not remove it', () => {
  const step = (title: string, mode?: 'audit_research'): Change => ({
    type: 'step',
    turnId: 'a',
    epoch: 1,
    title,
    ...(mode && { mode }),
    at: 2,
  });
  const { answer } = after(step('Selected', 'audit_research'), step('Searching')).turns[0] ?? {};
  expect(answer?.selectedMode).toBe('audit_research');
  expect(answer?.steps.map(({ title }) => title)).toEqual(['Selected', 'Searching']);
});

it('a chunk that is applied twice or missing is detected', () => {
  expect(() => after(text(0, 'ab'), text(0, 'ab'))).toThrow(GapError);
  expect(() => after(text(3, 'ab'))).toThrow(GapError);
});

it('a change for an older epoch is dropped', () => {
  const again = after({ type: 'sent', turnId: 'a', epoch: 2, at: 1 }, text(0, 'late', 1), {
    type: 'step',
    turnId: 'a',
    epoch: 1,
    title: 'Late',
    at: 2,
  });
  expect(again.turns[0]?.answer.text).toBe('');
  expect(again.turns[0]?.answer.steps).toEqual([]);
});

it('nothing changes an answer after its end', () => {
  const ended: Change = {
    type: 'ended',
    turnId: 'a',
    epoch: 1,
    state: 'stopped',
    finishReason: null,
    error: null,
    at: 9,
  };
  const answer = after(text(0, 'kept'), ended, text(4, ' more'), { ...ended, state: 'done' }).turns[0]?.answer;
  expect(answer?.text).toBe('kept');
  expect(answer?.state).toBe('stopped');
});

it('a change for an unknown turn returns the same conversation', () => {
  expect(reduce(running, { ...text(0, 'x'), turnId: 'gone' } as Change)).toBe(running);
});

it('a review touches one source and keeps the identity of the others', () => {
  const before = after({ type: 'sources', turnId: 'a', epoch: 1, sources: [source, { ...source, title: 'B' }], at: 1 });
  const reviewed = reduce(before, { type: 'reviewed', turnId: 'a', source: 1, review: 'reliedOn' });
  expect(reviewed.turns[0]?.answer.sources[1]?.review).toBe('reliedOn');
  expect(reviewed.turns[0]?.answer.sources[0]).toBe(before.turns[0]?.answer.sources[0]);
});

it('removing a queued question gives its follow-ups its parent', () => {
  const three = conversationOf(
    turnOf('a', null),
    turnOf('b', 'a', { state: 'queued' }),
    turnOf('c', 'b', { state: 'queued' }),
  );
  const without = reduce(three, { type: 'turnRemoved', turnId: 'b' });
  expect(without.turns.map((turn) => [turn.id, turn.parent])).toEqual([
    ['a', null],
    ['c', 'a'],
  ]);
  expect(without.currentTurnId).toBe('c');
  expect(reduce(without, { type: 'turnRemoved', turnId: 'c' }).currentTurnId).toBe('a');
});
