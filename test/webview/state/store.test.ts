import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/conversation/change.ts';
import { emptyAnswer, newConversation, type Turn } from '../../../src/conversation/conversation.ts';
import { createStore } from '../../../src/webview/state/store.ts';
import { panelState } from '../../support/panelState.ts';

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

describe('Store', () => {
  it('answer text goes to its watchers, and only the first text renders the components', () => {
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

  it('changes before the first state and after a missing change are ignored until the state arrives', () => {
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

  it('a message is not applied in part if one of its changes does not fit', () => {
    const { store, state, changes, text, resyncs } = start();
    state(0);
    changes(1, text(0, 'One'), text(99, 'nonsense'));
    expect(store.turn('t1')?.answer.text).toBe('');
    expect(resyncs()).toBe(1);
  });

  it('the page stops requesting the state after five requests without a valid answer', () => {
    const { store, resyncs } = start();
    for (let count = 0; count < 50; count++) store.messageDropped();
    expect(resyncs()).toBe(5);
  });
});
