/** An open conversation in the extension: its session, its question box, and the reason if it is read-only. */

import type { Composer } from './composer.ts';
import type { Session } from './session.ts';

export interface Chat {
  readonly session: Session;
  readonly composer: Composer;
  /** Why nothing can be asked in it; null when it can. */
  readonly readOnly: string | null;
}
