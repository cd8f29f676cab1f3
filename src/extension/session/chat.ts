/** An open conversation in the extension: its session, its question box, and the reason if it is read-only. */

import type { Composer } from './composer.ts';
import type { Session } from './session.ts';

export interface Chat {
  readonly session: Session;
  readonly composer: Composer;
  /** Why nothing can be asked in it; null when it can. */
  readonly readOnly: string | null;
}

/** An empty conversation becomes a zero-retention conversation, so that nothing of it is ever written. */
export async function setZeroRetention({ session, composer }: Chat, on: boolean): Promise<void> {
  composer.set({ zeroRetention: on });
  const { turns, zeroRetention, temporary } = session.conversation;
  if (turns.length === 0 && zeroRetention !== on) session.apply({ type: 'retention', zeroRetention: on, temporary });
  await composer.save();
}
