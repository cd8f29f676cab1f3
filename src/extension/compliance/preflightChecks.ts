/** The guard and the spend guard as the send gate asks them, with the sentences that users see. */
import type { l10n as L10n } from 'vscode';
import type { GatePorts } from '../session/preflight.ts';
import type { Settings } from '../settings.ts';
import { alreadySent, checkMessages } from './guard/guard.ts';
import type { UsageCounter } from './usage/usageCounter.ts';
import { checkUsage, type LimitUse } from './usage/usageLimits.ts';

export function createGuardGate(
  l10n: typeof L10n,
  settings: () => Pick<Settings, 'privacy'>,
): NonNullable<GatePorts['guard']> {
  return async (messages, { conversation, parent, service }) =>
    checkMessages(messages, {
      mode: settings().privacy.guard,
      names: settings().privacy.clientNames,
      alreadySent: alreadySent(conversation, parent, service),
      blockedText: l10n.t(
        'The question contains client identifiers, and your settings do not allow sending them. Remove them, or change “Fiscal › Privacy: Identifier Guard”.',
      ),
    });
}

export function createSpendGate(
  l10n: typeof L10n,
  settings: () => Pick<Settings, 'limits'>,
  counts: Pick<UsageCounter, 'counts'>,
): NonNullable<GatePorts['spend']> {
  const say = ({ period, used, limit }: LimitUse) =>
    period === 'day'
      ? l10n.t('{0} of {1} questions in this mode today', used, limit)
      : l10n.t('{0} of {1} questions in this mode this month', used, limit);
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
