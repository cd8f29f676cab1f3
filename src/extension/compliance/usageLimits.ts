/** Compares the number of questions with the user's limits. There are no prices: only questions are counted. */

import type { UsageCounter, UsageCounts } from '../../compliance/usageCounter.ts';
import { type DocumentLanguage, formatNumber } from '../../conversation/documentLanguage.ts';
import type { Settings, UsageLimits } from '../common/settings.ts';
import type { PreflightDeps } from '../session/preflight.ts';

export interface LimitUse {
  readonly period: 'day' | 'month';
  readonly used: number;
  readonly limit: number;
}

export interface UsageCheck {
  /** How much of each limit of the mode is used. Empty without limits. */
  readonly uses: readonly LimitUse[];
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

/** The usage limits as the preflight checks ask for them. */
export function createUsageCheck(
  l10n: DocumentLanguage,
  settings: () => Pick<Settings, 'limits'>,
  counts: Pick<UsageCounter, 'counts'>,
): NonNullable<PreflightDeps['checkUsage']> {
  const say = ({ period, used, limit }: LimitUse) =>
    period === 'day'
      ? l10n.t('{0} of {1} questions in this mode today', formatNumber(used, l10n), formatNumber(limit, l10n))
      : l10n.t('{0} of {1} questions in this mode this month', formatNumber(used, l10n), formatNumber(limit, l10n));
  return async ({ askMode }) => {
    const check = checkUsage(askMode, await counts.counts(), settings().limits);
    const parts = check.uses.map(say);
    // The limit counts questions. The service bills by the mode that it selected.
    if (askMode === 'auto' && parts.length > 0) parts.push(l10n.t('Auto (mode not reported by the service)'));
    return {
      text: parts.length > 0 ? parts.join(' · ') : null,
      confirm: check.outcome === 'confirm',
      blocked:
        check.outcome === 'block' && check.reached
          ? l10n.t(
              'The limit for this mode is reached: {0}. Choose another mode, or change the settings under “Fiscal › Limits”.',
              say(check.reached),
            )
          : null,
    };
  };
}
