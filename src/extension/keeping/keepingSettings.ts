/** The settings of keeping, guard, log and spend. As elsewhere, a folder is heard only where it makes things stricter. */
import * as z from 'zod/mini';
import type { SettingId } from '../contributions.ts';
import { GUARD_MODES, type GuardMode } from '../guard/guardModes.ts';
import type { ConfigurationSource } from '../settings.ts';
import type { SpendCeilings } from '../spend/spend.ts';

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
  const window = source.get();
  const all = [window, ...source.folders.map((folder) => source.get(folder))];

  function own<T>(id: SettingId, schema: z.ZodMiniType<T>, fallback: T): T {
    const found = window.inspect<unknown>(id);
    for (const value of [found?.globalValue, found?.defaultValue]) {
      const parsed = schema.safeParse(value);
      if (value !== undefined && parsed.success) return parsed.data;
    }
    return fallback;
  }

  function ofFolders<T>(id: SettingId, schema: z.ZodMiniType<T>): T[] {
    return all
      .flatMap((configuration) => {
        const found = configuration.inspect<unknown>(id);
        return [found?.workspaceValue, found?.workspaceFolderValue];
      })
      .flatMap((value) => {
        const parsed = schema.safeParse(value);
        return value !== undefined && parsed.success ? [parsed.data] : [];
      });
  }

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
