import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/conversation/changes.ts';
import { emptyAnswer, newConversation, type Turn } from '../../../src/conversation/conversation.ts';
import { createStore } from '../../../src/webview/state/store.ts';
import { panelState } from '../support/fakeHost.ts';

const turn: Turn = {
  id: 't1',
  parent: null,
  epoch: 1,
  askedAt: 0,
  question: { text: 'Why?', selections: [] },
  askMode: 'auto',
  zeroRetention: false,
  service: 'library',
  answer: emptyAnswer('waiting'),
};

function start() {
  let resyncs = 0;
  const store = createStore(() => resyncs++);
  const state = (seq: number, answer = turn.answer) =>
    store.receive({
      type: 'state',
      seq,
      conversation: { ...newConversation({ id: 'c1', now: 0 }), turns: [{ ...turn, answer }], currentTurnId: 't1' },
      panelState: panelState(),
      draft: '',
    });
  const changes = (seq: number, ...list: Change[]) => store.receive({ type: 'changes', seq, changes: list });
  const text = (offset: number, piece: string): Change => ({
    type: 'text',
    turnId: 't1',
    epoch: 1,
    offset,
    text: piece,
    at: 5,
  });
  return { store, state, changes, text, resyncs: () => resyncs };
}

describe("the page's copy of the conversation", () => {
  it('passes text on without redrawing, but for the first piece, which ends the waiting', () => {
    const { store, state, changes, text } = start();
    state(0);
    let redrawn = 0;
    const pieces: (string | null)[] = [];
    store.shown.watch(() => redrawn++);
    store.onTurn('t1', (_, piece) => pieces.push(piece));
    changes(1, text(0, 'One '), text(4, 'two '));
    changes(3, text(8, 'three'));
    expect(pieces).toEqual(['One two ', 'three']);
    expect(redrawn).toBe(1);
    expect(store.turn('t1')?.answer.text).toBe('One two three');
  });

  it('ignores changes before the first state and after a gap until the state comes', () => {
    const { store, state, changes, text, resyncs } = start();
    changes(1, text(0, 'early'));
    expect(store.turn('t1')).toBeUndefined();
    state(1);
    changes(3, text(0, 'gap'));
    expect(resyncs()).toBe(1);
    changes(2, text(0, 'late'));
    expect(store.turn('t1')?.answer.text).toBe('');
    state(3, { ...turn.answer, state: 'streaming', text: 'whole' });
    changes(4, text(5, ' again'));
    expect(store.turn('t1')?.answer.text).toBe('whole again');
  });

  it('does not apply half of a message in which one change does not fit', () => {
    const { store, state, changes, text, resyncs } = start();
    state(0);
    changes(1, text(0, 'One'), text(99, 'nonsense'));
    expect(store.turn('t1')?.answer.text).toBe('');
    expect(resyncs()).toBe(1);
  });

  it('does not ask a host for ever that never answers in a way it understands', () => {
    const { store, resyncs } = start();
    for (let count = 0; count < 50; count++) store.lost();
    expect(resyncs()).toBe(5);
  });
});
