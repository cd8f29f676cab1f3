/**
 * The page's copy of the conversation. Numbered changes and the reducer that the host also uses keep it equal to the host's
 * copy. Answer text goes directly to the watchers of its turn. Every other change renders the components through `shown`.
 */
import type { Change } from '../../conversation/change.ts';
import { GapError, reduce } from '../../conversation/changes.ts';
import type { Answer, Conversation, Turn } from '../../conversation/conversation.ts';
import type { HostMessage, PanelState } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import { createChosenMode } from './chosenMode.ts';
import { type Signal, signal } from './signal.ts';

/**
 * A turn as the components render it. `Store.shown` is not updated while answer text arrives, so the text and the time of
 * the last event would be outdated here. `Store.text` returns the current text, `Store.turn` the complete turn.
 */
export type ShownTurn = Omit<Turn, 'answer'> & { readonly answer: Omit<Answer, 'text' | 'lastEventAt'> };

/** What the components render. All of it is current. */
export interface Shown {
  readonly conversation: Omit<Conversation, 'turns'> & { readonly turns: readonly ShownTurn[] };
  readonly panelState: PanelState;
}

/** `added` is the text that was appended. Null means that the text was replaced and must be read from the turn. */
export type TurnWatcher = (turn: Turn, added: string | null) => void;

export interface Store {
  /** Changes with everything but answer text. It does change when an answer gets its first text. */
  readonly shown: Signal<Shown | null>;
  /** Returns the turn with the text received so far. */
  turn(id: string): Turn | undefined;
  /** Returns the answer text received so far. Empty if the turn does not exist. */
  text(id: string): string;
  onTurn(id: string, watcher: TurnWatcher): () => void;
  /** Milliseconds since the Unix epoch by the clock of the host, which may run on another machine. Estimated from messages. */
  now(): number;
  /** Applies the message. Returns false if it is not about the state. */
  receive(message: HostMessage): boolean;
  /** Shows the mode at once. The host, which is told separately, decides. */
  chooseMode(mode: AskMode): void;
  /** Reports an invalid message. It may have contained a change, so the store requests the whole state. */
  messageDropped(): void;
}

/** Number of consecutive requests for the whole state without an answer. After that the page stops requesting it. */
const MAX_STATE_REQUESTS = 5;

export function createStore(requestState: () => void): Store {
  const shown = signal<Shown | null>(null);
  const chosenMode = createChosenMode();
  const watchers = new Map<string, Set<TurnWatcher>>();
  let conversation: Conversation | null = null;
  let turnsById = new Map<string, Turn>();
  /** Number of the last change that was applied. */
  let seq = 0;
  let stateRequests = 0;
  let awaitsState = true;
  /** Milliseconds that the clock of this machine is ahead of the host's. */
  let clockOffset = 0;

  const resync = () => {
    awaitsState = true;
    if (stateRequests++ < MAX_STATE_REQUESTS) requestState();
  };

  const notifyWatchers = (id: string, added: string | null) => {
    const turn = turnsById.get(id);
    if (turn) for (const watcher of [...(watchers.get(id) ?? [])]) watcher(turn, added);
  };

  const replaceConversation = (next: Conversation) => {
    conversation = next;
    turnsById = new Map(next.turns.map((turn) => [turn.id, turn]));
  };

  /** Replaces only these turns. The cost of a change must not depend on the length of the conversation. */
  const replaceTurns = (next: Conversation, ids: Iterable<string>) => {
    conversation = next;
    for (const id of ids) {
      const turn = next.turns.findLast((each) => each.id === id);
      if (turn) turnsById.set(id, turn);
    }
  };

  const applyState = (message: Extract<HostMessage, { type: 'state' }>) => {
    if (message.conversation.id !== conversation?.id) chosenMode.forget();
    replaceConversation(message.conversation);
    seq = message.seq;
    awaitsState = false;
    stateRequests = 0;
    shown.set({ conversation: message.conversation, panelState: chosenMode.apply(message.panelState) });
    for (const id of watchers.keys()) notifyWatchers(id, null);
  };

  const applyChanges = (first: number, changes: readonly Change[]) => {
    const before = shown.get();
    if (awaitsState || !conversation || !before) return;
    if (first > seq + 1) return resync();
    const newChanges = changes.slice(seq + 1 - first);
    const last = newChanges.at(-1);
    if (last && 'at' in last && last.type !== 'retry') clockOffset = Date.now() - last.at;
    /** Null for a text that was replaced. */
    const addedTexts = new Map<string, string | null>();
    let next = conversation;
    let shownChanged = false;
    try {
      for (const change of newChanges) {
        const changed = reduce(next, change);
        seq++;
        if (changed === next) continue;
        if (change.type === 'parts' && change.text !== undefined) addedTexts.set(change.turnId, null);
        else if (change.type === 'text') addText(addedTexts, change);
        shownChanged ||= change.type !== 'text' || changesMoreThanText(next, changed, change.turnId);
        next = changed;
      }
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      return resync();
    }
    const changedTurns = new Set(newChanges.flatMap((change) => ('turnId' in change ? [change.turnId] : [])));
    if (next.turns.length === conversation.turns.length) replaceTurns(next, changedTurns);
    else replaceConversation(next);
    if (shownChanged) shown.set({ conversation: next, panelState: before.panelState });
    for (const id of changedTurns) notifyWatchers(id, addedTexts.has(id) ? (addedTexts.get(id) ?? null) : '');
  };

  return {
    shown,
    turn: (id) => turnsById.get(id),
    text: (id) => turnsById.get(id)?.answer.text ?? '',
    now: () => Date.now() - clockOffset,
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
      if (message.type === 'state') applyState(message);
      else if (message.type === 'changes') applyChanges(message.seq, message.changes);
      else if (message.type === 'panelState') {
        if (conversation) shown.set({ conversation, panelState: chosenMode.apply(message.panelState) });
      } else return false;
      return true;
    },
    chooseMode(mode) {
      const current = shown.get();
      if (!current) return;
      chosenMode.choose(mode);
      shown.set({ ...current, panelState: { ...current.panelState, askMode: mode } });
    },
    messageDropped: resync,
  };
}

/** Whether a text change also changes what the components show. The first text of an answer ends its waiting state. */
function changesMoreThanText(before: Conversation, after: Conversation, turnId: string): boolean {
  const oldAnswer = before.turns.find((turn) => turn.id === turnId)?.answer;
  const newAnswer = after.turns.find((turn) => turn.id === turnId)?.answer;
  return oldAnswer?.state !== newAnswer?.state || oldAnswer?.retry !== newAnswer?.retry || oldAnswer?.text === '';
}

function addText(added: Map<string, string | null>, { turnId, text }: Extract<Change, { type: 'text' }>): void {
  const before = added.get(turnId);
  if (before !== null) added.set(turnId, (before ?? '') + text);
}
