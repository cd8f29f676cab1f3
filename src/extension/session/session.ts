/**
 * Drives one conversation: it owns the conversation, its requests and their queue. Pages only look at it; hiding, moving or
 * reloading one never touches an answer that is under way.
 */
import type { Disposable } from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import { type Change, reduce } from '../../conversation/changes.ts';
import {
  type AnswerState,
  type Conversation,
  emptyAnswer,
  isRunning,
  type Turn,
} from '../../conversation/conversation.ts';
import { withEphemeralTurns } from '../../conversation/keptPart.ts';
import { knowsAllOf } from '../../conversation/reconcile.ts';
import type { ConversationStore, SaveResult } from '../../conversation/store.ts';
import type { Preview } from '../../panel/messages.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import type { AskRequest, Outgoing, PreflightResult } from './askRequest.ts';
import { createSaver } from './autosave.ts';
import { createQuestionQueue } from './questionQueue.ts';
import { type RunningTurn, runTurn } from './runTurn.ts';
import { titleFor } from './title.ts';

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
  /**
   * Adds the question and saves it; then sends it, or queues it behind the running one. Resolves to the id of its turn.
   * `outgoing` is what the preflight built for this request.
   */
  ask(request: AskRequest, outgoing: Outgoing): Promise<string>;
  /** Stops the answer at once, keeping its text, and holds what is queued. A queued question is removed instead. */
  stop(turnId: string): void;
  cancelQueued(turnId: string): void;
  /** Whether this session runs the turn or is to send its question. */
  owns(turnId: string): boolean;
  /** Sends a held question, or, with null, all of them. Resolves to what the user has to see first; null when it goes out. */
  sendHeld(turnId: string | null, approvedToken?: string): Promise<Preview | null>;
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
  /** Checks again what is sent for a question whose context has changed while it was queued. */
  readonly preflight: (request: AskRequest, conversation: Conversation) => Promise<PreflightResult>;
  /** A request has ended, of whatever kind. */
  readonly ended?: (turn: Turn, session: Session) => void;
}

interface Run {
  readonly turnId: string;
  readonly abort: AbortController;
  request: RunningTurn | null;
}

export function createSession(initial: Conversation, ports: SessionPorts): Session {
  const { clock } = ports;
  let conversation = initial;
  let seq = 0;
  let saved: SaveResult | null = null;
  let current: Run | null = null;
  let disposed = false;
  const listeners = new Set<SessionListener>();
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
  const queue = createQuestionQueue({
    preflight: ports.preflight,
    conversation: () => conversation,
    hold: (turnId, reason) => applyNow([{ type: 'held', turnId, reason }]),
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
    if (changes.length === 0) return;
    conversation = { ...changes.reduce(reduce, conversation), updatedAt: clock.now() };
    const first = seq + 1;
    seq += changes.length;
    for (const listener of listeners) listener.changed(first, changes);
  }

  const find = (turnId: string) => conversation.turns.find((turn) => turn.id === turnId);
  const flush = () => current?.request?.flush();

  async function ask(request: AskRequest, outgoing: Outgoing): Promise<string> {
    const turn: Turn = {
      id: ports.newId(),
      parent: request.parent,
      epoch: 0,
      askedAt: clock.now(),
      question: request.question,
      askMode: request.askMode,
      ...(request.allowedAskModes && { allowedAskModes: [...request.allowedAskModes] }),
      zeroRetention: request.zeroRetention,
      service: request.target.service,
      answer: emptyAnswer('queued'),
    };
    flush();
    const first = conversation.turns.length === 0;
    applyNow([{ type: 'turnAdded', turn }]);
    if (first && !conversation.hasCustomTitle) {
      applyNow([{ type: 'titled', title: titleFor(request.question), hasCustomTitle: false }]);
    }
    // The question is on disk before it is sent. If the disk refuses it, the page warns and the question is sent all the same.
    await saver.now();
    queue.add(turn.id, request, outgoing);
    sendNext();
    return turn.id;
  }

  function sendNext(): void {
    if (current || disposed) return;
    const next = queue.next();
    if (next) void send(next);
    else if (!conversation.turns.some((turn) => isRunning(turn.answer.state) && !turn.answer.held)) {
      for (const done of waiters.splice(0)) done();
    }
  }

  async function send(turn: Turn): Promise<void> {
    const run: Run = { turnId: turn.id, abort: new AbortController(), request: null };
    const { signal } = run.abort;
    current = run;
    const ready = queue.ready(turn.id) ?? (await queue.recheck(turn.id));
    if (signal.aborted) return;
    const asked = find(turn.id);
    if (!ready || !asked) {
      current = null;
      return sendNext();
    }
    const { request, outgoing } = ready;
    const { messages } = outgoing;
    const epoch = asked.epoch + 1;
    applyNow([{ type: 'sent', turnId: turn.id, epoch, at: clock.now() }]);
    if (ports.sending) await ports.sending(asked, messages, session);
    if (signal.aborted) return;
    run.request = runTurn({
      request,
      messages,
      turn: asked,
      epoch,
      signal,
      clock,
      filter: outgoing.incoming?.(),
      emit(changes) {
        applyNow(changes);
        const last = changes.at(-1);
        if (last?.type === 'ended') ended(run, last.state);
        else if (last?.type !== 'retry') saver.soon();
      },
      onWireEvent: (event) => ports.trace?.(asked, event),
    });
  }

  function end(run: Run, state: AnswerState): void {
    const epoch = find(run.turnId)?.epoch ?? 0;
    applyNow([{ type: 'ended', turnId: run.turnId, epoch, state, finishReason: null, error: null, at: clock.now() }]);
    ended(run, state);
  }

  function ended(run: Run, state: AnswerState): void {
    queue.remove(run.turnId);
    if (current === run) current = null;
    // What was asked in expectation of a whole answer is not sent without it: it would lack its context, and it costs.
    if (state !== 'done') queue.holdAll('unanswered');
    void saver.now();
    const turn = find(run.turnId);
    if (turn) ports.ended?.(turn, session);
    sendNext();
  }

  function cancelQueued(turnId: string): void {
    if (find(turnId)?.answer.state !== 'queued') return;
    queue.remove(turnId);
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
      if (run?.turnId !== turnId || find(turnId)?.answer.state === 'queued') return cancelQueued(turnId);
      flush();
      run.abort.abort();
      end(run, 'stopped');
    },
    cancelQueued,
    owns: queue.has,
    async sendHeld(turnId, approvedToken) {
      const preview = await queue.release(turnId, approvedToken);
      sendNext();
      return preview;
    },
    async interrupt(turnId) {
      queue.clear();
      if (current?.turnId === turnId) {
        flush();
        current.abort.abort();
      }
      const epoch = find(turnId)?.epoch ?? 0;
      const at = clock.now();
      applyNow([{ type: 'ended', turnId, epoch, state: 'interrupted', finishReason: null, error: null, at }]);
      await saver.now();
    },
    async apply(change) {
      flush();
      applyNow([change]);
      await saver.now();
    },
    save: () => saver.now(),
    follow(other) {
      if (!current && queue.isEmpty()) adopt(withEphemeralTurns(other, conversation), conversation);
    },
    flush,
    idle: () => (current || queue.next() ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve()),
    dispose() {
      disposed = true;
      current?.abort.abort();
      saver.dispose();
      listeners.clear();
    },
  };
  return session;
}
