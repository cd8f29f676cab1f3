/** An error: what happened, why, what to do, and buttons for it. The text comes from the table that the host also uses. */

import { escapeHidden } from '../../conversation/display.ts';
import { errorActions, errorMessage } from '../../protocol/errorMessages.ts';
import { formatTime } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { t, translate } from '../translation.ts';
import { TextButton } from './controls.tsx';
import { Icon } from './icons.tsx';

export function ErrorCard({ page, turn }: { page: Page; turn: ShownTurn }) {
  const { error, endedAt } = turn.answer;
  if (!error) return null;
  const retryAt =
    error.retryAfter === undefined || endedAt === null ? undefined : formatTime(endedAt + error.retryAfter * 1000);
  const { title, explanation, action } = errorMessage(error, translate, retryAt);
  const facts = [
    error.status === undefined ? '' : t('error.status', error.status),
    error.requestId === undefined ? '' : t('error.request', escapeHidden(error.requestId)),
  ].filter(Boolean);
  return (
    <div class="card error-card">
      <h4>
        <Icon name="error" />
        <span>{title}</span>
      </h4>
      {explanation !== '' && <p class="card-text">{escapeHidden(explanation)}</p>}
      {error.detail !== undefined && (
        <p class="card-text dim">
          {t('error.said')}: <span class="said">{escapeHidden(error.detail)}</span>
        </p>
      )}
      {action !== '' && <p class="card-text">{escapeHidden(action)}</p>}
      {facts.length > 0 && <p class="card-text dim small">{facts.join(' · ')}</p>}
      <div class="card-buttons">
        {errorActions(error).map((remedy, index) => (
          <TextButton
            key={remedy}
            primary={index === 0}
            onClick={() =>
              remedy === 'retry' ? page.requests.retry(turn) : page.post({ type: 'runAction', action: remedy })
            }
          >
            {remedy === 'retry' ? t('bar.retry') : t(`act.${remedy}`)}
          </TextButton>
        ))}
        <TextButton
          onClick={() => {
            page.post({ type: 'copyDetails', turnId: turn.id });
            page.announcer.announce(t('copied'));
          }}
        >
          {t('error.details')}
        </TextButton>
      </div>
    </div>
  );
}
