/** Compares the number of questions with the user's limits. There are no prices: only questions are counted. */
import type { UsageLimits } from '../../settings.ts';

/** Questions by the mode that was asked for: with `auto` the service does not report which mode it chose and bills. */
export interface UsageCounts {
  /** Questions by mode, sent on the same local day. */
  readonly day: ReadonlyMap<string, number>;
  readonly month: ReadonlyMap<string, number>;
}

export interface LimitUse {
  readonly period: 'day' | 'month';
  readonly used: number;
  readonly limit: number;
}

export interface UsageCheck {
  /** How much of each limit of the mode is used. Empty without limits. */
  readonly uses: readonly LimitUse[];
  /** The limit that is reached, if one is. */
  readonly reached: LimitUse | null;
  readonly outcome: 'free' | 'confirm' | 'block';
}

export function checkUsage(mode: string, counts: UsageCounts, limits: UsageLimits): UsageCheck {
  const uses = (['day', 'month'] as const).flatMap((period) => {
    const limit = Object.hasOwn(limits[period], mode) ? (limits[period][mode] ?? 0) : 0;
    return limit > 0 ? [{ period, used: counts[period].get(mode) ?? 0, limit }] : [];
  });
  const reached = uses.find(({ used, limit }) => used >= limit) ?? null;
  return { uses, reached, outcome: reached ? limits.whenReached : 'free' };
}

/** `2026-11-20` in the user's own time zone: a day ends at the user's midnight. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
