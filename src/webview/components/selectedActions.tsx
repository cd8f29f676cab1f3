import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { Icon } from './icons.tsx';
import { getSelectedText, type SelectedText } from './selectedText.ts';

/** Pixels of the buttons and their distance from the text. */
const HEIGHT = 36;

/** Buttons that appear near text that is selected in an answer. */
export function SelectedActions({ page }: { page: Page }) {
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
  // Above the text, because the buttons of a short answer are below it.
  const { rect } = selected;
  const top = rect.top >= HEIGHT ? rect.top - HEIGHT : Math.min(rect.bottom + 4, window.innerHeight - HEIGHT);
  const left = Math.max(4, Math.min(rect.right - 40, window.innerWidth - 320));
  const finish = () => {
    document.getSelection()?.removeAllRanges();
    setSelected(null);
  };
  const { text, turnId } = selected;
  return (
    <div
      class="selected-actions"
      style={{ top: `${top}px`, left: `${left}px` }}
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      <button
        type="button"
        onClick={() => {
          page.draft.setQuote(text);
          page.announcer.announce(t('announce.quoted'));
          finish();
          page.focusQuestionBox();
        }}
      >
        <Icon name="quote" />
        {t('quote')}
      </button>
      <button
        type="button"
        onClick={() => {
          page.post({ type: 'insert', turnId, part: { type: 'selection', text } });
          finish();
        }}
      >
        <Icon name="insert" />
        {t('insertSelected')}
      </button>
    </div>
  );
}
