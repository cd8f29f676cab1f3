import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Turn } from '../../conversation/conversation.ts';
import type { Page } from '../state/pageModel.ts';
import { useCell } from '../state/signal.ts';
import { t } from '../strings.ts';
import { TextButton } from './controls.tsx';
import { GrowingText } from './growingText.tsx';
import { sends } from './keys.ts';

/** The question in place, to be changed and asked as a sibling: the answer of the old one stays. */
export function QuestionEditor({ page, turn }: { page: Page; turn: Turn }) {
  const [text, setText] = useState(turn.question.text);
  const area = useRef<HTMLTextAreaElement>(null);
  const shown = useCell(page.store.shown);

  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, []);

  const cancel = () => {
    page.editing.set(null);
    page.focusBox.set(page.focusBox.get() + 1);
  };
  const ask = () => page.asking.askEdited(turn, text, cancel);

  return (
    <header class="question editing">
      <GrowingText
        areaRef={area}
        label={t('turn.editLabel')}
        value={text}
        onInput={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel();
          else if (sends(event, shown?.panelState.sendKey ?? 'enter')) ask();
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
