/**
 * The scroll position and the draft, which are restored after the page was reloaded. VS Code may write this state to disk.
 * For a conversation that must not be written to disk, only the scroll position is saved, which has no content.
 */
import * as z from 'zod/mini';
import type { HostMessage } from '../../panel/messages.ts';
import type { PageMessage } from '../../panel/pageMessages.ts';
import type { HostConnection } from '../host.ts';
import { signal } from './signal.ts';
import type { Shown, Store } from './store.ts';

const scrollPositionSchema = z.object({ turnId: z.string(), offset: z.number(), last: z.optional(z.string()) });
/**
 * The turn at the upper edge, the distance, in px, that it is scrolled past the edge, and the last turn of that time. Null means the end.
 */
export type ScrollPosition = z.infer<typeof scrollPositionSchema>;

export const savedContentSchema = z.object({
  conversation: z.string(),
  scrollPosition: z.nullable(scrollPositionSchema),
  draft: z.optional(z.string()),
  quote: z.optional(z.string()),
});
type SavedContent = z.infer<typeof savedContentSchema>;
export type ChatHost = HostConnection<HostMessage, PageMessage, SavedContent>;

/** Longest draft that is saved here, in UTF-16 units. It is written on each keystroke. The host also saves longer drafts. */
const MAX_DRAFT = 20_000;

export interface SavedState {
  /** Returns what was saved for this conversation, or null if there is nothing or it belongs to another one. */
  read(conversation: string): SavedContent | null;
  saveScrollPosition(position: ScrollPosition | null): void;
  saveDraft(draft: string, quote: string): void;
}

/** Whether content of the conversation may be written to disk. */
export function mayPersistContent({ conversation, panelState }: Shown): boolean {
  return !(conversation.zeroRetention || conversation.temporary || panelState.zeroRetention.on);
}

export function createSavedState(host: ChatHost, store: Store): SavedState {
  const current = signal(host.loadState());

  const write = (part: Partial<SavedContent>) => {
    const shown = store.shown.get();
    if (!shown) return;
    const before = current.get();
    const same = before?.conversation === shown.conversation.id ? before : null;
    const next: SavedContent = { conversation: shown.conversation.id, scrollPosition: null, ...same, ...part };
    if (!mayPersistContent(shown)) {
      delete next.draft;
      delete next.quote;
    }
    current.set(next);
    host.saveState(next);
  };

  // The user may turn on zero data retention after a draft was saved. The saved draft is then deleted immediately.
  store.shown.watch(() => {
    const shown = store.shown.get();
    const saved = current.get();
    if (shown && !mayPersistContent(shown) && (saved?.draft || saved?.quote)) write({});
  });

  return {
    read: (conversation) => {
      const saved = current.get();
      return saved?.conversation === conversation ? saved : null;
    },
    saveScrollPosition: (scrollPosition) => write({ scrollPosition }),
    saveDraft: (draft, quote) => write({ draft: draft.length > MAX_DRAFT ? '' : draft, quote }),
  };
}
