import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { Icon } from './icons.tsx';
import { getSelectedText, type SelectedText } from './selectedText.ts';

/** A button that appears near text that is selected in an answer. */
export function QuoteButton({ page }: { page: Page }) {
  const [selected, setSelected] = useState<SelectedText | null>(null);

  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSelected(getSelectedText()));
    };
    const hide = () => setSelected((before) => (before === null ? before : null));
    document.addEventListener('selectionchange', update);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', update);
      document.removeEventListener('scroll', hide, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, []);

  if (!selected) return null;
  const top = Math.min(selected.rect.bottom + 4, window.innerHeight - 36);
  const left = Math.max(4, Math.min(selected.rect.right - 40, window.innerWidth - 190));
  return (
    <button
      type="button"
      class="quote-button"
      style={{ top: `${top}px`, left: `${left}px` }}
      // Pressing the button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        page.draft.setQuote(selected.text);
        page.announcer.announce(t('announce.quoted'));
        document.getSelection()?.removeAllRanges();
        setSelected(null);
        page.focusQuestionBox();
      }}
    >
      <Icon name="quote" />
      {t('quote')}
    </button>
  );
}
