/** Keeps one conversation saved: at once where a loss would hurt, at most every second while an answer arrives. */

import type { Clock } from '../../client/clock.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { ConversationStore, SaveResult } from '../../conversation/store.ts';

/** Milliseconds between two saves of a partial answer: what a crash may lose at most. */
export const SAVE_INTERVAL = 1000;

export interface Saver {
  /** Resolves when the conversation as it is now is on disk, or is known not to go there. Never rejects. */
  now(): Promise<void>;
  /** Saves within the next second. */
  soon(): void;
  dispose(): void;
}

export function createSaver(options: {
  readonly store: Pick<ConversationStore, 'save'>;
  readonly clock: Clock;
  readonly conversation: () => Conversation;
  /** `sent` is the conversation that was given to the store. */
  readonly onResult: (result: SaveResult, sent: Conversation) => void;
}): Saver {
  let cancel: (() => void) | undefined;

  async function now(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const sent = options.conversation();
    let result: SaveResult;
    try {
      result = await options.store.save(sent);
    } catch {
      result = { type: 'unsaved', warning: 'cannotWrite' };
    }
    options.onResult(result, sent);
  }

  return {
    now,
    soon() {
      cancel ??= options.clock.after(SAVE_INTERVAL, () => void now());
    },
    dispose() {
      cancel?.();
    },
  };
}
