import { describe, expect, it } from 'vitest';
import { createComposer, moveDraft } from '../../../src/extension/session/composer.ts';
import { fakeMemento } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

function open(options: { mayKeep?: boolean } = {}) {
  const memento = fakeMemento();
  const clock = manualClock();
  let mayKeep = options.mayKeep ?? true;
  let changes = 0;
  const composer = () =>
    createComposer({
      id: 'c1',
      memento,
      clock,
      mayKeep: () => mayKeep,
      onDidChange: () => {
        changes += 1;
      },
    });
  return {
    memento,
    clock,
    composer,
    forbid: () => {
      mayKeep = false;
    },
    changes: () => changes,
  };
}

const chip = { id: 'x', uri: 'file:///a', label: 'a', languageId: 'md', startLine: 1, endLine: 1, text: 'text' };

describe('a draft', () => {
  it('a draft is restored after a reload, with its chips and its mode', () => {
    const { composer, clock } = open();
    composer().set({ draft: 'half a question', chips: [chip], askMode: 'auto' });
    clock.pass(400);
    expect(composer()).toMatchObject({ draft: 'half a question', chips: [chip], askMode: 'auto' });
  });

  it('a draft that is moved is kept in one place, and not at all if its new conversation is temporary', async () => {
    const saved = open();
    const temporary = open({ mayKeep: false });
    const from = saved.composer();
    from.set({ draft: 'half a question', chips: [chip] });
    await from.save();
    const to = temporary.composer();
    moveDraft(from, to);
    await Promise.all([from.save(), to.save()]);
    expect(to).toMatchObject({ draft: 'half a question', chips: [chip] });
    expect(from).toMatchObject({ draft: '', chips: [] });
    expect([saved.memento.values.size, temporary.memento.values.size]).toEqual([0, 0]);
  });

  it('a draft is saved shortly after the last key, not at each one', () => {
    const { composer, clock, memento } = open();
    const box = composer();
    box.set({ draft: 'a' });
    clock.pass(300);
    box.set({ draft: 'ab' });
    clock.pass(300);
    expect(memento.values.size).toBe(0);
    clock.pass(100);
    expect(JSON.stringify([...memento.values])).toContain('ab');
  });

  it('a draft with zero data retention is not saved, and an earlier version of it is deleted', async () => {
    const { composer, clock, memento, forbid } = open();
    const box = composer();
    box.set({ draft: 'client secret' });
    clock.pass(400);
    forbid();
    await box.save();
    expect(memento.values.size).toBe(0);
    box.set({ draft: 'more' });
    clock.pass(1000);
    expect(memento.values.size).toBe(0);
    expect(box.draft).toBe('more');
  });

  it('a draft is not saved once zero data retention is chosen for the question', async () => {
    const { composer, clock, memento } = open();
    const box = composer();
    box.set({ draft: 'client secret' });
    clock.pass(400);
    box.set({ zeroRetention: true });
    await box.save();
    expect(memento.values.size).toBe(0);
  });

  it('a draft that was sent is deleted', () => {
    const { composer, clock, memento } = open();
    const box = composer();
    box.set({ draft: 'q', chips: [chip] });
    clock.pass(400);
    box.set({ draft: '', chips: [] });
    clock.pass(400);
    expect(memento.values.size).toBe(0);
  });

  it('a damaged draft is restored as an empty one', async () => {
    const { composer, memento } = open();
    await memento.update('fiscal.draft:c1', { draft: 42, chips: 'x' });
    expect(composer()).toMatchObject({ draft: '', chips: [], askMode: null });
  });
});

it('typing does not update the panel state; chips and mode do', () => {
  const { composer, changes } = open();
  const box = composer();
  box.set({ draft: 'a' });
  expect(changes()).toBe(0);
  box.set({ chips: [chip] });
  box.set({ askMode: 'auto' });
  expect(changes()).toBe(2);
});
