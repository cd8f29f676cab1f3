/** The unsent question: kept by the host, so that it survives hide, move and reload, and told to it a moment after typing. */
import type { Conversation } from '../../conversation/conversation.ts';
import type { PageMessage } from '../../panel/messages.ts';
import { leavesNoTrace, type SavedView } from './savedState.ts';
import { type Cell, cell } from './signal.ts';
import type { Store } from './store.ts';

/** Milliseconds of rest in typing after which the host is told. */
const REST = 400;

export interface Draft {
  readonly text: Cell<string>;
  /** Part of an earlier answer that goes along. */
  readonly quote: Cell<string>;
  set(text: string): void;
  setQuote(quote: string): void;
  /** Tells the host now what it does not know yet. */
  flush(): void;
  /** The host empties its copy with each question: what still stands here must be told again. */
  hostCleared(): void;
  /** Takes what the host kept, unless something newer stands here already. */
  restore(conversation: Conversation, kept: string): void;
}

export function createDraft(post: (message: PageMessage) => void, saved: SavedView, store: Store): Draft {
  const text = cell('');
  const quote = cell('');
  let told = '';
  let timer: number | undefined;
  let conversationId: string | null = null;

  const flush = () => {
    clearTimeout(timer);
    if (text.get() === told) return;
    told = text.get();
    post({ type: 'draft', text: told });
  };
  const keep = () => {
    saved.saveDraft(text.get(), quote.get());
    clearTimeout(timer);
    timer = setTimeout(flush, REST);
  };

  return {
    text,
    quote,
    set(next) {
      if (next === text.get()) return;
      text.set(next);
      keep();
    },
    setQuote(next) {
      quote.set(next);
      saved.saveDraft(text.get(), next);
    },
    flush,
    hostCleared() {
      told = '';
      flush();
    },
    restore(conversation, kept) {
      const other = conversation.id !== conversationId;
      // Text before the first state was put there by the host for this very moment.
      const newer = text.get() !== '' && (!other || conversationId === null);
      conversationId = conversation.id;
      told = kept;
      if (newer) return;
      const shown = store.shown.get();
      const mine = shown && leavesNoTrace(shown) ? null : saved.read(conversation.id);
      text.set(kept || mine?.draft || '');
      if (other) quote.set(mine?.quote ?? '');
    },
  };
}
