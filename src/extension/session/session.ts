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
import { withOwnTurns } from '../../conversation/stored.ts';
import type { Preview } from '../../panel/messages.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import type { AskRequest, Outgoing, PreflightResult } from './askRequest.ts';
import { createQuestionQueue } from './questionQueue.ts';
import { type RunningTurn, runTurn } from './runTurn.ts';
import { titleFor } from './title.ts';

/**
 * Everything that happens to a conversation is a change, and whatever follows from it is a subscriber: pages, the file, the
 * research log, the usage counter, notifications, context keys, trees.
 */
export interface ChangeSubscriber {
  /** Awaited before a request leaves: what must be on disk first. Must not reject. `messages` is what is sent. */
  beforeSend?(turn: Turn, messages: readonly Message[], conversation: Conversation): Promise<void>;
  /**
   * Changes that were just applied. `first` is the number of the first one, `conversation` is the one after the last.
   * `origin`: `elsewhere` for changes that another window made and stored.
   */
  changed(first: number, changes: readonly Change[], conversation: Conversation, origin: 'here' | 'elsewhere'): void;
  /** The conversation was replaced as a whole by what another window has stored. */
  replaced?(conversation: Conversation): void;
}

export interface Session extends Disposable {
  readonly conversation: Conversation;
  /** Number of the last change that the conversation contains. */
  readonly seq: number;
  /** The turn whose request is under way. */
  readonly running: Turn | null;
  subscribe(subscriber: ChangeSubscriber): Disposable;
  /**
   * Adds the question and sends it, or queues it behind the running one. Resolves to the id of its turn once it is on its way or
   * queued. `outgoing` is what the preflight built for this request.
   */
  ask(request: AskRequest, outgoing: Outgoing): Promise<string>;
  /** Stops the answer at once, keeping its text, and holds what is queued. A queued question is removed instead. */
  stop(turnId: string): void;
  cancelQueued(turnId: string): void;
  /** Whether this session runs the turn or is to send its question. */
  owns(turnId: string): boolean;
  /** Sends a held question, or, with null, all of them. Resolves to what the user has to see first; null when it goes out. */
  sendHeld(turnId: string | null, approvedToken?: string): Promise<Preview | null>;
  /** Ends a turn because the window closes. */
  interrupt(turnId: string): void;
  /** Applies a change that the user made (review, title, branch shown). */
  apply(change: Change): void;
  /** Applies what another window has stored. Throws GapError when it does not continue what is known. */
  receive(changes: readonly Change[]): void;
  /** Takes what another window has stored for the whole; turns that are only here, or run here, stay. */
  replace(stored: Conversation): void;
  /** Applies what has been received and not yet shown, for a page that is about to be given the whole state. */
  flush(): void;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
}

export interface SessionDeps {
  readonly clock: Clock;
  readonly newId: () => string;
  /** What happens on the wire, for the inspector. */
  readonly trace?: (turn: Turn, event: WireEvent) => void;
  /** Checks again what is sent for a question whose context has changed while it was queued. */
  readonly preflight: (request: AskRequest, conversation: Conversation) => Promise<PreflightResult>;
}

interface Run {
  readonly turnId: string;
  readonly abort: AbortController;
  request: RunningTurn | null;
}

export function createSession(initial: Conversation, deps: SessionDeps): Session {
  const { clock } = deps;
  let conversation = initial;
  let seq = 0;
  let current: Run | null = null;
  let disposed = false;
  const subscribers = new Set<ChangeSubscriber>();
  const waiters: (() => void)[] = [];

  const queue = createQuestionQueue({
    preflight: deps.preflight,
    conversation: () => conversation,
    hold: (turnId, reason) => emit([{ type: 'held', turnId, reason }]),
  });

  function emit(changes: readonly Change[], origin: 'here' | 'elsewhere' = 'here'): void {
    if (changes.length === 0) return;
    conversation = { ...changes.reduce(reduce, conversation), updatedAt: clock.now() };
    const first = seq + 1;
    seq += changes.length;
    for (const subscriber of [...subscribers]) subscriber.changed(first, changes, conversation, origin);
  }

  const find = (turnId: string) => conversation.turns.find((turn) => turn.id === turnId);
  const flush = () => current?.request?.flush();

  async function ask(request: AskRequest, outgoing: Outgoing): Promise<string> {
    const turn: Turn = {
      id: deps.newId(),
      parent: request.parent,
      epoch: 0,
      askedAt: clock.now(),
      question: request.question,
      askMode: request.askMode,
      ...(request.allowedAskModes && { allowedAskModes: [...request.allowedAskModes] }),
      zeroRetention: request.zeroRetention,
      service: request.target.service,
      ...(request.target.model && { model: request.target.model.info }),
      answer: emptyAnswer('queued'),
    };
    flush();
    const first = conversation.turns.length === 0;
    emit([{ type: 'turnAdded', turn }]);
    if (first && !conversation.hasCustomTitle) {
      const title = titleFor(request.question, request.isTemplate ?? false);
      emit([{ type: 'titled', title, hasCustomTitle: false }]);
    }
    queue.add(turn.id, request, outgoing);
    await sendNext();
    return turn.id;
  }

  async function sendNext(): Promise<void> {
    if (current || disposed) return;
    const next = queue.next();
    if (next) await send(next);
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
    emit([{ type: 'sent', turnId: turn.id, epoch, at: clock.now(), ...(outgoing.guard && { guard: outgoing.guard }) }]);
    await Promise.allSettled(
      [...subscribers].map((subscriber) => subscriber.beforeSend?.(asked, messages, conversation)),
    );
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
        emit(changes);
        const last = changes.at(-1);
        if (last?.type === 'ended') ended(run, last.state);
      },
      onWireEvent: (event) => deps.trace?.(asked, event),
    });
  }

  function end(run: Run, state: AnswerState): void {
    const epoch = find(run.turnId)?.epoch ?? 0;
    emit([{ type: 'ended', turnId: run.turnId, epoch, state, finishReason: null, error: null, at: clock.now() }]);
    ended(run, state);
  }

  function ended(run: Run, state: AnswerState): void {
    queue.remove(run.turnId);
    if (current === run) current = null;
    // What was asked in expectation of a whole answer is not sent without it: it would lack its context, and it costs.
    if (state !== 'done') queue.holdAll('unanswered');
    void sendNext();
  }

  function cancelQueued(turnId: string): void {
    if (find(turnId)?.answer.state !== 'queued') return;
    queue.remove(turnId);
    emit([{ type: 'turnRemoved', turnId }]);
    void sendNext();
  }

  const session: Session = {
    get conversation() {
      return conversation;
    },
    get seq() {
      return seq;
    },
    get running() {
      const turn = current && find(current.turnId);
      return turn && isRunning(turn.answer.state) ? turn : null;
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return { dispose: () => void subscribers.delete(subscriber) };
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
      void sendNext();
      return preview;
    },
    interrupt(turnId) {
      queue.clear();
      if (current?.turnId === turnId) {
        flush();
        current.abort.abort();
      }
      const epoch = find(turnId)?.epoch ?? 0;
      const at = clock.now();
      emit([{ type: 'ended', turnId, epoch, state: 'interrupted', finishReason: null, error: null, at }]);
    },
    apply(change) {
      flush();
      emit([change]);
    },
    receive(changes) {
      const { currentTurnId } = conversation;
      // What another window shows is its own affair. Here, a branch stays in view while a question of it is open.
      const taken = changes.filter(({ type }) => type !== 'branchSelected');
      const asks = taken.some(({ type }) => type === 'turnAdded');
      const stays = asks && currentTurnId !== null && !queue.isEmpty();
      emit(stays ? [...taken, { type: 'branchSelected', turnId: currentTurnId }] : taken, 'elsewhere');
    },
    replace(stored) {
      conversation = withOwnTurns(stored, conversation, ({ id, zeroRetention }) => zeroRetention || queue.has(id));
      for (const subscriber of [...subscribers]) subscriber.replaced?.(conversation);
    },
    flush,
    idle: () => (current || queue.next() ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve()),
    dispose() {
      disposed = true;
      current?.abort.abort();
      subscribers.clear();
    },
  };
  return session;
}
