/** A fake extension host that speaks the panel protocol with the real reducer. The test provides the answers of the service. */

import type { Change } from '../../../src/conversation/change.ts';
import { reduce } from '../../../src/conversation/changes.ts';
import { countsAsHistory, toContent } from '../../../src/conversation/context.ts';
import {
  type Answer,
  type AnswerState,
  type Conversation,
  emptyAnswer,
  isPending,
  newConversation,
  type Selection,
  type StoredSource,
  type Turn,
} from '../../../src/conversation/conversation.ts';
import type { HostMessage, PanelState, Preview } from '../../../src/panel/messages.ts';
import { type PageMessage, pageMessageSchema } from '../../../src/panel/pageMessages.ts';
import type { ErrorInfo } from '../../../src/protocol/errors.ts';
import { panelState } from '../../support/panelState.ts';

export type PostOf<T extends PageMessage['type']> = Extract<PageMessage, { type: T }>;

/** What the host answers with `reply`. */
type Request = PostOf<'ask'> | PostOf<'retry'> | PostOf<'sendHeld'>;

export function source(part: Partial<StoredSource> & { title: string }): StoredSource {
  return { url: null, review: 'unread', ...part };
}

export function selection(part: Partial<Selection> = {}): Selection {
  return {
    id: 'chip-1',
    uri: 'file:///folder/memo.md',
    label: 'memo.md',
    languageId: 'markdown',
    startLine: 12,
    endLine: 18,
    text: 'The company bought a laptop for $2,400 in October.',
    ...part,
  };
}

/** A complete turn. */
export function turn(id: string, question: string, answer: Partial<Answer> = {}, part: Partial<Turn> = {}): Turn {
  return {
    id,
    parent: null,
    epoch: 1,
    askedAt: 1_700_000_000_000,
    question: { text: question, selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), startedAt: 1_700_000_000_000, endedAt: 1_700_000_004_200, ...answer },
    ...part,
  };
}

/** A conversation in which each turn follows the previous one. */
export function conversationOf(turns: readonly Turn[], part: Partial<Conversation> = {}): Conversation {
  const chained = turns.map((each, index) => ({ ...each, parent: turns[index - 1]?.id ?? null }));
  return {
    ...newConversation({ id: 'c1', now: 1_700_000_000_000 }),
    turns: chained,
    currentTurnId: chained.at(-1)?.id ?? null,
    ...part,
  };
}

type Deliver = (message: HostMessage) => Promise<void>;

export function createFakeHost() {
  const views = new Set<Deliver>();
  const deliver: Deliver = async (message) => {
    await Promise.all([...views].map((view) => view(message)));
  };
  let conversation = newConversation({ id: 'c1', now: Date.now() });
  let currentState = panelState();
  let seq = 0;
  let turns = 0;
  /** By conversation. */
  const drafts = new Map<string, string>();
  let repliesDelayed: Promise<void> | null = null;
  let isModeLost = false;
  let outcome: ((message: Request) => Preview | string | null) | null = null;
  const posted: PageMessage[] = [];
  const waiters = new Set<() => void>();

  const draft = () => drafts.get(conversation.id) ?? '';
  const state = (): HostMessage => ({ type: 'state', seq, conversation, panelState: currentState, draft: draft() });
  const change = async (...changes: Change[]) => {
    const first = seq + 1;
    for (const each of changes) {
      conversation = reduce(conversation, each);
      seq++;
    }
    await deliver({ type: 'changes', seq: first, changes });
  };
  const updatePanelState = async (part: Partial<PanelState>) => {
    currentState = { ...currentState, ...part };
    await deliver({ type: 'panelState', panelState: currentState });
  };
  const running = () =>
    conversation.turns.findLast((each) => isPending(each.answer.state) && each.answer.state !== 'queued');
  const current = () => {
    const found = running() ?? conversation.turns.at(-1);
    if (!found) throw new Error('Nothing was asked.');
    return { turnId: found.id, epoch: found.epoch, text: found.answer.text };
  };
  const at = () => Date.now();

  const begin = async (part: Partial<Turn>, question: Turn['question']) => {
    const queued = running() !== undefined;
    const id = `t${++turns}`;
    const added = turn(id, '', { ...emptyAnswer(queued ? 'queued' : 'waiting') }, { ...part, question, askedAt: at() });
    await change({ type: 'turnAdded', turn: added });
    if (!queued) await change({ type: 'sent', turnId: id, epoch: 1, at: at() });
  };

  const settle = async (message: Request, act: () => Promise<void>) => {
    await repliesDelayed;
    const answer = message.approvedToken === undefined ? (outcome?.(message) ?? null) : null;
    if (typeof answer === 'string') {
      return deliver({ type: 'reply', request: message.request, outcome: { type: 'refused', message: answer } });
    }
    if (answer) {
      return deliver({ type: 'reply', request: message.request, outcome: { type: 'confirm', preview: answer } });
    }
    await act();
    await deliver({ type: 'reply', request: message.request, outcome: { type: 'done' } });
  };

  const ask = async (message: PostOf<'ask'>) => {
    const edited = conversation.turns.find((each) => each.id === message.editedTurnId);
    const selections = edited ? edited.question.selections : currentState.chips;
    await begin(
      {
        parent: message.parent,
        askMode: message.askMode,
        zeroRetention: message.zeroRetention,
        service: currentState.service,
      },
      { text: message.text, selections, ...(message.quote !== undefined && { quote: message.quote }) },
    );
    if (!edited && currentState.chips.length > 0) await updatePanelState({ chips: [] });
  };

  const receive = async (message: PageMessage) => {
    switch (message.type) {
      case 'ready':
      case 'resync':
        return deliver(state());
      case 'ask':
        return settle(message, () => ask(message));
      case 'retry': {
        const old = conversation.turns.find((each) => each.id === message.turnId);
        if (!old) throw new Error(`No turn ${message.turnId}.`);
        return settle(message, () =>
          begin({ parent: old.parent, askMode: message.askMode ?? old.askMode, service: old.service }, old.question),
        );
      }
      case 'sendHeld': {
        const held = conversation.turns.filter(({ id, answer }) => answer.held && id === (message.turnId ?? id));
        return settle(message, async () => {
          for (const { id } of held) await change({ type: 'held', turnId: id, reason: null });
          await sendNext();
        });
      }
      case 'stop': {
        const stopped = conversation.turns.find((each) => each.id === message.turnId);
        if (stopped) await end('stopped');
        return;
      }
      case 'cancelQueued':
        return change({ type: 'turnRemoved', turnId: message.turnId });
      case 'selectBranch':
        return change({ type: 'branchSelected', turnId: message.turnId });
      case 'includeInContext':
        return change({ type: 'includeInContext', turnId: message.turnId, includeInContext: message.includeInContext });
      case 'review':
        return change({ type: 'reviewed', turnId: message.turnId, source: message.source, review: message.review });
      case 'openSource':
        return change({ type: 'reviewed', turnId: message.turnId, source: message.source, review: 'opened' });
      case 'removeChip':
        return updatePanelState({ chips: currentState.chips.filter((chip) => chip.id !== message.selectionId) });
      case 'draft':
        drafts.set(message.conversation, message.text);
        return;
      case 'setAskMode':
        return isModeLost ? undefined : updatePanelState({ askMode: message.askMode });
      case 'setZeroRetention':
        return updatePanelState({ zeroRetention: { on: message.on, locked: false } });
      default:
        return;
    }
  };

  const end = async (ending: AnswerState, error: ErrorInfo | null = null, finishReason: string | null = null) => {
    const { turnId, epoch } = current();
    await change({ type: 'ended', turnId, epoch, state: ending, finishReason, error, at: at() });
    if (ending !== 'done') {
      for (const { id, answer } of conversation.turns) {
        if (answer.state === 'queued') await change({ type: 'held', turnId: id, reason: 'unanswered' });
      }
    }
    await sendNext();
  };

  const sendNext = async () => {
    const next = conversation.turns.find(({ answer }) => answer.state === 'queued' && !answer.held);
    if (next) await change({ type: 'sent', turnId: next.id, epoch: next.epoch, at: at() });
  };

  return {
    posted,
    show: (view: Deliver) => void views.add(view),
    hide: (view: Deliver) => void views.delete(view),
    updatePanelState,
    change,
    end,
    deliver,
    /** All messages of one type that the page has sent. */
    all: <T extends PageMessage['type']>(type: T) => posted.filter((each): each is PostOf<T> => each.type === type),
    conversation: () => conversation,
    draft,
    /** Requests are answered when this has resolved. */
    delayReplies(until: Promise<void>) {
      repliesDelayed = until;
    },
    /** Modes that the page chooses do not reach the host from now on. */
    loseModes: () => {
      isModeLost = true;
    },
    /** Changes the state without a message to the page, as if the message was lost. */
    loseChanges(...changes: Change[]) {
      for (const each of changes) {
        conversation = reduce(conversation, each);
        seq++;
      }
    },
    /** Replaces the state. With `send`, the whole state is sent to the page. */
    async restore(next: Conversation, part: Partial<PanelState> = {}, send = false) {
      conversation = next;
      turns = Math.max(turns, next.turns.length);
      currentState = { ...currentState, ...part };
      if (send) await deliver(state());
    },
    /** Sets the result of requests: a preview to confirm, the message of a refusal, or null to accept. */
    onAsk(decide: typeof outcome) {
      outcome = decide;
    },
    preview(message: Request, part: Partial<Preview> = {}): Preview {
      const content =
        message.type === 'ask'
          ? toContent({
              text: message.text,
              selections: currentState.chips,
              ...(message.quote !== undefined && { quote: message.quote }),
            })
          : '';
      return {
        token: `token-${message.request}`,
        reasons: ['asked'],
        content,
        earlier: conversation.turns.filter(countsAsHistory).flatMap((each) => [each.question.text, each.answer.text]),
        length: content.length,
        askMode: (message.type !== 'sendHeld' && message.askMode) || currentState.askMode,
        zeroRetention: message.type === 'ask' && message.zeroRetention,
        service: currentState.service,
        findings: [],
        replaced: false,
        usageLimit: null,
        blocked: null,
        ...part,
      };
    },
    step: (title: string) => {
      const { turnId, epoch } = current();
      return change({ type: 'step', turnId, epoch, title, at: at() });
    },
    text: (piece: string) => {
      const { turnId, epoch, text } = current();
      return change({ type: 'text', turnId, epoch, offset: text.length, text: piece, at: at() });
    },
    sources: (sources: StoredSource[]) => {
      const { turnId, epoch } = current();
      return change({ type: 'sources', turnId, epoch, sources, at: at() });
    },
    suggestions: (suggestions: string[]) => {
      const { turnId, epoch } = current();
      return change({ type: 'suggestions', turnId, epoch, suggestions, at: at() });
    },
    /** Handles a message of the page. Throws if the message is invalid. */
    async take(raw: unknown) {
      const message = pageMessageSchema.parse(raw);
      await receive(message);
      posted.push(message);
      for (const waiter of waiters) waiter();
    },
    /** Resolves with the first message of the type that `accept` returns true for. It can have been posted before. */
    async posts<T extends PageMessage['type']>(type: T, accept: (message: PostOf<T>) => boolean = () => true) {
      for (;;) {
        const found = posted.find((each): each is PostOf<T> => each.type === type && accept(each as PostOf<T>));
        if (found) return found;
        await new Promise<void>((resolve) => {
          const waiter = () => {
            waiters.delete(waiter);
            resolve();
          };
          waiters.add(waiter);
        });
      }
    },
  };
}

export type FakeHost = ReturnType<typeof createFakeHost>;
