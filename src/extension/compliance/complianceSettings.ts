/** The settings of keeping, guard, log and spend. As elsewhere, a folder is heard only where it makes things stricter. */
import * as z from 'zod/mini';
import { type ConfigurationSource, readValues } from '../settingValues.ts';
import { GUARD_MODES, type GuardMode } from './guard/guardModes.ts';
import type { SpendCeilings } from './usage/usageLimits.ts';

export interface KeepingSettings {
  readonly guard: GuardMode;
  /** Names of clients and matters that the guard looks for: the user's and those of the opened folders. */
  readonly names: readonly string[];
  readonly researchLog: 'off' | 'folder' | 'global';
  /** Questions with zero retention are noted too, by digests. */
  readonly logZeroRetention: boolean;
  /** Days after which a conversation is deleted; 0: never. */
  readonly keepDays: number;
  readonly spend: SpendCeilings;
}

const names = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500));
const counts = z.record(z.string(), z.number().check(z.nonnegative()));
const places = z.enum(['off', 'folder', 'global']);

/** `trusted`: whether the user trusts the opened folders. Only then may one of them turn on a log that is written into it. */
export function readKeepingSettings(source: ConfigurationSource, trusted: boolean): KeepingSettings {
  const { own, ofFolders } = readValues(source);
  const guards = [
    own('identifierGuard', z.enum(GUARD_MODES), 'warn'),
    ...ofFolders('identifierGuard', z.enum(GUARD_MODES)),
  ];
  const ownLog = own('researchLog', places, 'off');
  const folderLog = trusted ? ofFolders('researchLog', places).find((place) => place !== 'off') : undefined;
  return {
    guard: guards.reduce((a, b) => (GUARD_MODES.indexOf(b) > GUARD_MODES.indexOf(a) ? b : a)),
    names: [...new Set([...own('matter.names', names, []), ...ofFolders('matter.names', names).flat()])].filter(
      (name) => name.trim() !== '',
    ),
    researchLog: ownLog === 'off' ? (folderLog ?? 'off') : ownLog,
    logZeroRetention: own('logZeroRetention', z.boolean(), false),
    keepDays: own('keepDays', z.int().check(z.gte(0), z.lte(36_500)), 0),
    spend: {
      day: own('spend.perDay', counts, {}),
      month: own('spend.perMonth', counts, {}),
      atCeiling: own('spend.atCeiling', z.enum(['confirm', 'block']), 'confirm'),
    },
  };
}
