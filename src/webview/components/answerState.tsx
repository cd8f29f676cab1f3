/** The progress of a running answer, and a note if an answer did not end normally. */
import { countsAsHistory } from '../../conversation/context.ts';
import { isPending } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import { errorMessage } from '../../protocol/errorMessages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { formatElapsed, formatTimeWithSeconds } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import type { ShownTurn } from '../state/store.ts';
import { counted, t, translate } from '../translation.ts';
import { LinkButton } from './controls.tsx';
import { useNow } from './hooks.ts';
import { Icon } from './icons.tsx';

/** Milliseconds without data after which the page shows a warning. */
const QUIET_AFTER = 20_000;

export function Running({ page, turn }: { page: Page; turn: ShownTurn }) {
  const now = useNow(page, true);
  // The time of the last event changes whenever text arrives, so it is read from the store.
  const answer = page.store.turn(turn.id)?.answer;
  if (!answer || !isPending(answer.state)) return null;
  if (answer.held) {
    const hasChanged = answer.held === 'changed';
    return (
      <p class="progress warn">
        <Icon name="info" />
        <span class="fold-text">{t(hasChanged ? 'turn.heldChanged' : 'turn.heldUnanswered')}</span>
        <LinkButton onClick={() => page.requests.sendHeld(turn.id)}>
          {t(hasChanged ? 'turn.review' : 'turn.send')}
        </LinkButton>
        <LinkButton onClick={() => page.post({ type: 'cancelQueued', turnId: turn.id })}>{t('turn.remove')}</LinkButton>
      </p>
    );
  }
  if (answer.state === 'queued') {
    return (
      <p class="progress">
        <span class="fold-text">{t('turn.queued')}</span>
        <LinkButton onClick={() => page.post({ type: 'cancelQueued', turnId: turn.id })}>
          {t('turn.cancelQueued')}
        </LinkButton>
      </p>
    );
  }
  if (answer.retry) {
    return (
      <p class="progress warn">
        <Icon name="warning" />
        <span class="fold-text">
          {escapeHidden(errorMessage(answer.retry.error, translate).title)}.{' '}
          {t('retry.in', formatElapsed(answer.retry.at - now), answer.retry.attempt)}
        </span>
        <LinkButton onClick={() => page.post({ type: 'stop', turnId: turn.id })}>{t('retry.cancel')}</LinkButton>
      </p>
    );
  }
  const since = answer.lastEventAt ?? answer.startedAt ?? turn.askedAt;
  const quiet = now - since >= QUIET_AFTER;
  // The last research step has a spinner of its own.
  if (!quiet && answer.text === '' && answer.steps.length > 0) return null;
  if (quiet) {
    return (
      <p class="progress warn">
        <Icon name="warning" />
        <span class="fold-text">{t('state.quiet', formatElapsed(now - since), formatTimeWithSeconds(since))}</span>
      </p>
    );
  }
  return (
    <p class="progress">
      <span class="spinner" />
      <span class="fold-text">{t(answer.state === 'waiting' ? 'state.waiting' : 'state.streaming')}</span>
      <span class="dim">{formatElapsed(now - (answer.startedAt ?? turn.askedAt))}</span>
    </p>
  );
}

/** Offers to ask again after the library has read the documents that an answer could not search. */
export function ReadSince({ page, turn, versions }: { page: Page; turn: ShownTurn; versions: readonly string[] }) {
  const panelState = useSignal(page.store.shown)?.panelState;
  const { unreadDocuments } = turn.answer;
  const isRead = panelState?.service === LIBRARY && panelState.indexing === null;
  if (!unreadDocuments || !isRead || versions.at(-1) !== turn.id) return null;
  return (
    <p class="mark" role="note">
      <Icon name="info" />
      <span class="fold-text">
        {counted('unread', unreadDocuments)}{' '}
        <LinkButton onClick={() => page.requests.retry(turn)}>{t('bar.retry')}</LinkButton>
      </span>
    </p>
  );
}

/** An answer quotes a few passages. All documents of a kind, with their amounts, are in the overview. */
export function OverviewHint({ page }: { page: Page }) {
  return (
    <p class="mark" role="note">
      <Icon name="info" />
      <span class="fold-text">
        {t('overview.hint')}{' '}
        <LinkButton onClick={() => page.post({ type: 'runAction', action: 'showFolderOverview' })}>
          {t('act.showFolderOverview')}
        </LinkButton>
      </span>
    </p>
  );
}

export function Ended({ page, turn }: { page: Page; turn: ShownTurn }) {
  const { state, finishReason } = turn.answer;
  const current = page.store.turn(turn.id);
  const hasText = page.store.text(turn.id).trim() !== '';
  const stopped = t(hasText ? 'state.stopped' : 'state.stoppedEarly');
  const notes = { stopped, truncated: t('state.truncated'), interrupted: t('state.interrupted') };
  const note =
    state === 'stopped' || state === 'interrupted' || (state === 'truncated' && !turn.answer.error)
      ? notes[state]
      : state === 'done' && finishReason !== null && finishReason !== 'stop'
        ? t('state.reason', escapeHidden(finishReason))
        : null;
  const included = current !== undefined && countsAsHistory(current);
  const canChange = hasText && (state !== 'done' || !included);
  if (!note && !canChange) return null;
  return (
    <p class="mark" role="note">
      {note && <Icon name="info" />}
      <span class="fold-text">
        {note && <span>{note} </span>}
        {(canChange || !included) && <span class="dim">{t(included ? 'turn.included' : 'turn.notIncluded')}</span>}
        {canChange && (
          <span class="dim">
            {' · '}
            <LinkButton
              onClick={() => page.post({ type: 'includeInContext', turnId: turn.id, includeInContext: !included })}
            >
              {t(included ? 'turn.exclude' : 'turn.include')}
            </LinkButton>
          </span>
        )}
      </span>
    </p>
  );
}
