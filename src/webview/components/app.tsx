/** The whole page: the conversation, the question box and everything above them. */
import { useLayoutEffect } from 'preact/hooks';
import { escapeHidden } from '../../conversation/display.ts';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import { t } from '../translation.ts';
import { ConfirmDialog } from './confirmDialog.tsx';
import { FindBar } from './findBar.tsx';
import { HeldQuestions } from './heldQuestions.tsx';
import { Icon } from './icons.tsx';
import { ConversationLog } from './log.tsx';
import { QuestionBox } from './questionBox.tsx';
import { SelectedActions } from './selectedActions.tsx';
import { PrivacyBanner } from './statusLine.tsx';
import { TextDialog } from './textDialog.tsx';

export function PanelApp({ page }: { page: Page }) {
  const shown = useSignal(page.store.shown);
  const confirmation = useSignal(page.requests.confirmation);
  const findBarOpen = useSignal(page.findBarOpen);
  const readableText = useSignal(page.readableText);
  const fontSize = shown?.panelState.fontSize ?? 0;

  useLayoutEffect(() => {
    document.documentElement.style.fontSize = fontSize > 0 ? `${fontSize}px` : '';
  }, [fontSize]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Escape moves the focus from the conversation to the question box. Menus and editors handle Escape themselves.
      if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('.log')) {
        page.focusQuestionBox();
      }
    };
    const report = (on: boolean) => page.post({ type: 'focused', on });
    const onFocus = () => report(true);
    const onBlur = () => report(false);
    window.addEventListener('keydown', onKey);
    window.addEventListener('focus', onFocus);
    window.addEventListener('blur', onBlur);
    if (document.hasFocus()) report(true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('blur', onBlur);
    };
  }, [page]);

  if (!shown) return null;
  const { warning, readOnly } = shown.panelState;
  return (
    <main class="page">
      <h1 class="visually-hidden">{escapeHidden(shown.conversation.title) || t('name')}</h1>
      <PrivacyBanner shown={shown} />
      {warning !== null && <Notice text={warning} />}
      {readOnly !== null && <Notice text={readOnly} />}
      {findBarOpen && <FindBar page={page} />}
      <ConversationLog page={page} shown={shown} />
      <HeldQuestions page={page} />
      <QuestionBox page={page} shown={shown} />
      <SelectedActions page={page} />
      <LiveRegion page={page} />
      {readableText && <TextDialog shown={readableText} onClose={() => page.readableText.set(null)} />}
      {confirmation && <ConfirmDialog confirmation={confirmation} />}
    </main>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p class="notice" role="note">
      <Icon name="warning" />
      <span>{escapeHidden(text)}</span>
    </p>
  );
}

function LiveRegion({ page }: { page: Page }) {
  const message = useSignal(page.announcer.message);
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {message}
    </div>
  );
}
