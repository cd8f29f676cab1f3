/** A failure: what happened, why, what to do, and the buttons for it. */
import type { Turn } from '../../conversation/conversation.ts';
import type { Action } from '../../panel/messages.ts';
import type { ErrorKind } from '../../protocol/errors.ts';
import { clock, visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { type StringKey, t } from '../strings.ts';
import { TextButton } from './controls.tsx';
import { Icon } from './icons.tsx';

interface Help {
  readonly title: StringKey;
  readonly next: StringKey;
  /** In the order of their use; the first is the likeliest way out. */
  readonly actions: readonly (Action | 'retry')[];
}

const HELP: Readonly<Record<ErrorKind, Help>> = {
  auth: { title: 'error.auth', next: 'error.auth.next', actions: ['setKey', 'checkConnection', 'retry'] },
  forbidden: { title: 'error.forbidden', next: 'error.forbidden.next', actions: ['retry', 'checkConnection'] },
  billing: { title: 'error.billing', next: 'error.billing.next', actions: ['retry', 'checkConnection'] },
  address: { title: 'error.address', next: 'error.address.next', actions: ['connect', 'checkConnection', 'retry'] },
  request: { title: 'error.request.title', next: 'error.request.next', actions: ['retry', 'showEvents'] },
  tooLarge: { title: 'error.tooLarge', next: 'error.tooLarge.next', actions: ['newConversation', 'retry'] },
  rateLimit: { title: 'error.rateLimit', next: 'error.rateLimit.next', actions: ['retry'] },
  server: { title: 'error.server', next: 'error.server.next', actions: ['retry', 'checkConnection'] },
  network: { title: 'error.network', next: 'error.network.next', actions: ['retry', 'checkConnection'] },
  dns: { title: 'error.dns', next: 'error.dns.next', actions: ['connect', 'checkConnection', 'retry'] },
  tls: { title: 'error.tls', next: 'error.tls.next', actions: ['checkConnection', 'retry'] },
  proxy: { title: 'error.proxy', next: 'error.proxy.next', actions: ['openSettings', 'checkConnection', 'retry'] },
  timeout: { title: 'error.timeout', next: 'error.timeout.next', actions: ['retry', 'openSettings'] },
  truncated: { title: 'error.truncated', next: 'error.truncated.next', actions: ['retry'] },
  notTheService: { title: 'error.notTheService', next: 'error.notTheService.next', actions: ['connect', 'retry'] },
  protocol: { title: 'error.protocol', next: 'error.protocol.next', actions: ['retry', 'showEvents'] },
  aborted: { title: 'error.aborted', next: 'error.aborted.next', actions: ['retry'] },
};

export function ErrorCard({ page, turn }: { page: Page; turn: Turn }) {
  const { error, endedAt } = turn.answer;
  if (!error) return null;
  const help = HELP[error.kind];
  const facts = [
    error.status === undefined ? '' : t('error.status', error.status),
    error.requestId === undefined ? '' : t('error.request', visible(error.requestId)),
  ].filter(Boolean);
  return (
    <div class="card error-card">
      <h4>
        <Icon name="error" />
        <span>{t(help.title)}</span>
      </h4>
      <p class="card-text">{visible(error.message)}</p>
      {error.detail !== undefined && (
        <p class="card-text dim">
          {t('error.said')}: <span class="said">{visible(error.detail)}</span>
        </p>
      )}
      <p class="card-text">
        {error.retryAfter !== undefined && endedAt !== null
          ? t('error.retryAt', clock(endedAt + error.retryAfter * 1000))
          : t(help.next)}
      </p>
      {facts.length > 0 && <p class="card-text dim small">{facts.join(' · ')}</p>}
      <div class="card-buttons">
        {help.actions.map((action, index) => (
          <TextButton
            key={action}
            primary={index === 0}
            onClick={() => (action === 'retry' ? page.asking.retry(turn) : page.post({ type: 'act', action }))}
          >
            {action === 'retry' ? t('bar.retry') : t(`act.${action}`)}
          </TextButton>
        ))}
        <TextButton
          onClick={() => {
            page.post({ type: 'copyDetails', turnId: turn.id });
            page.announcer.say(t('copied'));
          }}
        >
          {t('error.details')}
        </TextButton>
      </div>
    </div>
  );
}
