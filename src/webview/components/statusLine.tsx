/** Where the next question goes: the same line as in the status bar of VS Code. A click opens the same list of actions. */
import { escapeHidden } from '../../conversation/display.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { serviceName } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import type { Shown } from '../state/store.ts';
import type { StringKey } from '../strings.ts';
import { t } from '../translation.ts';
import { Icon, type IconName } from './icons.tsx';

interface Part {
  readonly text: string;
  readonly kind: 'service' | 'mode' | 'private' | 'running' | 'problem';
  readonly icon?: IconName;
}

export function StatusLine({ page, shown }: { page: Page; shown: Shown }) {
  const parts = partsOf(shown, page.running() !== undefined);
  return (
    <button
      type="button"
      class="status-line"
      title={t('status.hint')}
      onClick={() => page.post({ type: 'runAction', action: 'showStatus' })}
    >
      <span class="visually-hidden">{t('status.label')}</span>
      {parts.map(({ text, kind, icon }, index) => (
        <span key={kind + text} class={`status-part ${kind}`}>
          {icon && <Icon name={icon} />}
          <span>{index < parts.length - 1 ? `${text} ·` : text}</span>
        </span>
      ))}
    </button>
  );
}

function partsOf({ conversation, panelState }: Shown, running: boolean): Part[] {
  const { service, profile, model, askMode, zeroRetention } = panelState;
  const name = serviceName(service, model);
  const problem = problemOf(panelState);
  return [
    {
      text: profile === undefined || profile === name ? name : `${escapeHidden(profile)} (${name})`,
      kind: 'service',
      icon: service === LIBRARY ? 'library' : 'cloud',
    },
    ...(problem ? [{ text: t(problem), kind: 'problem', icon: 'warning' } as const] : []),
    ...(running ? [{ text: t('state.streaming'), kind: 'running' } as const] : []),
    { text: t(`mode.${askMode}`), kind: 'mode' },
    ...(zeroRetention.on ? [{ text: t('zdr.badge'), kind: 'private', icon: 'shield' } as const] : []),
    ...(conversation.temporary ? [{ text: t('status.temporary'), kind: 'private', icon: 'eyeClosed' } as const] : []),
  ];
}

function problemOf({ readiness, readOnly, warning }: Shown['panelState']): StringKey | null {
  if (readiness !== 'ready') return `status.${readiness}`;
  if (readOnly !== null) return 'status.readOnly';
  return warning === null ? null : 'status.warning';
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
