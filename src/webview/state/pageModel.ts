/** What the parts of the page share: the state, what the user is doing with it, and the ways to the host. */

import { activeBranch } from '../../conversation/branches.ts';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import type { HostMessage, PageMessage } from '../../panel/messages.ts';
import type { Host } from '../host.ts';
import { createScroll, type Scroll } from '../scrolling/scroll.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { createLocalChecks, type LocalChecks } from './citationChecks.ts';
import { createDraft, type Draft } from './draft.ts';
import { type Asking, createAsking } from './requests.ts';
import { createSavedView, type SavedView } from './savedState.ts';
import { type Cell, cell } from './signal.ts';
import { createStore, type Store } from './store.ts';

/** A part of a turn by the name that its element carries in `data-find`. */
export interface Revealed {
  readonly turnId: string;
  readonly part: string;
}

export interface Page {
  readonly store: Store;
  readonly asking: Asking;
  readonly draft: Draft;
  readonly announcer: Announcer;
  readonly saved: SavedView;
  readonly scroll: Scroll;
  readonly checks: LocalChecks;
  /** Whether the find bar is open. */
  readonly finding: Cell<boolean>;
  /** The turn whose question is being edited. */
  readonly editing: Cell<string | null>;
  /** What is looked for: its turn is drawn although it is far from what is seen, and its part unfolded. */
  readonly revealed: Cell<Revealed | null>;
  /** Counts the wishes to have the keyboard in the question box. */
  readonly focusBox: Cell<number>;
  post(message: PageMessage): void;
  /** The turns of the shown branch, oldest first. */
  turns(): Turn[];
  /** The turn that is being answered now, if any. */
  running(): Turn | undefined;
  start(): void;
}

export function createPage(host: Host): Page {
  const post = (message: PageMessage) => host.post(message);
  const store = createStore(() => post({ type: 'resync' }));
  const announcer = createAnnouncer(store);
  const saved = createSavedView(host, store);
  const draft = createDraft(post, saved, store);
  const checks = createLocalChecks();
  const focusBox = cell(0);
  const finding = cell(false);
  const editing = cell<string | null>(null);
  const revealed = cell<Revealed | null>(null);
  const askFocus = () => focusBox.set(focusBox.get() + 1);
  const turns = () => {
    const shown = store.shown.get();
    return shown ? activeBranch(shown.conversation) : [];
  };
  const asking = createAsking(post, store, draft, announcer);

  /** Another conversation comes: what was begun in the old one ends. */
  const leave = () => {
    editing.set(null);
    revealed.set(null);
    finding.set(false);
    asking.confirmation.set(null);
    asking.refusal.set(null);
    checks.clear();
  };

  const receive = (message: HostMessage) => {
    if (message.type === 'state') {
      if (message.conversation.id !== store.shown.get()?.conversation.id) leave();
      draft.restore(message.conversation, message.draft);
    }
    if (store.receive(message)) return;
    switch (message.type) {
      case 'compose':
        draft.set(message.text);
        askFocus();
        break;
      case 'focus':
        askFocus();
        break;
      case 'find':
        finding.set(true);
        break;
      case 'reply':
        asking.settle(message.request, message.outcome);
        break;
      default:
        break;
    }
  };

  return {
    store,
    asking,
    draft,
    announcer,
    saved,
    scroll: createScroll(),
    checks,
    finding,
    editing,
    revealed,
    focusBox,
    post,
    turns,
    running: () => turns().find((turn) => isRunning(turn.answer.state) && turn.answer.state !== 'queued'),
    start() {
      host.listen(receive, store.lost);
      window.addEventListener('pagehide', draft.flush);
      window.addEventListener('blur', draft.flush);
      post({ type: 'ready' });
    },
  };
}
