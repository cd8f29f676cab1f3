/** The bar above a PDF: page, zoom, find, and the default application. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { IconButton } from '../components/controls.tsx';
import { FindControls } from '../components/findControls.tsx';
import { GoToBox } from '../components/goToBox.tsx';
import { formatNumber } from '../numberFormat.ts';
import { type Signal, useSignal } from '../state/signal.ts';
import { MAX_FOUND } from './findWords.ts';
import { t } from './translation.ts';
import type { Viewer } from './viewer.ts';

export function Toolbar(props: { viewer: Viewer; findOpen: Signal<boolean>; onOpenElsewhere: () => void }) {
  const { viewer, findOpen } = props;
  const { page, pages, zoom, status, problem } = useSignal(viewer.state);
  const finding = useSignal(findOpen);
  const empty = pages === 0;
  return (
    <header class="pdf-bar">
      <div class="pdf-tools" role="toolbar" aria-label={t('toolbar')}>
        <IconButton
          icon="arrowUp"
          name={t('previousPage')}
          disabled={page <= 1}
          onClick={() => viewer.goTo(page - 1)}
        />
        <IconButton
          icon="arrowDown"
          name={t('nextPage')}
          disabled={page >= pages}
          onClick={() => viewer.goTo(page + 1)}
        />
        <PageBox viewer={viewer} />
        <span class="pdf-gap" />
        <IconButton icon="remove" name={t('zoomOut')} disabled={empty} onClick={() => viewer.zoom(-1)} />
        <button type="button" class="pdf-zoom" title={t('fit')} onClick={() => viewer.zoom(null)}>
          {t('percent', zoom)}
        </button>
        <IconButton icon="add" name={t('zoomIn')} disabled={empty} onClick={() => viewer.zoom(1)} />
        <span class="pdf-gap" />
        <IconButton icon="search" name={t('find')} pressed={finding} onClick={() => findOpen.set(!finding)} />
        <IconButton icon="linkExternal" name={t('openElsewhere')} onClick={props.onOpenElsewhere} />
        <span class="pdf-status" role="status">
          {problem ?? status}
        </span>
      </div>
      {finding && <PdfFindBar viewer={viewer} onClose={() => findOpen.set(false)} />}
    </header>
  );
}

/** Shows the label of the current page. Enter goes to the label or number that was typed. */
function PageBox({ viewer }: { viewer: Viewer }) {
  const { page, pages, label } = useSignal(viewer.state);
  return (
    <span class="pdf-page-box">
      <GoToBox label={t('pageBox')} place={label} size={4} onGoTo={viewer.goToLabel} />
      {pages > 0 && (
        <span class="dim">
          {label === String(page)
            ? t('of', formatNumber(pages))
            : t('labelOf', formatNumber(page), formatNumber(pages))}
        </span>
      )}
    </span>
  );
}

function PdfFindBar({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { found, current } = useSignal(viewer.find);
  useLayoutEffect(() => () => void viewer.search(''), [viewer]);
  return (
    <FindControls
      label={t('find')}
      query={query}
      found={found.length}
      current={current}
      limit={MAX_FOUND}
      onQuery={(next) => {
        setQuery(next);
        void viewer.search(next);
      }}
      onGo={(step) => viewer.goToMatch(step)}
      onClose={onClose}
    />
  );
}
