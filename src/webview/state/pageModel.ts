/** The model that all components share: the conversation, the state of the user interface and the connection to the host. */
import { activeBranch } from '../../conversation/branches.ts';
import { isPending } from '../../conversation/conversation.ts';
import { givenFacts } from '../../conversation/givenFacts.ts';
import type { HostMessage } from '../../panel/messages.ts';
import type { PageMessage } from '../../panel/pageMessages.ts';
import { createScroll, type Scroll } from '../scrolling/scroll.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { type CitationChecks, createCitationChecks } from './citationChecks.ts';
import { createQuestionDraft, type QuestionDraft } from './draft.ts';
import { createRequests, type Requests } from './requests.ts';
import { type ChatHost, createSavedState, type SavedState } from './savedState.ts';
import { type Signal, signal } from './signal.ts';
import { createStore, type ShownTurn, type Store } from './store.ts';

/** A part of a turn that is scrolled to. `part` is the value of `data-find` on its element. */
export interface RevealedPart {
  readonly turnId: string;
  readonly part: string;
}

/** A query, and the turn whose first match is shown. */
export interface FindRequest {
  readonly query: string;
  readonly turnId: string | null;
}

/** A text of the host to be read line by line. */
export interface ReadableText {
  readonly title: string;
  readonly text: string;
}

export interface Page {
  /** The text that is shown over the conversation. */
  readonly readableText: Signal<ReadableText | null>;
  readonly store: Store;
  readonly requests: Requests;
  readonly draft: QuestionDraft;
  readonly announcer: Announcer;
  readonly saved: SavedState;
  readonly scroll: Scroll;
  readonly citationChecks: CitationChecks;
  /** What the host asked to find, until the user changes it. */
  readonly findRequest: Signal<FindRequest | null>;
  /** True while the find bar is open. */
  readonly findBarOpen: Signal<boolean>;
  /** Id of the turn whose question is being edited. */
  readonly editing: Signal<string | null>;
  /** The current match or the question that was navigated to. Its turn is rendered and its part is expanded. */
  readonly revealed: Signal<RevealedPart | null>;
  /** Number of calls of `focusQuestionBox`. */
  readonly focusRequests: Signal<number>;
  /** What the user wrote into the list of files; the question box takes it. */
  readonly typed: Signal<string | null>;
  focusQuestionBox(): void;
  post(message: PageMessage): void;
  /** The turns of the active branch, oldest first. */
  turns(): ShownTurn[];
  /** The turn that is being answered, if any. Queued turns do not count. */
  running(): ShownTurn | undefined;
  start(): void;
}

export function createPage(host: ChatHost): Page {
  const post = (message: PageMessage) => host.post(message);
  const store = createStore(() => post({ type: 'resync' }));
  const announcer = createAnnouncer(store);
  const saved = createSavedState(host, store);
  const draft = createQuestionDraft(post, saved, store);
  const citationChecks = createCitationChecks((turn) =>
    givenFacts(store.shown.get()?.conversation ?? { turns: [] }, turn),
  );
  const focusRequests = signal(0);
  const typed = signal<string | null>(null);
  const findBarOpen = signal(false);
  const readableText = signal<ReadableText | null>(null);
  const findRequest = signal<FindRequest | null>(null);
  const editing = signal<string | null>(null);
  const revealed = signal<RevealedPart | null>(null);
  const focusQuestionBox = () => focusRequests.set(focusRequests.get() + 1);
  const turns = () => {
    const shown = store.shown.get();
    return shown ? activeBranch(shown.conversation) : [];
  };
  const requests = createRequests(post, store, draft, announcer);

  /** Resets the state of the user interface before another conversation is shown. */
  const resetInterface = () => {
    editing.set(null);
    revealed.set(null);
    findBarOpen.set(false);
    readableText.set(null);
    findRequest.set(null);
    requests.confirmation.set(null);
    requests.refusal.set(null);
    requests.pending.set(false);
    citationChecks.clear();
  };

  const receive = (message: HostMessage) => {
    if (message.type === 'state') {
      if (message.conversation.id !== store.shown.get()?.conversation.id) resetInterface();
      draft.restore(message.conversation, message.draft);
    }
    if (store.receive(message)) return;
    switch (message.type) {
      case 'compose':
        draft.set(message.text);
        focusQuestionBox();
        break;
      case 'typed':
        typed.set(message.text);
        focusQuestionBox();
        break;
      case 'showText':
        readableText.set({ title: message.title, text: message.text });
        break;
      case 'focus':
        focusQuestionBox();
        break;
      case 'find':
        findRequest.set(message.query ? { query: message.query, turnId: message.turnId ?? null } : null);
        findBarOpen.set(true);
        // A find bar that is open already keeps its text, which the next key replaces.
        document.querySelector<HTMLInputElement>('.find input')?.select();
        break;
      case 'reply':
        requests.settle(message.request, message.outcome);
        break;
      default:
        break;
    }
  };

  return {
    store,
    requests,
    draft,
    announcer,
    saved,
    scroll: createScroll(),
    citationChecks,
    findBarOpen,
    readableText,
    findRequest,
    editing,
    revealed,
    focusRequests,
    typed,
    focusQuestionBox,
    post,
    turns,
    running: () => turns().find((turn) => isPending(turn.answer.state) && turn.answer.state !== 'queued'),
    start() {
      host.listen(receive, store.messageDropped);
      window.addEventListener('pagehide', draft.flush);
      window.addEventListener('blur', draft.flush);
      post({ type: 'ready' });
    },
  };
}
