/** Asking, and asking again: each request is settled by the host as done, to be confirmed, or refused. */
import type { Turn } from '../../conversation/conversation.ts';
import type { HostMessage, PageMessage, Preview } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import type { Announcer } from './announcer.ts';
import type { Draft } from './draft.ts';
import { type Cell, cell } from './signal.ts';
import type { Store } from './store.ts';

type Outcome = Extract<HostMessage, { type: 'reply' }>['outcome'];
type Ask = Extract<PageMessage, { type: 'ask' }>;
type Retry = Extract<PageMessage, { type: 'retry' }>;
type Request = Omit<Ask, 'request'> | Omit<Retry, 'request'>;

export interface Confirmation {
  readonly preview: Preview;
  /** Only shown, nothing is sent by it: the user asked for the preview. */
  agree(): void;
  cancel(): void;
}

export interface Asking {
  /** A preview that waits for the user's word. */
  readonly confirmation: Cell<Confirmation | null>;
  /** Why the last request was refused. */
  readonly refusal: Cell<string | null>;
  /** True while the host has not yet said what becomes of the request. */
  readonly pending: Cell<boolean>;
  /** Asks what stands in the question box. */
  askDraft(options?: { previewOnly?: boolean }): void;
  /** Asks a text as it is, without what stands in the question box: a suggestion, an example. */
  askText(text: string): void;
  askEdited(turn: Turn, text: string, done: () => void): void;
  retry(turn: Turn, askMode?: AskMode): void;
  settle(request: number, outcome: Outcome): void;
}

export function createAsking(
  post: (message: PageMessage) => void,
  store: Store,
  draft: Draft,
  announcer: Announcer,
): Asking {
  const confirmation = cell<Confirmation | null>(null);
  const refusal = cell<string | null>(null);
  const pending = cell(false);
  const waiting = new Map<number, (outcome: Outcome) => void>();
  let requests = 0;

  const send = (message: Request, done: () => void) => {
    const request = ++requests;
    refusal.set(null);
    pending.set(true);
    waiting.set(request, (outcome) => {
      pending.set(waiting.size > 0);
      if (outcome.type === 'done') done();
      else if (outcome.type === 'refused') {
        refusal.set(outcome.message);
        announcer.say(outcome.message);
      } else {
        confirmation.set({
          preview: outcome.preview,
          agree() {
            confirmation.set(null);
            const { previewOnly: _, ...rest } = { previewOnly: undefined, ...message };
            send({ ...rest, agreed: outcome.preview.token }, done);
          },
          cancel: () => confirmation.set(null),
        });
      }
    });
    post({ ...message, request });
  };

  const ask = (part: Partial<Ask> & { text: string }, done: () => void) => {
    const shown = store.shown.get();
    if (!shown || pending.get()) return;
    const { conversation, panelState } = shown;
    send(
      {
        type: 'ask',
        parent: conversation.currentTurnId,
        askMode: panelState.askMode,
        zeroRetention: panelState.zeroRetention.on || conversation.zeroRetention,
        ...part,
      },
      done,
    );
  };

  return {
    confirmation,
    refusal,
    pending,
    askDraft({ previewOnly = false } = {}) {
      const text = draft.text.get();
      const quote = draft.quote.get();
      if (text.trim() === '') return;
      ask({ text, ...(quote && { quote }), ...(previewOnly && { previewOnly }) }, () => {
        // Typed while the host made up its mind: that is the next question already.
        if (draft.text.get() === text) draft.set('');
        if (draft.quote.get() === quote) draft.setQuote('');
        draft.hostCleared();
      });
    },
    askText: (text) => ask({ text }, draft.hostCleared),
    askEdited(turn, text, done) {
      if (text.trim() === '') return;
      const { quote } = turn.question;
      ask(
        {
          text,
          ...(quote !== undefined && { quote }),
          parent: turn.parent,
          edits: turn.id,
          askMode: turn.askMode,
        },
        done,
      );
    },
    retry(turn, askMode) {
      if (!pending.get()) send({ type: 'retry', turnId: turn.id, ...(askMode && { askMode }) }, () => {});
    },
    settle(request, outcome) {
      const settle = waiting.get(request);
      waiting.delete(request);
      settle?.(outcome);
    },
  };
}
