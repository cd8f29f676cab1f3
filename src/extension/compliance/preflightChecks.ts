/** The guard and the spend guard as the send gate asks them, with the sentences that users see. */
import type { l10n as L10n } from 'vscode';
import type { GatePorts } from '../session/preflight.ts';
import type { KeepingSettings } from './complianceSettings.ts';
import { alreadySent, checkMessages } from './guard/guard.ts';
import type { CountFile } from './usage/usageCounter.ts';
import { checkSpend, type SpendUse } from './usage/usageLimits.ts';

export function createGuardGate(l10n: typeof L10n, settings: () => KeepingSettings): NonNullable<GatePorts['guard']> {
  return async (messages, { conversation, parent, service }) =>
    checkMessages(messages, {
      mode: settings().guard,
      names: settings().names,
      alreadySent: alreadySent(conversation, parent, service),
      blockedText: l10n.t(
        'Your settings do not allow client identifiers to be sent. Remove them, or change “Fiscal: Identifier Guard”.',
      ),
    });
}

export function createSpendGate(
  l10n: typeof L10n,
  settings: () => KeepingSettings,
  counts: Pick<CountFile, 'counts'>,
): NonNullable<GatePorts['spend']> {
  const say = ({ period, used, ceiling }: SpendUse) =>
    period === 'day'
      ? l10n.t('{0} of {1} questions in this mode today', used, ceiling)
      : l10n.t('{0} of {1} questions in this mode this month', used, ceiling);
  return async ({ askMode }) => {
    const check = checkSpend(askMode, await counts.counts(), settings().spend);
    const parts = check.uses.map(say);
    // Its ceiling counts the questions, not what they are billed as.
    if (askMode === 'auto' && parts.length > 0) parts.push(l10n.t('auto: mode not reported'));
    return {
      text: parts.length > 0 ? parts.join(' · ') : null,
      confirm: check.outcome === 'confirm',
      blocked:
        check.outcome === 'block' && check.reached
          ? l10n.t(
              'Your ceiling for this mode is reached: {0}. Choose another mode or change “Fiscal: Spend”.',
              say(check.reached),
            )
          : null,
    };
  };
}
