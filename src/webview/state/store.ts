/**
 * The page's copy of the conversation, kept equal to the host's by numbered changes and the same reducer. Text goes past the
 * components straight to whoever shows the turn; everything else redraws through `shown`.
 */

import { type Change, GapError, reduce } from '../../conversation/changes.ts';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import type { HostMessage, PanelState } from '../../panel/messages.ts';
import { type Cell, cell } from './signal.ts';

export interface Shown {
  readonly conversation: Conversation;
  readonly panelState: PanelState;
}

/** `piece`: what was appended to the text; null when the text has to be taken from the turn as a whole. */
export type TurnWatcher = (turn: Turn, piece: string | null) => void;

export interface Store {
  /** What is drawn. Its texts may lag behind `turn()` while an answer streams. */
  readonly shown: Cell<Shown | null>;
  turn(id: string): Turn | undefined;
  onTurn(id: string, watcher: TurnWatcher): () => void;
  /** The host's clock, as far as its messages told: it may run on another machine. */
  now(): number;
  /** True when the message was about the state and is dealt with. */
  receive(message: HostMessage): boolean;
  /** A message could not be understood: it may have been a change, so ask for the whole state, but not without end. */
  lost(): void;
}

/** Whole states that may be asked for in a row without one arriving: a host that speaks nonsense is not asked for ever. */
const MAX_RESYNCS = 5;

export function createStore(resync: () => void): Store {
  const shown = cell<Shown | null>(null);
  const watchers = new Map<string, Set<TurnWatcher>>();
  let conversation: Conversation | null = null;
  let byId = new Map<string, Turn>();
  let seq = 0;
  let asked = 0;
  let waiting = true;
  let ahead = 0;

  const askAgain = () => {
    waiting = true;
    if (asked++ < MAX_RESYNCS) resync();
  };

  const tell = (id: string, piece: string | null) => {
    const turn = byId.get(id);
    if (turn) for (const watcher of [...(watchers.get(id) ?? [])]) watcher(turn, piece);
  };

  const adopt = (next: Conversation) => {
    conversation = next;
    byId = new Map(next.turns.map((turn) => [turn.id, turn]));
  };

  /** As `adopt`, when only these turns can have changed: a token must not cost more in a long conversation. */
  const keep = (next: Conversation, touched: Iterable<string>) => {
    conversation = next;
    for (const id of touched) {
      const turn = next.turns.findLast((each) => each.id === id);
      if (turn) byId.set(id, turn);
    }
  };

  const takeState = (message: Extract<HostMessage, { type: 'state' }>) => {
    adopt(message.conversation);
    seq = message.seq;
    waiting = false;
    asked = 0;
    shown.set({ conversation: message.conversation, panelState: message.panelState });
    for (const id of watchers.keys()) tell(id, null);
  };

  const takeChanges = (first: number, changes: readonly Change[]) => {
    const before = shown.get();
    if (waiting || !conversation || !before) return;
    if (first > seq + 1) return askAgain();
    const fresh = changes.slice(seq + 1 - first);
    const last = fresh.at(-1);
    if (last && 'at' in last && last.type !== 'retry') ahead = Date.now() - last.at;
    const pieces = new Map<string, string>();
    let next = conversation;
    let visible = false;
    try {
      for (const change of fresh) {
        const changed = reduce(next, change);
        seq++;
        if (changed === next) continue;
        if (change.type === 'text') pieces.set(change.turnId, (pieces.get(change.turnId) ?? '') + change.text);
        visible ||= change.type !== 'text' || looksOther(next, changed, change.turnId);
        next = changed;
      }
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      return askAgain();
    }
    const touched = new Set(fresh.flatMap((change) => ('turnId' in change ? [change.turnId] : [])));
    if (next.turns.length === conversation.turns.length) keep(next, touched);
    else adopt(next);
    if (visible) shown.set({ conversation: next, panelState: before.panelState });
    for (const id of touched) tell(id, pieces.get(id) ?? '');
  };

  return {
    shown,
    turn: (id) => byId.get(id),
    now: () => Date.now() - ahead,
    onTurn(id, watcher) {
      const set = watchers.get(id) ?? new Set();
      watchers.set(id, set);
      set.add(watcher);
      return () => {
        set.delete(watcher);
        if (set.size === 0 && watchers.get(id) === set) watchers.delete(id);
      };
    },
    receive(message) {
      if (message.type === 'state') takeState(message);
      else if (message.type === 'changes') takeChanges(message.seq, message.changes);
      else if (message.type === 'panelState') {
        if (conversation) shown.set({ conversation, panelState: message.panelState });
      } else return false;
      return true;
    },
    lost: askAgain,
  };
}

/** Whether a piece of text changed more than the text: the first one ends the waiting. */
function looksOther(before: Conversation, after: Conversation, turnId: string): boolean {
  const old = before.turns.find((turn) => turn.id === turnId)?.answer;
  const now = after.turns.find((turn) => turn.id === turnId)?.answer;
  return old?.state !== now?.state || old?.retry !== now?.retry || old?.text === '';
}
