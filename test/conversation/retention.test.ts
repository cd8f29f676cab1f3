import { expect, it } from 'vitest';
import { effectiveRetention, historyForbidsRetention, retentionMix } from '../../src/conversation/retention.ts';
import { storedPart, withOwnTurns } from '../../src/conversation/stored.ts';
import { conversation, turn } from '../extension/storage/support.ts';

const none = { user: false, folder: false, conversation: false, question: false, history: false };

it('the strictest of setting, folder, conversation, history and question wins', () => {
  expect(effectiveRetention(none)).toEqual({ on: false, locked: false, because: null });
  expect(effectiveRetention({ ...none, question: true })).toEqual({ on: true, locked: false, because: 'question' });
  for (const rule of ['user', 'folder', 'conversation', 'history'] as const) {
    for (const question of [true, false]) {
      expect(effectiveRetention({ ...none, [rule]: true, question })).toEqual({
        on: true,
        locked: true,
        because: rule,
      });
    }
  }
});

const zero = { ...turn('t2', 't1', 'Secret'), zeroRetention: true };
const mixed = conversation('a', [turn('t1', null, 'Open'), zero, turn('t3', 't2', 'After')]);

it('a question whose context has zero data retention has it too', () => {
  expect(historyForbidsRetention(mixed, 't3')).toBe(true);
  expect(historyForbidsRetention(mixed, 't1')).toBe(false);
  expect(historyForbidsRetention(mixed, null)).toBe(false);
  const failed = { ...zero, answer: { ...zero.answer, state: 'failed' as const } };
  expect(historyForbidsRetention(conversation('a', [turn('t1', null, 'Open'), failed]), 't2')).toBe(false);
});

it('mixed retention is confirmed once, and only where something is saved', () => {
  const kept = conversation('a', [turn('t1', null, 'Open')]);
  expect(retentionMix(kept, true)).toBe('ask');
  expect(retentionMix(kept, false)).toBe('none');
  expect(retentionMix(mixed, true)).toBe('none');
  expect(retentionMix(conversation('a', []), true)).toBe('whole');
  expect(retentionMix({ ...kept, temporary: true }, true)).toBe('none');
  expect(retentionMix({ ...kept, zeroRetention: true }, true)).toBe('none');
});

it('the saved part of a mixed conversation is merged with the part that is not saved', () => {
  const stored = storedPart(mixed);
  expect(stored.turns.map(({ id, parent }) => [id, parent])).toEqual([
    ['t1', null],
    ['t3', 't1'],
  ]);
  expect(withOwnTurns(stored, mixed, (turn) => turn.zeroRetention)).toEqual(mixed);
  const plain = conversation('a', [turn('t1', null, 'Open')]);
  expect(storedPart(plain)).toBe(plain);
});
