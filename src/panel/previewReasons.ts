/** Why what will be sent is shown before it is sent, in words: in the dialog of the page and in that of VS Code. */
import type { DocumentLanguage } from '../conversation/documentLanguage.ts';
import type { Preview } from './messages.ts';

export function previewReasons(preview: Preview, l10n: Pick<DocumentLanguage, 't'>): string[] {
  return preview.reasons.flatMap((reason) => textOf(reason, preview, l10n) ?? []);
}

function textOf(
  reason: Preview['reasons'][number],
  { findings, usageLimit }: Preview,
  l10n: Pick<DocumentLanguage, 't'>,
): string | null {
  switch (reason) {
    case 'asked':
      return null;
    case 'mode':
      return l10n.t('Questions in this research mode always require confirmation.');
    case 'identifiers':
      // The list of findings says it too.
      return findings.length > 0 ? null : l10n.t('The text may contain client identifiers.');
    case 'otherMatter':
      return l10n.t(
        'Earlier questions of this conversation were asked in another matter. They are sent with this one. To avoid that, start a new conversation.',
      );
    case 'otherService':
      return l10n.t(
        'Earlier answers of this conversation are not from this service. They are sent with this question, with what they quote from your documents. To avoid that, start a new conversation.',
      );
    case 'retentionMix':
      return l10n.t(
        'This conversation is saved to disk, but this question and its answer will not be. They are deleted when the window is reloaded.',
      );
    case 'changed':
      return l10n.t('What will be sent has changed since you confirmed it.');
    case 'usageLimit':
      return l10n.t('A usage limit is reached: {0}.', usageLimit ?? '');
  }
}
