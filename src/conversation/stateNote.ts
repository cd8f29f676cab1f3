import type { AnswerState } from './conversation.ts';
import type { DocumentLanguage } from './documentLanguage.ts';

/** Says that an answer is not complete; empty if it is. */
export function stateNote(state: AnswerState, l10n: DocumentLanguage): string {
  switch (state) {
    case 'done':
      return '';
    case 'stopped':
      return l10n.t('This answer was stopped before it was complete.');
    case 'failed':
      return l10n.t('This answer failed before it was complete.');
    case 'interrupted':
      return l10n.t('This answer was interrupted before it was complete.');
    case 'truncated':
      return l10n.t('This answer is incomplete.');
    default:
      return l10n.t('This answer was still in progress.');
  }
}
