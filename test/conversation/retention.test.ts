import { expect, it } from 'vitest';
import { reduce } from '../../src/conversation/changes.ts';
import { historyForbidsRetention, mixesRetention, retentionOf } from '../../src/conversation/retention.ts';
import { storedChange, storedPart, withOwnTurns } from '../../src/conversation/stored.ts';
import { conversation, turn } from '../extension/storage/support.ts';

const none = { user: false, folder: false, question: false };

it('the strictest of setting, folder, conversation, history and question wins', () => {
  const open = conversation('a', [turn('t1', null, 'Open')]);
  const after = conversation('a', [{ ...turn('t1', null, 'Secret'), zeroRetention: true }, turn('t2', 't1', 'After')]);
  expect(retentionOf(open, none)).toEqual({ on: false, locked: false });
  expect(retentionOf(open, { ...none, question: true })).toEqual({ on: true, locked: false });
  for (const question of [true, false]) {
    for (const locked of [
      retentionOf(open, { ...none, user: true, question }),
      retentionOf(open, { ...none, folder: true, question }),
      retentionOf({ ...open, zeroRetention: true }, { ...none, question }),
      retentionOf(after, { ...none, question }),
    ]) {
      expect(locked).toEqual({ on: true, locked: true });
    }
  }
});

it('zero data retention of a conversation without questions can be turned off again', () => {
  const empty = { ...conversation('a', []), zeroRetention: true };
  expect(retentionOf(empty, none)).toEqual({ on: true, locked: false });
  expect(retentionOf(empty, { ...none, user: true })).toEqual({ on: true, locked: true });
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
  expect(mixesRetention(kept, true)).toBe(true);
  expect(mixesRetention(kept, false)).toBe(false);
  expect(mixesRetention(mixed, true)).toBe(false);
  expect(mixesRetention(conversation('a', []), true)).toBe(false);
  expect(mixesRetention({ ...kept, temporary: true }, true)).toBe(false);
  expect(mixesRetention({ ...kept, zeroRetention: true }, true)).toBe(false);
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

it('the title of a template question is saved also after a question with zero data retention', () => {
  const template = { ...turn('t1', null, 'Summarize the selected text.'), zeroRetention: false };
  const titled = conversation('a', [template, zero], { title: 'lease.md: The rent is due' });
  expect(storedPart(titled).title).toBe('lease.md: The rent is due');
});

it('a title that quotes a question with zero data retention is not saved, also after the question was removed', () => {
  const title = { type: 'titled', title: 'Secret', hasCustomTitle: false, zeroRetention: true } as const;
  const titled = reduce(conversation('a', [{ ...zero, parent: null }, turn('t3', 't2', 'Secret plans')]), title);
  expect(storedPart(titled).title).toBe('');
  expect(storedChange(titled, title)).toBeNull();
  const removed = reduce(titled, { type: 'turnRemoved', turnId: 't2' });
  expect(storedPart(removed)).toMatchObject({ title: '', turns: [{ id: 't3' }] });
  expect(storedPart(reduce(removed, { type: 'titled', title: 'Merger', hasCustomTitle: true })).title).toBe('Merger');
});
