import { expect, test } from 'vitest';
import { effectiveRetention, historyForbidsRetention, retentionMix } from '../../src/conversation/retention.ts';
import { storedPart, withOwnTurns } from '../../src/conversation/stored.ts';
import { conversation, turn } from '../extension/storage/support.ts';

const none = { user: false, folder: false, conversation: false, question: false, history: false };

test('the strictest of setting, folder, conversation, history and question wins', () => {
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

test('a question whose history was asked with zero retention is asked so too', () => {
  expect(historyForbidsRetention(mixed, 't3')).toBe(true);
  expect(historyForbidsRetention(mixed, 't1')).toBe(false);
  expect(historyForbidsRetention(mixed, null)).toBe(false);
  const failed = { ...zero, answer: { ...zero.answer, state: 'failed' as const } };
  expect(historyForbidsRetention(conversation('a', [turn('t1', null, 'Open'), failed]), 't2')).toBe(false);
});

test('mixing is asked about once, and only where something is kept', () => {
  const kept = conversation('a', [turn('t1', null, 'Open')]);
  expect(retentionMix(kept, true)).toBe('ask');
  expect(retentionMix(kept, false)).toBe('none');
  expect(retentionMix(mixed, true)).toBe('none');
  expect(retentionMix(conversation('a', []), true)).toBe('whole');
  expect(retentionMix({ ...kept, temporary: true }, true)).toBe('none');
  expect(retentionMix({ ...kept, zeroRetention: true }, true)).toBe('none');
});

test('what is stored of a mixed conversation is put together again with what is not', () => {
  const stored = storedPart(mixed);
  expect(stored.turns.map(({ id, parent }) => [id, parent])).toEqual([
    ['t1', null],
    ['t3', 't1'],
  ]);
  expect(withOwnTurns(stored, mixed, (turn) => turn.zeroRetention)).toEqual(mixed);
  const plain = conversation('a', [turn('t1', null, 'Open')]);
  expect(storedPart(plain)).toBe(plain);
});
