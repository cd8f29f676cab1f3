/** What the user decides about client data, for the identifier guard and the research log. */
import type { GuardMode } from '../conversation/conversation.ts';

export type LogPlace = 'off' | 'folder' | 'global';

export interface PrivacySettings {
  readonly guard: GuardMode;
  /** Names of clients and matters: the user's and those of the opened folders. */
  readonly clientNames: readonly string[];
  /** Those of them that only folders name that the user does not trust. They replace nothing before the user has seen it. */
  readonly untrustedNames: readonly string[];
  /** Names that are not looked for, because they are too short or common words. */
  readonly refusedNames: readonly string[];
  readonly researchLog: LogPlace;
  /** Whether an opened folder, and not the user, turned the research log on. */
  readonly researchLogByFolder: boolean;
  /** Questions with zero retention are logged too, by digests. */
  readonly logZeroRetention: boolean;
  /** Days after which a conversation is deleted; 0: never. */
  readonly deleteAfterDays: number;
}
