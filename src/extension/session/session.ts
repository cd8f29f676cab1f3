/**
 * Drives one conversation: it owns the conversation, its requests and their queue. Pages only look at it; hiding, moving or
 * reloading one never touches an answer that is under way.
 */
import type { Disposable } from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import { type Change, reduce } from '../../conversation/changes.ts';
import { toMessages } from '../../conversation/context.ts';
import {
  type Conversation,
  emptyAnswer,
  isRunning,
  type Question,
  type Turn,
} from '../../conversation/conversation.ts';
import { withEphemeralTurns } from '../../conversation/keptPart.ts';
import { knowsAllOf } from '../../conversation/reconcile.ts';
import type { ConversationStore, SaveResult } from '../../conversation/store.ts';
import type { AskMode, Message } from '../../protocol/chatCompletions.ts';
import type { ResearchTarget } from '../connection/researchTarget.ts';
import { createSaver } from './autosave.ts';
import { createFrame } from './eventBatcher.ts';
import { runTurn, type TextFilter } from './runTurn.ts';
import { titleFor } from './title.ts';

/** What was agreed to when a question was asked; nothing of it changes afterwards. */
export interface Order {
  readonly parent: string | null;
  readonly question: Question;
  readonly askMode: AskMode;
  readonly allowedAskModes?: readonly AskMode[];
  readonly zeroRetention: boolean;
  readonly target: ResearchTarget;
  /** Replaces client identifiers in everything that is sent, and puts them back in what is shown. */
  readonly guard?: { outgoing(messages: readonly Message[]): readonly Message[]; incoming(): TextFilter };
}

export interface SessionListener {
  /** Changes that were just applied; `seq` is the number of the first one. */
  changed(seq: number, changes: readonly Change[]): void;
  /** The conversation was replaced as a whole. */
  replaced(): void;
  /** A save has come to its result (`Session.saved`). */
  saved(): void;
}

export interface Session extends Disposable {
  readonly conversation: Conversation;
  /** Number of the last change that the conversation contains. */
  readonly seq: number;
  /** What the last save said. */
  readonly saved: SaveResult | null;
  /** The turn whose request is under way. */
  readonly running: Turn | null;
  listen(listener: SessionListener): Disposable;
  /** Adds the question and saves it; then sends it, or lets it wait for the one before. Resolves to the id of its turn. */
  ask(order: Order): Promise<string>;
  /** Stops the answer at once, keeping its text; a queued question is taken back instead. */
  stop(turnId: string): void;
  cancelQueued(turnId: string): void;
  /** Ends what runs because the window closes, and saves it. */
  interrupt(turnId: string): Promise<void>;
  /** Resolves when it is saved as it is now. */
  save(): Promise<void>;
  /** Applies a change of the user's (review, title, branch shown) and saves it. */
  apply(change: Change): Promise<void>;
  /** Shows what another window has made of the conversation. Does nothing while an answer is under way here. */
  follow(other: Conversation): void;
  /** Applies what has been received and not yet shown, for a page that is about to be given the whole state. */
  flush(): void;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
}

export interface SessionPorts {
  readonly store: Pick<ConversationStore, 'save'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** What happens on the wire, for the inspector. */
  readonly trace?: (turn: Turn, trace: WireEvent) => void;
  /** Awaited before a request goes out (research log, counts); must not reject. `messages` is what is sent. */
  readonly sending?: (turn: Turn, messages: readonly Message[], session: Session) => Promise<void>;
  /** What is said of a question that was not sent because the one before it was not answered. */
  /** A request has ended, of whatever kind. */
  readonly ended?: (turn: Turn, session: Session) => void;
}

export function createSession(initial: Conversation, ports: SessionPorts): Session {
  const { clock } = ports;
  let conversation = initial;
  let seq = 0;
  let saved: SaveResult | null = null;
  let current: { readonly turnId: string; readonly abort: AbortController } | null = null;
  let disposed = false;
  const listeners = new Set<SessionListener>();
  const orders = new Map<string, Order>();
  const waiters: (() => void)[] = [];

  const saver = createSaver({
    store: ports.store,
    clock,
    conversation: () => conversation,
    onResult(result, sent) {
      saved = result;
      const adopted = 'conversation' in result ? result.conversation : undefined;
      if (adopted) adopt(adopted, sent);
      else if (result.type === 'saved') conversation = { ...conversation, revision: result.revision };
      for (const listener of listeners) listener.saved();
    },
  });
  const frame = createFrame(clock, (changes) => {
    applyNow(changes);
    saver.soon();
  });

  /** Takes over what the store made of two windows' copies, and keeps what has changed here since `sent` was saved. */
  function adopt(merged: Conversation, sent: Conversation): void {
    const before = new Map(sent.turns.map((turn) => [turn.id, turn]));
    const ours = new Map(conversation.turns.map((turn) => [turn.id, turn]));
    const turns = merged.turns.map((turn) => {
      const own = ours.get(turn.id);
      return own && (own !== before.get(turn.id) || !knowsAllOf(turn, own)) ? own : turn;
    });
    const there = new Set(merged.turns.map((turn) => turn.id));
    const added = conversation.turns.filter((turn) => !there.has(turn.id) && !before.has(turn.id));
    const { title, hasCustomTitle, pinned, temporary, zeroRetention, currentTurnId } = conversation;
    conversation = {
      ...merged,
      ...(title !== sent.title && { title, hasCustomTitle }),
      ...(pinned !== sent.pinned && { pinned }),
      temporary,
      zeroRetention,
      turns: [...turns, ...added],
      currentTurnId: currentTurnId === sent.currentTurnId ? merged.currentTurnId : currentTurnId,
    };
    for (const listener of listeners) listener.replaced();
  }

  function applyNow(changes: readonly Change[]): void {
    const placed = changes.map((change) => {
      const whole = change.type === 'text' ? { ...change, offset: lengthOf(change.turnId) } : change;
      conversation = reduce(conversation, whole);
      return whole;
    });
    conversation = { ...conversation, updatedAt: clock.now() };
    const first = seq + 1;
    seq += placed.length;
    for (const listener of listeners) listener.changed(first, placed);
  }

  const find = (turnId: string) => conversation.turns.find((turn) => turn.id === turnId);
  const lengthOf = (turnId: string) => find(turnId)?.answer.text.length ?? 0;

  async function ask(order: Order): Promise<string> {
    const turn: Turn = {
      id: ports.newId(),
      parent: order.parent,
      epoch: 0,
      askedAt: clock.now(),
      question: order.question,
      askMode: order.askMode,
      ...(order.allowedAskModes && { allowedAskModes: [...order.allowedAskModes] }),
      zeroRetention: order.zeroRetention,
      service: order.target.service,
      answer: emptyAnswer('queued'),
    };
    frame.flush();
    const first = conversation.turns.length === 0;
    applyNow([{ type: 'turnAdded', turn }]);
    if (first && !conversation.hasCustomTitle) {
      applyNow([{ type: 'titled', title: titleFor(order.question), hasCustomTitle: false }]);
    }
    // The question is on disk before it is sent; if the disk refuses it, the page warns and the question goes out all the same.
    await saver.now();
    orders.set(turn.id, order);
    sendNext();
    return turn.id;
  }

  function sendNext(): void {
    if (current || disposed) return;
    const next = conversation.turns.find((turn) => turn.answer.state === 'queued' && orders.has(turn.id));
    if (!next) {
      if (!conversation.turns.some((turn) => isRunning(turn.answer.state)))
        for (const done of waiters.splice(0)) done();
      return;
    }
    void send(next);
  }

  async function send(turn: Turn): Promise<void> {
    const order = orders.get(turn.id);
    if (!order) return;
    const abort = new AbortController();
    const run = { turnId: turn.id, abort };
    current = run;
    const epoch = turn.epoch + 1;
    const history = toMessages(conversation, turn.id);
    const messages = order.guard ? order.guard.outgoing(history) : history;
    applyNow([{ type: 'sent', turnId: turn.id, epoch, at: clock.now() }]);
    if (ports.sending) await ports.sending(turn, messages, session);
    if (abort.signal.aborted) return;
    await runTurn({
      target: order.target,
      request: {
        messages,
        stream: true,
        askMode: order.askMode,
        ...(order.allowedAskModes && { allowedAskModes: order.allowedAskModes }),
        ...(order.zeroRetention && { ZeroDataRetention: true }),
      },
      turnId: turn.id,
      epoch,
      signal: abort.signal,
      clock,
      filter: order.guard?.incoming(),
      emit: (change) => (change.type === 'ended' ? end(run, change) : frame.add(change)),
      onWireEvent: (trace) => ports.trace?.(turn, trace),
    });
  }

  function end(run: NonNullable<typeof current>, change: Extract<Change, { type: 'ended' }>): void {
    frame.flush();
    applyNow([change]);
    orders.delete(run.turnId);
    if (current === run) current = null;
    const turn = find(run.turnId);
    if (change.state === 'failed' || change.state === 'truncated') dropQueue();
    void saver.now();
    if (turn) ports.ended?.(turn, session);
    sendNext();
  }

  /** What waited for an answer that did not come is not sent on its own: it would lack what it builds on, and cost. */
  function dropQueue(): void {
    for (const turn of conversation.turns) {
      if (turn.answer.state !== 'queued') continue;
      orders.delete(turn.id);
      const error = { kind: 'aborted' as const, reason: 'notSent' as const };
      const at = clock.now();
      applyNow([
        { type: 'ended', turnId: turn.id, epoch: turn.epoch, state: 'stopped', finishReason: null, error, at },
      ]);
    }
  }

  function cancelQueued(turnId: string): void {
    if (find(turnId)?.answer.state !== 'queued') return;
    orders.delete(turnId);
    applyNow([{ type: 'turnRemoved', turnId }]);
    void saver.now();
    sendNext();
  }

  const session: Session = {
    get conversation() {
      return conversation;
    },
    get seq() {
      return seq;
    },
    get saved() {
      return saved;
    },
    get running() {
      return (current && find(current.turnId)) ?? null;
    },
    listen(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    ask,
    stop(turnId) {
      const run = current;
      if (run?.turnId !== turnId) return cancelQueued(turnId);
      run.abort.abort();
      const epoch = find(turnId)?.epoch ?? 0;
      const at = clock.now();
      end(run, { type: 'ended', turnId, epoch, state: 'stopped', finishReason: null, error: null, at });
    },
    cancelQueued,
    async interrupt(turnId) {
      orders.clear();
      if (current?.turnId === turnId) current.abort.abort();
      frame.flush();
      const epoch = find(turnId)?.epoch ?? 0;
      const at = clock.now();
      applyNow([{ type: 'ended', turnId, epoch, state: 'interrupted', finishReason: null, error: null, at }]);
      await saver.now();
    },
    async apply(change) {
      frame.flush();
      applyNow([change]);
      await saver.now();
    },
    save: () => saver.now(),
    follow(other) {
      if (!current && orders.size === 0) adopt(withEphemeralTurns(other, conversation), conversation);
    },
    flush: () => frame.flush(),
    idle: () =>
      conversation.turns.some((turn) => isRunning(turn.answer.state))
        ? new Promise((resolve) => waiters.push(resolve))
        : Promise.resolve(),
    dispose() {
      disposed = true;
      current?.abort.abort();
      saver.dispose();
      listeners.clear();
    },
  };
  return session;
}
