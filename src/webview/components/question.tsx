/** A question with its attachments, its versions and the button to edit it. */
import { escapeHidden } from '../../conversation/display.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { t } from '../translation.ts';
import { QuoteChip, SelectionChip } from './chips.tsx';
import { IconButton } from './controls.tsx';
import { KeptText } from './keptText.tsx';
import { SentMatter } from './matterLine.tsx';

/** Length, in UTF-16 units, above which a question may scroll in its frame. The keyboard must then reach the frame. */
const SCROLLABLE_LENGTH = 600;

export function QuestionView({ page, turn, versions }: { page: Page; turn: ShownTurn; versions: readonly string[] }) {
  const { question } = turn;
  const text = escapeHidden(question.text);
  const version = versions.indexOf(turn.id);
  const showVersion = (index: number) => {
    const turnId = versions[index];
    if (turnId !== undefined) page.post({ type: 'selectBranch', turnId });
  };
  return (
    <header class="question">
      <h2 class="visually-hidden">{t('you')}</h2>
      <div
        class="question-text"
        data-find="question"
        tabIndex={text.length > SCROLLABLE_LENGTH ? 0 : -1}
        {...(text.length > SCROLLABLE_LENGTH && { role: 'group', 'aria-label': t('you') })}
      >
        <KeptText text={text} />
      </div>
      <SentMatter question={question} />
      {(question.quote !== undefined || question.selections.length > 0) && (
        <ul class="chips" aria-label={t('box.attached')}>
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
      {versions.length > 1 && (
        <div class="versions">
          <IconButton
            icon="chevronLeft"
            name={t('turn.previous')}
            disabled={version <= 0}
            onClick={() => showVersion(version - 1)}
          />
          <span role="img" aria-label={t('turn.version', version + 1, versions.length)}>
            {version + 1}/{versions.length}
          </span>
          <IconButton
            icon="chevronRight"
            name={t('turn.next')}
            disabled={version >= versions.length - 1}
            onClick={() => showVersion(version + 1)}
          />
        </div>
      )}
      <div class="question-bar">
        <IconButton icon="edit" class="quiet" name={t('turn.edit')} onClick={() => page.editing.set(turn.id)} />
      </div>
    </header>
  );
}
