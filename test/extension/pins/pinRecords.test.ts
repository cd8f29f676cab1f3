import { anything, assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { createPinRecords } from '../../../src/extension/pins/pinRecords.ts';
import { fakeMemento } from '../../support/fakeVscode.ts';

const pin = { uri: 'file:///memo.md', conversation: 'c1', turn: 't1', selection: 's1' };

it('a pinned answer is remembered until it is removed, without any text of the answer', () => {
  const memento = fakeMemento();
  expect(createPinRecords(memento).add(pin, true)).toBe(true);
  expect(createPinRecords(memento).add(pin, true)).toBe(false);
  expect(memento.values.get('fiscal.pinnedAnswers')).toEqual([pin]);
  createPinRecords(memento).remove(pin);
  expect(memento.values.size).toBe(0);
});

it('the pin of a conversation that is never stored is not written', () => {
  const memento = fakeMemento();
  const records = createPinRecords(memento);
  records.add(pin, false);
  expect(records.all()).toEqual([pin]);
  expect(memento.values.size).toBe(0);
});

it('pins of any form in the storage are read without an error', () => {
  assert(
    property(anything(), (stored) => {
      const memento = { get: () => stored as never, update: async () => {} };
      expect(Array.isArray(createPinRecords(memento).all())).toBe(true);
    }),
  );
});
