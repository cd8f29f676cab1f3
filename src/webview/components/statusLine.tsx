/** Where the next question goes: the same line as in the status bar of VS Code. A click opens the same list of actions. */
import { type StatusPart, statusParts } from '../../panel/statusParts.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { Page } from '../state/pageModel.ts';
import type { Shown } from '../state/store.ts';
import type { StringKey } from '../strings.ts';
import { l10n, t } from '../translation.ts';
import { Icon, type IconName } from './icons.tsx';

const ICONS: Partial<Record<StatusPart['kind'], IconName>> = {
  problem: 'warning',
  zeroRetention: 'shield',
  temporary: 'eyeClosed',
};

export function StatusLine({ page, shown }: { page: Page; shown: Shown }) {
  const { conversation, panelState } = shown;
  const running = page.running() !== undefined;
  const parts = statusParts({ panelState, temporary: conversation.temporary, running }, l10n);
  const iconOf = (kind: StatusPart['kind']) =>
    kind === 'service' ? (panelState.service === LIBRARY ? 'library' : 'cloud') : ICONS[kind];
  return (
    <button
      type="button"
      class="status-line"
      title={t('status.hint')}
      onClick={() => page.post({ type: 'runAction', action: 'showStatus' })}
    >
      <span class="visually-hidden">{t('status.label')}</span>
      {parts.map(({ text, kind }, index) => {
        const icon = iconOf(kind);
        return (
          <span key={kind} class={`status-part ${kind}`}>
            {icon && <Icon name={icon} />}
            <span>{index < parts.length - 1 ? `${text} ·` : text}</span>
          </span>
        );
      })}
    </button>
  );
}

/** Says from the first moment that a conversation is not saved. */
export function PrivacyBanner({ shown }: { shown: Shown }) {
  const text = privacyOf(shown);
  if (text === null) return null;
  return (
    <p class="privacy" role="note">
      <Icon name={shown.conversation.temporary ? 'eyeClosed' : 'shield'} />
      <span>{t(text)}</span>
    </p>
  );
}

function privacyOf({ conversation, panelState }: Shown): StringKey | null {
  const zero = conversation.zeroRetention || (conversation.turns.length === 0 && panelState.zeroRetention.on);
  if (conversation.temporary) return zero ? 'privacy.both' : 'privacy.temporary';
  if (!zero) return null;
  return panelState.service === LIBRARY && !panelState.model ? 'privacy.zeroLocal' : 'privacy.zero';
}
