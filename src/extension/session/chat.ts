/** An open conversation in the extension: its session, its question box, and the reason if it is read-only. */

import type { Composer } from './composer.ts';
import type { Session } from './session.ts';

export interface Chat {
  readonly session: Session;
  readonly composer: Composer;
  /** Why no question can be asked in it. Null if one can. */
  readonly readOnly: string | null;
}

/**
 * Sets zero retention for the next questions. In an empty conversation, also sets the retention of the conversation, so that no file is
 * written.
 */
export async function setZeroRetention({ session, composer }: Chat, on: boolean): Promise<void> {
  composer.set({ zeroRetention: on });
  const { turns, zeroRetention, temporary } = session.conversation;
  if (turns.length === 0 && zeroRetention !== on) session.apply({ type: 'retention', zeroRetention: on, temporary });
  await composer.save();
}
