import type { Turn } from '../../conversation/conversation.ts';
import { visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { QuoteChip, SelectionChip } from './chips.tsx';
import { IconButton } from './controls.tsx';

/** A question longer than this scrolls inside its frame, and the keyboard must reach it. */
const LONG = 600;

export function Question({ page, turn, versions }: { page: Page; turn: Turn; versions: readonly string[] }) {
  const { question } = turn;
  const text = visible(question.text);
  const place = versions.indexOf(turn.id);
  const show = (to: number) => {
    const turnId = versions[to];
    if (turnId !== undefined) page.post({ type: 'show', turnId });
  };
  return (
    <header class="question">
      <h2 class="visually-hidden">{t('you')}</h2>
      <div
        class="question-text"
        data-find="question"
        tabIndex={text.length > LONG ? 0 : -1}
        {...(text.length > LONG && { role: 'group', 'aria-label': t('you') })}
      >
        {text}
      </div>
      {(question.quote !== undefined || question.selections.length > 0) && (
        <ul class="chips" aria-label={t('turn.along')}>
          {question.quote !== undefined && <QuoteChip quote={question.quote} find={{ page, turnId: turn.id }} />}
          {question.selections.map((selection) => (
            <SelectionChip
              key={selection.id}
              selection={selection}
              find={{ page, turnId: turn.id }}
              onOpen={() => page.post({ type: 'openSelection', turnId: turn.id, selectionId: selection.id })}
            />
          ))}
        </ul>
      )}
      <div class="question-bar">
        {versions.length > 1 && (
          <span class="versions">
            <IconButton
              icon="chevronLeft"
              name={t('turn.previous')}
              disabled={place <= 0}
              onClick={() => show(place - 1)}
            />
            <span role="img" aria-label={t('turn.place', place + 1, versions.length)}>
              {place + 1}/{versions.length}
            </span>
            <IconButton
              icon="chevronRight"
              name={t('turn.next')}
              disabled={place >= versions.length - 1}
              onClick={() => show(place + 1)}
            />
          </span>
        )}
        <IconButton icon="edit" class="quiet" name={t('turn.edit')} onClick={() => page.editing.set(turn.id)} />
      </div>
    </header>
  );
}
