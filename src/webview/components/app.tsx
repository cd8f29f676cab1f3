import { useLayoutEffect } from 'preact/hooks';
import { visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { useCell } from '../state/signal.ts';
import { t } from '../strings.ts';
import { Box } from './box.tsx';
import { ConfirmDialog } from './confirmDialog.tsx';
import { FindBar } from './findBar.tsx';
import { Icon } from './icons.tsx';
import { Log } from './log.tsx';
import { QuoteButton } from './quoteButton.tsx';

export function App({ page }: { page: Page }) {
  const shown = useCell(page.store.shown);
  const confirmation = useCell(page.asking.confirmation);
  const finding = useCell(page.finding);
  const fontSize = shown?.panelState.fontSize ?? 0;

  useLayoutEffect(() => {
    document.documentElement.style.fontSize = fontSize > 0 ? `${fontSize}px` : '';
  }, [fontSize]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // From anywhere in the conversation one key leads back to the box; menus and editors keep their own Escape.
      if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('.log')) {
        page.focusBox.set(page.focusBox.get() + 1);
      }
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      page.finding.set(true);
      document.querySelector<HTMLInputElement>('.find input')?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [page]);

  if (!shown) return null;
  const { warning, readOnly } = shown.panelState;
  return (
    <main class="page">
      <h1 class="visually-hidden">{visible(shown.conversation.title) || t('name')}</h1>
      {warning !== null && <Notice text={warning} />}
      {readOnly !== null && <Notice text={readOnly} />}
      {finding && <FindBar page={page} />}
      <Log page={page} shown={shown} />
      <Box page={page} shown={shown} />
      <QuoteButton page={page} />
      <Said page={page} />
      {confirmation && <ConfirmDialog confirmation={confirmation} />}
    </main>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p class="notice" role="note">
      <Icon name="warning" />
      <span>{visible(text)}</span>
    </p>
  );
}

function Said({ page }: { page: Page }) {
  const said = useCell(page.announcer.said);
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
}
