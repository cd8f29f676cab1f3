/** The content of the question box of one conversation: draft, chips, mode, zero retention. Kept over a reload if it may be stored. */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import type { Clock } from '../../client/clock.ts';
import { type Selection, selectionSchema } from '../../conversation/conversation.ts';
import { type AskMode, askModeSchema } from '../../protocol/chatCompletions.ts';

/** Milliseconds after the last key until the draft is kept. */
const SAVE_AFTER = 400;

/** Longest draft that is kept over a reload, in UTF-16 units, with its chips: a memento is no place for more. */
const MAX_KEPT = 200_000;

const keptSchema = z.object({
  draft: z.string(),
  chips: z.array(selectionSchema),
  askMode: z.nullable(askModeSchema),
});

export interface Composer extends Vscode.Disposable {
  readonly draft: string;
  readonly chips: readonly Selection[];
  /** The mode chosen in the box; null: the default of the settings. */
  readonly askMode: AskMode | null;
  /** Zero retention as chosen in the box for the next questions. */
  readonly zeroRetention: boolean;
  set(part: Partial<Pick<Composer, 'draft' | 'chips' | 'askMode' | 'zeroRetention'>>): void;
  /** Keeps or forgets the draft now; to be called when the conversation's retention has changed, and at the end. */
  save(): Promise<void>;
}

export function createComposer(options: {
  readonly id: string;
  readonly memento: Vscode.Memento;
  readonly clock: Clock;
  /** False under zero retention and in temporary conversations: then nothing is kept, and what was is deleted. */
  readonly mayKeep: () => boolean;
  readonly onDidChange: () => void;
}): Composer {
  const name = `fiscal.draft:${options.id}`;
  const kept = keptSchema.safeParse(options.memento.get(name));
  const initial = kept.success ? kept.data : { draft: '', chips: [], askMode: null };
  let state = { ...initial, zeroRetention: false } as {
    draft: string;
    chips: readonly Selection[];
    askMode: AskMode | null;
    zeroRetention: boolean;
  };
  let cancel: (() => void) | undefined;
  let written = kept.success;
  let isDisposed = false;

  async function save(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const { draft, chips, askMode } = state;
    const size = draft.length + chips.reduce((sum, chip) => sum + chip.text.length, 0);
    const empty = draft === '' && chips.length === 0 && askMode === null;
    const keep = options.mayKeep() && !state.zeroRetention && !empty && size <= MAX_KEPT;
    if (!keep && !written) return;
    written = keep;
    try {
      await options.memento.update(name, keep ? { draft, chips, askMode } : undefined);
    } catch {
      // The draft is lost with the window. Answers are saved all the same.
    }
  }

  return {
    get draft() {
      return state.draft;
    },
    get chips() {
      return state.chips;
    },
    get askMode() {
      return state.askMode;
    },
    get zeroRetention() {
      return state.zeroRetention;
    },
    set(part) {
      if (isDisposed) return;
      const before = state;
      state = { ...state, ...part };
      const shown = (['chips', 'askMode', 'zeroRetention'] as const).some((key) => state[key] !== before[key]);
      cancel?.();
      cancel = options.clock.after(SAVE_AFTER, () => void save());
      if (shown) options.onDidChange();
    },
    save,
    dispose() {
      cancel?.();
      isDisposed = true;
    },
  };
}

/** Moves the text and the chips of a conversation without questions, which nothing opens again, to the one in its place. */
export function moveDraft(from: Composer, to: Composer): void {
  const { draft, chips } = from;
  to.set({ draft, chips });
  from.set({ draft: '', chips: [] });
}
