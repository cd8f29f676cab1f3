/** The actions of an answer and its facts: research mode, service, time, usage and data retention. */
import { modeLabel } from '../../conversation/labels.ts';
import type { PageMessage } from '../../panel/pageMessages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { formatDateTime, formatDuration, formatTime, serviceName } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { l10n, t } from '../translation.ts';
import { IconButton } from './controls.tsx';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { copyRich } from './richCopy.ts';
import { getSelectedText } from './selectedText.ts';

type AnswerAction = Extract<PageMessage, { type: 'answerAction' }>['action'];

export function AnswerBar({ page, turn }: { page: Page; turn: ShownTurn }) {
  const { answer } = turn;
  const { usage } = answer;
  const run = (action: AnswerAction) => {
    page.post({ type: 'answerAction', turnId: turn.id, action });
    if (action.startsWith('copy')) page.announcer.announce(t('copied'));
  };
  const runRichCopy = (from: EventTarget | null) => {
    const current = page.store.turn(turn.id);
    const body = from instanceof Element ? from.closest('.turn')?.querySelector('.answer-text') : null;
    if (!body || !current || !copyRich(body, current.answer)) return run('copyMarkdown');
    run('copiedRich');
    page.announcer.announce(t('copied.rich'));
  };
  const quote = () => {
    const text = getSelectedText()?.text;
    if (!text) return page.announcer.announce(t('bar.quoteHint'));
    page.draft.setQuote(text);
    page.announcer.announce(t('announce.quoted'));
    page.focusQuestionBox();
  };
  const createMemo = () => page.post({ type: 'createMemo', turnId: turn.id });
  const pin = () => page.post({ type: 'pinAnswer', turnId: turn.id });
  const insert = () => page.post({ type: 'insert', turnId: turn.id, part: { type: 'answer' } });
  const modes = page.store.shown.get()?.panelState.askModes ?? [];
  const hasText = page.store.text(turn.id).trim() !== '';

  return (
    <footer class="answer-foot">
      <div class="answer-bar" role="toolbar" aria-label={t('bar.label')}>
        {hasText && (
          <>
            <IconButton icon="copy" name={t('bar.copy')} onClick={(event) => runRichCopy(event.currentTarget)} />
            <Menu
              class="icon-button narrow"
              name={t('bar.copyAs')}
              label={t('bar.copyAs')}
              items={[
                { label: t('bar.copyMarkdown'), run: () => run('copyMarkdown') },
                { label: t('bar.copyPlain'), run: () => run('copyPlain') },
              ]}
            >
              <Icon name="chevronDown" />
            </Menu>
            <IconButton icon="insert" name={t('bar.insert')} onClick={insert} />
            <IconButton icon="newFile" name={t('bar.newDocument')} onClick={() => run('newDocument')} />
            <IconButton icon="quote" name={t('bar.quote')} onClick={quote} />
          </>
        )}
        <Menu
          name={t('bar.retry')}
          label={t('bar.retry')}
          items={[
            { label: t('bar.retrySame'), run: () => page.requests.retry(turn) },
            ...modes
              .filter((mode) => mode !== turn.askMode)
              .map((mode) => ({
                label: t('bar.retryAs', modeLabel(mode, l10n)),
                run: () => page.requests.retry(turn, mode),
              })),
          ]}
        >
          <Icon name="refresh" />
        </Menu>
        {hasText && <IconButton icon="notebook" name={t('bar.memo')} onClick={createMemo} />}
        {hasText && turn.question.selections.length > 0 && <IconButton icon="pin" name={t('bar.pin')} onClick={pin} />}
      </div>
      <p class="answer-facts">
        {turn.zeroRetention && (
          <span class="badge" title={t('zdr.badgeHint')}>
            <Icon name="shield" />
            {t('zdr.badge')}
          </span>
        )}
        <span>
          {answer.selectedMode && answer.selectedMode !== turn.askMode
            ? t('mode.selected', modeLabel(turn.askMode, l10n), modeLabel(answer.selectedMode, l10n))
            : modeLabel(turn.askMode, l10n)}
        </span>
        <span>{serviceName(turn.service, turn.model)}</span>
        <span title={formatDateTime(turn.askedAt)}>{formatTime(turn.askedAt)}</span>
        {answer.startedAt !== null && answer.endedAt !== null && (
          <span>{formatDuration(answer.endedAt - answer.startedAt)}</span>
        )}
        {/* The library costs nothing unless a language model writes the answer. */}
        {(turn.service !== LIBRARY || turn.model) && (usage || answer.state === 'done') && (
          <span>
            {usage ? t('bar.usage', usage.totalTokens, usage.promptTokens, usage.completionTokens) : t('bar.noUsage')}
          </span>
        )}
      </p>
    </footer>
  );
}
