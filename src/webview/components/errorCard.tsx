/** A failure: what happened, why, what to do, and the buttons for it. */
import type { Turn } from '../../conversation/conversation.ts';
import { errorActions, errorMessage } from '../../protocol/errorMessages.ts';
import { clock, visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t, translate } from '../strings.ts';
import { TextButton } from './controls.tsx';
import { Icon } from './icons.tsx';

export function ErrorCard({ page, turn }: { page: Page; turn: Turn }) {
  const { error, endedAt } = turn.answer;
  if (!error) return null;
  const retryAt =
    error.retryAfter === undefined || endedAt === null ? undefined : clock(endedAt + error.retryAfter * 1000);
  const { title, explanation, action } = errorMessage(error, translate, retryAt);
  const facts = [
    error.status === undefined ? '' : t('error.status', error.status),
    error.requestId === undefined ? '' : t('error.request', visible(error.requestId)),
  ].filter(Boolean);
  return (
    <div class="card error-card">
      <h4>
        <Icon name="error" />
        <span>{title}</span>
      </h4>
      {explanation !== '' && <p class="card-text">{visible(explanation)}</p>}
      {error.detail !== undefined && (
        <p class="card-text dim">
          {t('error.said')}: <span class="said">{visible(error.detail)}</span>
        </p>
      )}
      {action !== '' && <p class="card-text">{action}</p>}
      {facts.length > 0 && <p class="card-text dim small">{facts.join(' · ')}</p>}
      <div class="card-buttons">
        {errorActions(error).map((each, index) => (
          <TextButton
            key={each}
            primary={index === 0}
            onClick={() => (each === 'retry' ? page.asking.retry(turn) : page.post({ type: 'act', action: each }))}
          >
            {each === 'retry' ? t('bar.retry') : t(`act.${each}`)}
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
