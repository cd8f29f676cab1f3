/** The names of research modes and of states of review: in documents, in the host and in the page. */
import type { ReviewState } from './conversation.ts';
import { type DocumentLanguage, ENGLISH } from './documentLanguage.ts';

export function modeLabel(mode: string, l10n: Pick<DocumentLanguage, 't'> = ENGLISH): string {
  switch (mode) {
    case 'tax_research_fast_research':
      return l10n.t('Fast research');
    case 'tax_research_deep_research':
      return l10n.t('Deep research');
    case 'audit_research':
      return l10n.t('Audit research');
    case 'tax_research_normal':
      return l10n.t('Normal');
    case 'tax_research_web_search':
      return l10n.t('Web search');
    case 'auto':
      return l10n.t('Auto');
    default:
      // A mode of a newer version, or from the counts of another window.
      return mode;
  }
}

export function reviewLabel(review: ReviewState, l10n: Pick<DocumentLanguage, 't'>): string {
  switch (review) {
    case 'unread':
      return l10n.t('Unread');
    case 'opened':
      return l10n.t('Opened');
    case 'reliedOn':
      return l10n.t('Relied on');
    case 'rejected':
      return l10n.t('Rejected');
  }
}
