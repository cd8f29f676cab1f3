/**
 * Runs one conversation: owns its turns, its requests and their queue. Pages only display it. Hiding, moving or reloading a page
 * does not affect a running answer.
 */
import type { Disposable } from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import type { Change } from '../../conversation/change.ts';
import { reduce } from '../../conversation/changes.ts';
import {
  type AnswerState,
  type Conversation,
  emptyAnswer,
  isPending,
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
 * Receives the changes of a conversation. Pages, storage, the research log, usage limits, notifications, context keys and trees
 * are subscribers.
 */
export interface ChangeSubscriber {
  /** Awaited before a request is sent, for data that must be on disk first. Must not reject. `messages` are those of the request. */
  beforeSend?(turn: Turn, messages: readonly Message[], conversation: Conversation): Promise<void>;
  /** Called after changes of this window were applied. `first` is the number of the first change, `conversation` includes all of them. */
  changed(first: number, changes: readonly Change[], conversation: Conversation): void;
  /** The conversation was replaced with the version that another window has stored. */
  replaced?(conversation: Conversation): void;
}

export interface Session extends Disposable {
  readonly conversation: Conversation;
  /** Number of the last change that the conversation contains. */
  readonly seq: number;
  /** The turn whose request is running. */
  readonly running: Turn | null;
  subscribe(subscriber: ChangeSubscriber): Disposable;
  /**
   * Adds the question, and sends it or queues it after the running one. Resolves to the id of its turn when it is sent or queued.
   * `outgoing` is the result of the preflight.
   */
  ask(request: AskRequest, outgoing: Outgoing): Promise<string>;
  /** Stops the running answer, keeps its text and holds the queued questions. If the turn itself is queued, removes it. */
  stop(turnId: string): void;
  cancelQueued(turnId: string): void;
  /** Whether this session is running the turn or has it in the queue. */
  owns(turnId: string): boolean;
  /** Sends a held question or, with null, all of them. Resolves to the preview that the user must confirm first, if any. */
  sendHeld(turnId: string | null, approvedToken?: string): Promise<Preview | null>;
  /** Ends a turn because the window closes. */
  interrupt(turnId: string): void;
  /** Applies a change that the user made (review, title, branch shown). */
  apply(change: Change): void;
  /** Replaces the conversation with the version that another window has stored. Keeps turns of this session and ephemeral turns. */
  replace(stored: Conversation): void;
  /** Applies batched changes of the running answer now. Call before the whole state is sent to a page. */
  flush(): void;
}

export interface SessionDeps {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Receives the wire events of a turn, for *Show Response Events*. */
  readonly onWireEvent?: (turn: Turn, event: WireEvent) => void;
  /** Runs the preflight again for a question whose context changed while it was queued. */
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

  const queue = createQuestionQueue({
    preflight: deps.preflight,
    conversation: () => conversation,
    hold: (turnId, reason) => emit([{ type: 'held', turnId, reason }]),
  });

  function emit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    conversation = { ...changes.reduce(reduce, conversation), updatedAt: clock.now() };
    const first = seq + 1;
    seq += changes.length;
    for (const subscriber of [...subscribers]) subscriber.changed(first, changes, conversation);
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
      const text = outgoing.replacedText ?? request.question.text;
      const title = titleFor({ ...request.question, text }, request.isTemplate ?? false);
      const zeroRetention = request.zeroRetention || undefined;
      emit([{ type: 'titled', title, hasCustomTitle: false, zeroRetention }]);
    }
    queue.add(turn.id, request, outgoing);
    await sendNext();
    return turn.id;
  }

  async function sendNext(): Promise<void> {
    if (current || disposed) return;
    const next = queue.next();
    if (next) await send(next);
  }

  async function send(turn: Turn): Promise<void> {
    const run: Run = { turnId: turn.id, abort: new AbortController(), request: null };
    const { signal } = run.abort;
    current = run;
    const ready = queue.findCurrent(turn.id) ?? (await queue.checkAgain(turn.id));
    if (signal.aborted) return;
    const latest = find(turn.id);
    if (!ready || !latest) {
      current = null;
      return sendNext();
    }
    const { request, outgoing } = ready;
    const { messages, asked } = outgoing;
    const epoch = latest.epoch + 1;
    const { guard, replacedNames = [] } = outgoing;
    const treated = { ...(guard && { guard }), ...(replacedNames.length > 0 && { replacedNames: [...replacedNames] }) };
    emit([{ type: 'sent', turnId: turn.id, epoch, at: clock.now(), ...treated }]);
    await Promise.allSettled(
      [...subscribers].map((subscriber) => subscriber.beforeSend?.(latest, messages, conversation)),
    );
    if (signal.aborted) return;
    run.request = runTurn({
      request,
      messages,
      asked,
      turn: latest,
      epoch,
      signal,
      clock,
      incoming: outgoing.incoming,
      emit(changes) {
        emit(changes);
        const last = changes.at(-1);
        if (last?.type === 'ended') afterEnd(run, last.state);
      },
      onWireEvent: (event) => deps.onWireEvent?.(latest, event),
    });
  }

  /** Ends the turn of a run that was aborted. */
  function end(run: Run, state: AnswerState): void {
    const epoch = find(run.turnId)?.epoch ?? 0;
    emit([{ type: 'ended', turnId: run.turnId, epoch, state, finishReason: null, error: null, at: clock.now() }]);
    afterEnd(run, state);
  }

  /** Continues with the queue after the turn has ended. */
  function afterEnd(run: Run, state: AnswerState): void {
    queue.remove(run.turnId);
    if (current === run) current = null;
    // Queued questions assume a complete answer. Without it they lack context and still cost money, so they are held.
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
      return turn && isPending(turn.answer.state) ? turn : null;
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
      let preview: Preview | null = null;
      if (turnId === null) queue.releaseUnanswered();
      else preview = await queue.release(turnId, approvedToken);
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
    replace(stored) {
      const { currentTurnId } = conversation;
      const next = withOwnTurns(stored, conversation, ({ id, zeroRetention }) => zeroRetention || queue.has(id));
      // The branch that another window shows does not matter here. A question that another window has asked is shown.
      const addsTurn = next.turns.some(({ id }) => !find(id));
      const keepsBranch = !addsTurn && next.turns.some(({ id }) => id === currentTurnId);
      conversation = keepsBranch ? { ...next, currentTurnId } : next;
      for (const subscriber of [...subscribers]) subscriber.replaced?.(conversation);
    },
    flush,
    dispose() {
      disposed = true;
      current?.abort.abort();
      subscribers.clear();
    },
  };
  return session;
}
