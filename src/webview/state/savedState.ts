/**
 * What the page finds again after it was reloaded: place and draft. VS Code may write this to disk, so a conversation that is
 * never written leaves nothing here but the place, which holds no content.
 */
import * as z from 'zod/mini';
import type { Host } from '../host.ts';
import { cell } from './signal.ts';
import type { Shown, Store } from './store.ts';

const placeSchema = z.object({ turnId: z.string(), offset: z.number() });
/** The turn at the upper edge and how far it is scrolled, in px; null: at the end. */
export type Place = z.infer<typeof placeSchema>;

const savedSchema = z.object({
  conversation: z.string(),
  place: z.nullable(placeSchema),
  draft: z.optional(z.string()),
  quote: z.optional(z.string()),
});
type Saved = z.infer<typeof savedSchema>;

/** Longest draft that is saved here, in UTF-16 units: it is written at each key. The host keeps longer ones as well. */
const MAX_DRAFT = 20_000;

export interface SavedView {
  /** What was saved for this conversation; null when nothing or for another. */
  read(conversation: string): Saved | null;
  savePlace(place: Place | null): void;
  saveDraft(draft: string, quote: string): void;
}

/** Whether nothing of this may be written anywhere. */
export function leavesNoTrace({ conversation, panelState }: Shown): boolean {
  return conversation.zeroRetention || conversation.temporary || panelState.zeroRetention.on;
}

export function createSavedView(host: Host, store: Store): SavedView {
  const parsed = savedSchema.safeParse(host.loadState());
  const current = cell<Saved | null>(parsed.success ? parsed.data : null);

  const write = (part: Partial<Saved>) => {
    const shown = store.shown.get();
    if (!shown) return;
    const before = current.get();
    const same = before?.conversation === shown.conversation.id ? before : null;
    const next: Saved = { conversation: shown.conversation.id, place: null, ...same, ...part };
    if (leavesNoTrace(shown)) {
      delete next.draft;
      delete next.quote;
    }
    current.set(next);
    host.saveState(next);
  };

  // Retention may be turned on with a draft already saved: then it goes at once.
  store.shown.watch(() => {
    const shown = store.shown.get();
    const saved = current.get();
    if (shown && leavesNoTrace(shown) && (saved?.draft || saved?.quote)) write({});
  });

  return {
    read: (conversation) => {
      const saved = current.get();
      return saved?.conversation === conversation ? saved : null;
    },
    savePlace: (place) => write({ place }),
    saveDraft: (draft, quote) => write({ draft: draft.length > MAX_DRAFT ? '' : draft, quote }),
  };
}
