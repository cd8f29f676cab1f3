/** How an answer was made, as documents state it. */
import type { ReviewState, Turn } from './conversation.ts';
import { isoTime } from './display.ts';
import { modeLabel } from './modeLabel.ts';

export const REVIEW_LABELS: Readonly<Record<ReviewState, string>> = {
  unread: 'Unread',
  opened: 'Opened',
  reliedOn: 'Relied on',
  rejected: 'Rejected',
};

/** The day in UTC: `2025-12-31`. */
export function day(time: number): string {
  return isoTime(time).slice(0, 10);
}

export function serviceLabel({ service, model }: Pick<Turn, 'service' | 'model'>): string {
  if (service !== 'library') return service;
  return model
    ? `the built-in library with the language model ${model.name} (${model.provider})`
    : 'the built-in library, which quotes and does not reason';
}

export function askedModeLabel({ askMode, answer }: Turn): string {
  const { selectedMode } = answer;
  const asked = modeLabel(askMode);
  return selectedMode && selectedMode !== askMode ? `${asked} (selected: ${modeLabel(selectedMode)})` : asked;
}

export function retentionLabel({ zeroRetention, service, model }: Turn): string {
  if (service === 'library' && (!model || model.onThisMachine)) return 'Nothing was sent to a service';
  return zeroRetention ? 'Zero data retention was requested' : 'The default of the service';
}

/** One sentence for the end of an answer. */
export function provenanceText(turn: Turn): string {
  const retention = turn.zeroRetention ? ', zero data retention requested' : '';
  return `Asked on ${day(turn.askedAt)}: ${serviceLabel(turn)}, mode ${askedModeLabel(turn)}${retention}. Check the sources before use.`;
}
