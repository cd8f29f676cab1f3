/** The unsent question. The host stores a copy, so that it survives when the view is hidden, moved or reloaded. */
import type { Conversation } from '../../conversation/conversation.ts';
import type { PageMessage } from '../../panel/pageMessages.ts';
import { mayPersistContent, type SavedState } from './savedState.ts';
import { type Signal, signal } from './signal.ts';
import type { Store } from './store.ts';

/** Milliseconds after the last keystroke until the draft is posted to the host. */
const POST_DELAY = 400;

export interface QuestionDraft {
  readonly text: Signal<string>;
  /** Part of an earlier answer that is attached to the question. */
  readonly quote: Signal<string>;
  set(text: string): void;
  setQuote(quote: string): void;
  /** Posts the draft to the host now if the host's copy is outdated. */
  flush(): void;
  /** The host deletes its copy when a question is asked. Text that is still in the question box is posted again. */
  hostCleared(): void;
  /** Applies the host's copy, unless the question box contains newer text. */
  restore(conversation: Conversation, hostCopy: string): void;
}

export function createQuestionDraft(
  post: (message: PageMessage) => void,
  saved: SavedState,
  store: Store,
): QuestionDraft {
  const text = signal('');
  const quote = signal('');
  let hostCopy = '';
  let timer: number | undefined;
  let conversationId: string | null = null;

  const flush = () => {
    clearTimeout(timer);
    if (text.get() === hostCopy || conversationId === null) return;
    hostCopy = text.get();
    post({ type: 'draft', conversation: conversationId, text: hostCopy });
  };
  const save = () => {
    saved.saveDraft(text.get(), quote.get());
    clearTimeout(timer);
    timer = setTimeout(flush, POST_DELAY);
  };

  return {
    text,
    quote,
    set(next) {
      if (next === text.get()) return;
      text.set(next);
      save();
    },
    setQuote(next) {
      quote.set(next);
      saved.saveDraft(text.get(), next);
    },
    flush,
    hostCleared() {
      hostCopy = '';
      flush();
    },
    restore(conversation, received) {
      const isOther = conversation.id !== conversationId;
      // The page may show another conversation since the last key. The text belongs to the one in which it was typed.
      if (isOther) flush();
      // The question box of the same conversation is newer. Text before the first state was set by a `compose` message of the host.
      const isNewer = !isOther || (text.get() !== '' && conversationId === null);
      conversationId = conversation.id;
      hostCopy = received;
      if (isNewer) return;
      const shown = store.shown.get();
      const ownCopy = shown && !mayPersistContent(shown) ? null : saved.read(conversation.id);
      // A reload right after Send may find the copies of the question that was sent.
      const sent = conversation.turns.at(-1)?.question.text;
      text.set([received, ownCopy?.draft].find((copy) => copy && copy.trim() !== sent?.trim()) ?? '');
      quote.set(ownCopy?.quote ?? '');
    },
  };
}
