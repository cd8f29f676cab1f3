/** What can be done with an answer, and what it says of itself: mode, service, time, usage, retention. */
import type { Turn } from '../../conversation/conversation.ts';
import type { PageMessage } from '../../panel/messages.ts';
import { clock, day, duration, number, serviceName } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { IconButton } from './controls.tsx';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { copyRich } from './richCopy.ts';
import { selectedText } from './selectedText.ts';

type How = Extract<PageMessage, { type: 'use' }>['how'];

export function AnswerBar({ page, turn }: { page: Page; turn: Turn }) {
  const { answer } = turn;
  const use = (how: How) => {
    page.post({ type: 'use', turnId: turn.id, how });
    if (how.startsWith('copy')) page.announcer.say(t('copied'));
  };
  const rich = (from: EventTarget | null) => {
    const body = from instanceof Element ? from.closest('.turn')?.querySelector('.answer-text') : null;
    if (!body || !copyRich(body, answer)) return use('copyMarkdown');
    use('richCopied');
    page.announcer.say(t('copied.rich'));
  };
  const quote = () => {
    const text = selectedText()?.text;
    if (!text) return page.announcer.say(t('bar.quoteHint'));
    page.draft.setQuote(text);
    page.announcer.say(t('say.quoted'));
    page.focusBox.set(page.focusBox.get() + 1);
  };
  const modes = page.store.shown.get()?.panelState.askModes ?? [];
  const hasText = answer.text.trim() !== '';

  return (
    <footer class="answer-foot">
      <div class="answer-bar" role="toolbar" aria-label={t('bar.label')}>
        {hasText && (
          <>
            <Menu
              name={t('bar.copy')}
              label={t('bar.copy')}
              items={[
                { label: t('bar.copyMarkdown'), choose: () => use('copyMarkdown') },
                { label: t('bar.copyRich'), choose: () => rich(document.activeElement) },
                { label: t('bar.copyPlain'), choose: () => use('copyPlain') },
              ]}
            >
              <Icon name="copy" />
            </Menu>
            <IconButton icon="insert" name={t('bar.insert')} onClick={() => use('insert')} />
            <IconButton icon="newFile" name={t('bar.newDocument')} onClick={() => use('newDocument')} />
            <IconButton icon="quote" name={t('bar.quote')} onClick={quote} />
          </>
        )}
        <Menu
          name={t('bar.retry')}
          label={t('bar.retry')}
          items={[
            { label: t('bar.retrySame'), choose: () => page.asking.retry(turn) },
            ...modes
              .filter((mode) => mode !== turn.askMode)
              .map((mode) => ({
                label: t('bar.retryAs', t(`mode.${mode}`)),
                choose: () => page.asking.retry(turn, mode),
              })),
          ]}
        >
          <Icon name="refresh" />
        </Menu>
        {hasText && (
          <Menu
            name={t('bar.more')}
            label={t('bar.more')}
            items={[{ label: t('bar.memo'), choose: () => use('memo') }]}
          >
            <Icon name="ellipsis" />
          </Menu>
        )}
      </div>
      <p class="answer-facts">
        {turn.zeroRetention && (
          <span class="badge" title={t('zdr.badgeHint')}>
            <Icon name="shield" />
            {t('zdr.badge')}
          </span>
        )}
        <span>{t(`mode.${turn.askMode}`)}</span>
        <span>{serviceName(turn.service)}</span>
        <span title={day(turn.askedAt)}>{clock(turn.askedAt)}</span>
        {answer.startedAt !== null && answer.endedAt !== null && (
          <span>{duration(answer.endedAt - answer.startedAt)}</span>
        )}
        {answer.usage ? (
          <span>
            {t(
              'bar.usage',
              number(answer.usage.totalTokens),
              number(answer.usage.promptTokens),
              number(answer.usage.completionTokens),
            )}
          </span>
        ) : (
          answer.state === 'done' && <span>{t('bar.noUsage')}</span>
        )}
      </p>
    </footer>
  );
}
