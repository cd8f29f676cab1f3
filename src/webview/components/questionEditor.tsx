import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import type { ShownTurn } from '../state/store.ts';
import { t } from '../translation.ts';
import { TextButton } from './controls.tsx';
import { GrowingText, isSendKey } from './growingText.tsx';

/** Edits a question in place. It is asked as a sibling of the original turn, which is kept. */
export function QuestionEditor({ page, turn }: { page: Page; turn: ShownTurn }) {
  const [text, setText] = useState(turn.question.text);
  const area = useRef<HTMLTextAreaElement>(null);
  const shown = useSignal(page.store.shown);

  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, []);

  const cancel = () => {
    page.editing.set(null);
    page.focusQuestionBox();
  };
  const ask = () => page.requests.askEdited(turn, text, cancel);

  return (
    <header class="question editing">
      <GrowingText
        areaRef={area}
        label={t('turn.editLabel')}
        value={text}
        onInput={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel();
          else if (isSendKey(event, shown?.panelState.sendKey ?? 'enter')) ask();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div class="card-buttons">
        <TextButton primary onClick={ask}>
          {t('turn.askAgain')}
        </TextButton>
        <TextButton onClick={cancel}>{t('turn.cancel')}</TextButton>
      </div>
    </header>
  );
}
