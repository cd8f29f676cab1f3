import { useState } from 'preact/hooks';
import type { ReviewState, StoredSource } from '../../conversation/conversation.ts';
import { origin, visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { type StringKey, t } from '../strings.ts';
import { IconButton } from './controls.tsx';
import { Icon, type IconName } from './icons.tsx';
import { memo } from './memo.ts';
import { Menu } from './menu.tsx';
import { useRevealed } from './revealed.ts';

const REVIEWS = {
  unread: { icon: 'circle', label: 'review.unread' },
  opened: { icon: 'eye', label: 'review.opened' },
  reliedOn: { icon: 'passFilled', label: 'review.reliedOn' },
  rejected: { icon: 'circleSlash', label: 'review.rejected' },
} as const satisfies Record<ReviewState, { icon: IconName; label: StringKey }>;

interface SourceRowProps {
  page: Page;
  turnId: string;
  source: StoredSource;
  index: number;
  /** In the list, and not cited by the text. */
  listed: boolean;
}

export const SourceRow = memo(({ page, turnId, source, index, listed }: SourceRowProps) => {
  const [open, setOpen] = useState(false);
  useRevealed(page, turnId, `source:${index}:snippet`, () => setOpen(true));
  const n = index + 1;
  const title = visible(source.title);
  const told = [origin(source), source.section, source.date].map((fact) => fact && visible(fact)).filter(Boolean);
  const facts = [...new Set(told)];
  const review = REVIEWS[source.review];
  return (
    <li class={`source review-${source.review}${listed ? ' listed' : ''}`} value={n}>
      <span class="source-number" aria-hidden="true">
        {n}
      </span>
      <div class="source-main">
        <button
          type="button"
          class="source-title"
          aria-label={t('sources.open', n, title)}
          title={source.url === null ? title : `${title}\n${visible(source.url)}`}
          onClick={() => page.post({ type: 'openSource', turnId, source: index })}
        >
          <span data-find={`source:${index}:title`}>{title}</span>
        </button>
        <div class="source-facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {listed && <span title={t('sources.listedHint')}>{t('sources.listed')}</span>}
        </div>
        {source.snippet && (
          <button
            type="button"
            class={open ? 'source-snippet open' : 'source-snippet'}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span data-find={`source:${index}:snippet`}>{visible(source.snippet)}</span>
          </button>
        )}
      </div>
      <div class="source-actions">
        <IconButton
          icon="copy"
          name={t('sources.copy', n)}
          onClick={() => {
            page.post({ type: 'copyCitation', turnId, source: index });
            page.announcer.say(t('copied'));
          }}
        />
        <Menu
          class="icon-button review"
          name={t('review.label', n, t(review.label))}
          label={t('review.menu')}
          hint={t(review.label)}
          items={(Object.keys(REVIEWS) as ReviewState[]).map((state) => ({
            label: t(REVIEWS[state].label),
            checked: state === source.review,
            choose: () => page.post({ type: 'review', turnId, source: index, review: state }),
          }))}
        >
          <Icon name={review.icon} />
        </Menu>
      </div>
    </li>
  );
});
