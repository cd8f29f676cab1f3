/** How an answer was made, as documents state it. */
import { LIBRARY } from '../protocol/library.ts';
import type { Turn } from './conversation.ts';
import { type DocumentLanguage, formatDay } from './documentLanguage.ts';
import { modeLabel } from './labels.ts';

export function serviceLabel({ service, model }: Pick<Turn, 'service' | 'model'>, l10n: DocumentLanguage): string {
  if (service !== LIBRARY) return service;
  return model
    ? l10n.t('the built-in library with the language model {0} ({1})', model.name, model.provider)
    : l10n.t('the built-in library, which quotes and does not reason');
}

export function askedModeLabel({ askMode, answer }: Turn, l10n: DocumentLanguage): string {
  const { selectedMode } = answer;
  const asked = modeLabel(askMode, l10n);
  return selectedMode && selectedMode !== askMode
    ? l10n.t('{0} (selected: {1})', asked, modeLabel(selectedMode, l10n))
    : asked;
}

export function retentionLabel({ zeroRetention, service, model }: Turn, l10n: DocumentLanguage): string {
  if (service === LIBRARY && (!model || model.onThisMachine)) return l10n.t('Nothing was sent to a service');
  return zeroRetention ? l10n.t('Zero data retention was requested') : l10n.t('The default of the service');
}

/** One sentence for the end of an answer. */
export function provenanceText(turn: Turn, l10n: DocumentLanguage): string {
  const facts = [formatDay(turn.askedAt, l10n), serviceLabel(turn, l10n), askedModeLabel(turn, l10n)] as const;
  return turn.zeroRetention
    ? l10n.t('Asked on {0}: {1}, mode {2}, zero data retention requested. Check the sources before use.', ...facts)
    : l10n.t('Asked on {0}: {1}, mode {2}. Check the sources before use.', ...facts);
}
