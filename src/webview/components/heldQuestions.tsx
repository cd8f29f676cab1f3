/** Above the question box: the questions that are not sent because the answer before them was stopped or failed. */
import type { Page } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { LinkButton } from './controls.tsx';

export function HeldQuestions({ page }: { page: Page }) {
  const held = page.turns().filter((turn) => turn.answer.held === 'unanswered');
  if (held.length === 0) return null;
  return (
    <p class="progress held-questions">
      <span class="fold-text">{t('held.count', held.length)}</span>
      <LinkButton onClick={() => page.requests.sendHeld(null)}>{t('turn.send')}</LinkButton>
      <LinkButton
        onClick={() => {
          for (const turn of held) page.post({ type: 'cancelQueued', turnId: turn.id });
        }}
      >
        {t('turn.remove')}
      </LinkButton>
    </p>
  );
}
