/** A source of an answer with its facts, its passage, its review state and its actions. */
import { Component } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReviewState, StoredSource } from '../../conversation/conversation.ts';
import { escapeHidden, sourceSection } from '../../conversation/display.ts';
import { reviewLabel } from '../../conversation/labels.ts';
import { MAX_SHOWN_PASSAGE, plainPassage, shownPassage } from '../../conversation/plainPassage.ts';
import { defaultLabels } from '../markdown/labels.ts';
import { createMarkdownView } from '../markdown/markdownView.ts';
import type { Page } from '../state/pageModel.ts';
import { l10n, t, translate } from '../translation.ts';
import { IconButton } from './controls.tsx';
import { useRevealed } from './hooks.ts';
import { Icon, type IconName } from './icons.tsx';
import { KeptText } from './keptText.tsx';
import { Menu } from './menu.tsx';

const REVIEW_ICONS: Readonly<Record<ReviewState, IconName>> = {
  unread: 'circle',
  opened: 'eye',
  reliedOn: 'passFilled',
  rejected: 'circleSlash',
};

/** Length, in UTF-16 units, of the part of a passage that is shown while it is collapsed to two lines. */
const MAX_COLLAPSED = 600;
/** Largest passage, in UTF-16 units, that is rendered synchronously. */
const MAX_SYNCHRONOUS_LENGTH = 20_000;

interface SourceRowProps {
  page: Page;
  turnId: string;
  source: StoredSource;
  index: number;
  /** Its file and lines, or the host of its address. */
  origin: string;
  /** Tells apart sources with equal facts. Empty if the facts differ. */
  passage: string;
  /** Length of the beginning of the title that another source has too. The rest stays visible if the title is shortened. */
  start: number;
  /** True if the answer lists the source but does not cite it. */
  uncited: boolean;
}

/** A part of it says nothing. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Renders only if a property changed, because an answer can have hundreds of sources. */
export class SourceRow extends Component<SourceRowProps> {
  override shouldComponentUpdate(next: SourceRowProps): boolean {
    const { page, turnId, source, index, uncited, origin, passage, start } = this.props;
    if (origin !== next.origin || page !== next.page || turnId !== next.turnId || source !== next.source) return true;
    return index !== next.index || uncited !== next.uncited || passage !== next.passage || start !== next.start;
  }

  override render() {
    return <SourceView {...this.props} />;
  }
}

function SourceView({ page, turnId, source, index, origin, passage, start, uncited }: SourceRowProps) {
  const [open, setOpen] = useState(false);
  useRevealed(page, turnId, `source:${index}:`, () => setOpen(true));
  const n = index + 1;
  const title = escapeHidden(source.title);
  // In a narrow row the first fact and the last one are shortened.
  const known = [sourceSection(source), source.date, passage, uncited && t('sources.listed'), origin];
  const facts = [...new Set(known.flatMap((fact) => (fact ? [escapeHidden(fact)] : [])))];
  const separator = /^[\s\p{Pd}·,;:]*/u.exec(title.slice(start))?.[0] ?? '';
  const review = reviewLabel(source.review, l10n);
  return (
    <li class={`source review-${source.review}${uncited ? ' listed' : ''}${open ? ' whole' : ''}`} value={n}>
      <span class="source-number" aria-hidden="true">
        {n}
      </span>
      <div class="source-main">
        <button
          type="button"
          class="source-title"
          aria-label={t('sources.open', n, title)}
          title={source.url === null ? title : `${title}\n${escapeHidden(source.url)}`}
          onClick={() => page.post({ type: 'openSource', turnId, source: index })}
        >
          <span class="title-parts" data-find={`source:${index}:title`}>
            <span class="title-start">
              <KeptText text={title.slice(0, start)} />
            </span>
            {start < title.length && (
              <span class="title-end">
                <span class="separator">{separator}</span>
                <KeptText text={title.slice(start + separator.length)} />
              </span>
            )}
          </span>
        </button>
        <div class="source-facts" title={facts.join(' · ')}>
          {facts.map((fact) => (
            <span key={fact} class={DAY.test(fact) ? 'day' : undefined}>
              <KeptText text={fact} />
            </span>
          ))}
        </div>
        {source.snippet && (
          <>
            {open && <Passage page={page} part={`source:${index}:snippet`} text={shownPassage(source)} />}
            {open && source.snippet.length > MAX_SHOWN_PASSAGE && <p class="dim small">{t('sources.cut')}</p>}
            <button
              type="button"
              class={open ? 'source-snippet open' : 'source-snippet'}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {open ? (
                t('sources.less')
              ) : (
                <KeptText text={plainPassage(escapeHidden(shownPassage(source).slice(0, MAX_COLLAPSED)))} />
              )}
            </button>
          </>
        )}
      </div>
      <div class="source-actions">
        <IconButton
          icon="copy"
          name={t('sources.copy', n)}
          onClick={() => {
            page.post({ type: 'copyCitation', turnId, source: index });
            page.announcer.announce(t('copied'));
          }}
        />
        {source.snippet && (
          <IconButton
            icon="insert"
            name={t('sources.insert', n)}
            onClick={() => page.post({ type: 'insert', turnId, part: { type: 'quotation', source: index } })}
          />
        )}
        <Menu
          class="icon-button review"
          name={t('review.label', n, review)}
          label={t('review.menu')}
          hint={review}
          items={(Object.keys(REVIEW_ICONS) as ReviewState[]).map((state) => ({
            label: reviewLabel(state, l10n),
            checked: state === source.review,
            run: () => page.post({ type: 'review', turnId, source: index, review: state }),
          }))}
        >
          <Icon name={REVIEW_ICONS[source.review]} />
        </Menu>
      </div>
    </li>
  );
}

/** The whole passage with its tables and lists. */
function Passage({ page, part, text }: { page: Page; part: string; text: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!root.current) return;
    const view = createMarkdownView(root.current, {
      immediate: text.length <= MAX_SYNCHRONOUS_LENGTH,
      labels: Object.fromEntries(Object.entries(defaultLabels).map(([key, label]) => [key, translate(label)])),
      onLink: (url) => page.post({ type: 'openLink', url }),
      onCitation() {},
    });
    view.append(text);
    view.finish();
    return view.dispose;
  }, [page, text]);
  return <div class="source-passage" data-find={part} ref={root} />;
}
