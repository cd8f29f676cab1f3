/** What is going on with an answer, or how it ended when that is worth a word. */
import { countsAsHistory } from '../../conversation/context.ts';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { errorMessage } from '../../protocol/errorMessages.ts';
import { clockSeconds, runningTime, visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t, translate } from '../strings.ts';
import { LinkButton } from './controls.tsx';
import { Icon } from './icons.tsx';
import { useNow } from './ticking.ts';

/** Milliseconds of silence after which the page says since when. */
const QUIET = 20_000;

export function Running({ page, turn }: { page: Page; turn: Turn }) {
  const now = useNow(page, true);
  // The newest turn, not the drawn one: text does not redraw.
  const { answer } = page.store.turn(turn.id) ?? turn;
  if (!isRunning(answer.state)) return null;
  if (answer.state === 'queued') {
    return (
      <p class="progress">
        <span class="fold-text">{t('turn.queued')}</span>
        <LinkButton onClick={() => page.post({ type: 'cancelQueued', turnId: turn.id })}>
          {t('turn.takeBack')}
        </LinkButton>
      </p>
    );
  }
  if (answer.retry) {
    return (
      <p class="progress warn">
        <Icon name="warning" />
        <span class="fold-text">
          {visible(errorMessage(answer.retry.error, translate).title)}.{' '}
          {t('retry.in', runningTime(answer.retry.at - now), answer.retry.attempt)}
        </span>
        <LinkButton onClick={() => page.post({ type: 'stop', turnId: turn.id })}>{t('retry.cancel')}</LinkButton>
      </p>
    );
  }
  const since = answer.lastEventAt ?? answer.startedAt ?? turn.askedAt;
  const quiet = now - since >= QUIET;
  // The last step turns already.
  if (!quiet && answer.text === '' && answer.steps.length > 0) return null;
  if (quiet) {
    return (
      <p class="progress warn">
        <Icon name="warning" />
        <span class="fold-text">{t('state.quiet', runningTime(now - since), clockSeconds(since))}</span>
      </p>
    );
  }
  return (
    <p class="progress">
      <span class="spinner" />
      <span class="fold-text">{t(answer.state === 'waiting' ? 'state.waiting' : 'state.streaming')}</span>
      <span class="dim">{runningTime(now - (answer.startedAt ?? turn.askedAt))}</span>
    </p>
  );
}

export function Ended({ page, turn }: { page: Page; turn: Turn }) {
  const { state, finishReason, text } = turn.answer;
  const marks = { stopped: t('state.stopped'), truncated: t('state.truncated'), interrupted: t('state.interrupted') };
  const mark =
    state === 'stopped' || state === 'interrupted' || (state === 'truncated' && !turn.answer.error)
      ? marks[state]
      : state === 'done' && finishReason !== null && finishReason !== 'stop'
        ? t('state.reason', visible(finishReason))
        : null;
  const included = countsAsHistory(turn);
  const offer = text.trim() !== '' && (state !== 'done' || !included);
  if (!mark && !offer) return null;
  return (
    <p class="mark" role="note">
      {mark && <Icon name="info" />}
      <span class="fold-text">
        {mark && <span>{mark} </span>}
        {offer && (
          <span class="dim">
            {t(included ? 'turn.includeInContext' : 'turn.notInHistory')}.{' '}
            <LinkButton
              onClick={() => page.post({ type: 'includeInContext', turnId: turn.id, includeInContext: !included })}
            >
              {t(included ? 'turn.leaveOut' : 'turn.include')}
            </LinkButton>
          </span>
        )}
      </span>
    </p>
  );
}
