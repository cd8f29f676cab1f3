/** One conversation as the extension holds it: its session, its question box, and why it may be read only. */

import type { Session } from '../asking/session.ts';
import type { Composer } from './composer.ts';

export interface Chat {
  readonly session: Session;
  readonly composer: Composer;
  /** Why nothing can be asked in it; null when it can. */
  readonly readOnly: string | null;
}
