/** Counts of questions by mode and day, and what the user's ceilings say to the next one. No prices: only what the user counts. */
/** Questions by the mode that was asked for: with `auto` the service does not report which mode it chose and bills. */
export interface SpendCounts {
  /** Questions by mode, sent on the same local day. */
  readonly day: ReadonlyMap<string, number>;
  readonly month: ReadonlyMap<string, number>;
}

/** Most questions by mode; 0 or absent: no ceiling. */
export interface SpendCeilings {
  readonly day: Readonly<Record<string, number>>;
  readonly month: Readonly<Record<string, number>>;
  /** At a ceiling: ask first, or refuse. */
  readonly atCeiling: 'confirm' | 'block';
}

export interface SpendUse {
  readonly period: 'day' | 'month';
  readonly used: number;
  readonly ceiling: number;
}

export interface SpendCheck {
  /** What is used of each ceiling of the mode; empty without ceilings. */
  readonly uses: readonly SpendUse[];
  /** The ceiling that is reached, if one is. */
  readonly reached: SpendUse | null;
  readonly outcome: 'free' | 'confirm' | 'block';
}

export function checkSpend(mode: string, counts: SpendCounts, ceilings: SpendCeilings): SpendCheck {
  const uses = (['day', 'month'] as const).flatMap((period) => {
    const ceiling = Object.hasOwn(ceilings[period], mode) ? (ceilings[period][mode] ?? 0) : 0;
    return ceiling > 0 ? [{ period, used: counts[period].get(mode) ?? 0, ceiling }] : [];
  });
  const reached = uses.find(({ used, ceiling }) => used >= ceiling) ?? null;
  return { uses, reached, outcome: reached ? ceilings.atCeiling : 'free' };
}

/** `2026-11-20` in the user's own time zone: a day ends at the user's midnight. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
