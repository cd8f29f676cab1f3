import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { type Quoted, selectedText } from './selectedText.ts';

/** Appears beside text that is selected in an answer. */
export function QuoteButton({ page }: { page: Page }) {
  const [quoted, setQuoted] = useState<Quoted | null>(null);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setQuoted(selectedText()));
    };
    const hide = () => setQuoted((before) => (before === null ? before : null));
    document.addEventListener('selectionchange', look);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('scroll', hide, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, []);

  if (!quoted) return null;
  const top = Math.min(quoted.rect.bottom + 4, window.innerHeight - 36);
  const left = Math.max(4, Math.min(quoted.rect.right - 40, window.innerWidth - 190));
  return (
    <button
      type="button"
      class="quote-button"
      style={{ top: `${top}px`, left: `${left}px` }}
      // The selection must outlive the press.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        page.draft.setQuote(quoted.text);
        page.announcer.say(t('say.quoted'));
        document.getSelection()?.removeAllRanges();
        setQuoted(null);
        page.focusBox.set(page.focusBox.get() + 1);
      }}
    >
      <Icon name="quote" />
      {t('quote')}
    </button>
  );
}
