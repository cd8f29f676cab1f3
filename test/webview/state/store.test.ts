import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/conversation/change.ts';
import { emptyAnswer, newConversation, type Turn } from '../../../src/conversation/conversation.ts';
import type { PanelState } from '../../../src/panel/messages.ts';
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

  describe('a research mode that the user chooses', () => {
    function choosing() {
      const { store, state } = start();
      state(0);
      const hostHas = (part: Partial<PanelState>) =>
        store.receive({ type: 'panelState', panelState: panelState({ ...store.shown.get()?.panelState, ...part }) });
      hostHas({ askModes: ['auto', 'audit_research', 'tax_research_deep_research'], askMode: 'auto' });
      return { store, hostHas, shown: () => store.shown.get()?.panelState.askMode };
    }

    it('is shown at once, and while the host reports the mode before it', () => {
      const { store, hostHas, shown } = choosing();
      store.chooseMode('audit_research');
      expect(shown()).toBe('audit_research');
      hostHas({ askMode: 'auto', fontSize: 20 });
      expect(shown()).toBe('audit_research');
      store.chooseMode('tax_research_deep_research');
      hostHas({ askMode: 'audit_research' });
      expect(shown()).toBe('tax_research_deep_research');
    });

    it('is the mode of the host as soon as the host has it', () => {
      const { store, hostHas, shown } = choosing();
      store.chooseMode('audit_research');
      hostHas({ askMode: 'audit_research' });
      hostHas({ askMode: 'auto' });
      expect(shown()).toBe('auto');
    });

    it('goes back if the host no longer offers it, has another one or shows another conversation', () => {
      const { store, hostHas, shown } = choosing();
      store.chooseMode('audit_research');
      hostHas({ askMode: 'auto', askModes: ['auto'] });
      expect(shown()).toBe('auto');
      hostHas({ askModes: ['auto', 'audit_research', 'tax_research_deep_research'] });
      store.chooseMode('audit_research');
      hostHas({ askMode: 'tax_research_deep_research' });
      expect(shown()).toBe('tax_research_deep_research');
      store.chooseMode('audit_research');
      const conversation = newConversation({ id: 'c2', now: 0 });
      const askMode = 'tax_research_deep_research';
      store.receive({ type: 'state', seq: 0, conversation, panelState: panelState({ askMode }), draft: '' });
      expect(shown()).toBe(askMode);
    });
  });
});
