/** Suggested questions. A click sends one. With Alt or Shift, the click copies it to the question box. */
import { escapeHidden } from '../../conversation/display.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { IconButton } from './controls.tsx';
import { KeptText } from './keptText.tsx';

export function Suggestions(props: { page: Page; suggestions: readonly string[]; label: string }) {
  const { page, suggestions, label } = props;
  const compose = (text: string) => {
    page.draft.set(text);
    page.focusQuestionBox();
  };
  if (suggestions.length === 0) return null;
  return (
    <ul class="suggestions" aria-label={label}>
      {suggestions.map((text) => (
        <li key={text} class="suggestion">
          <button
            type="button"
            title={t('suggestions.hint')}
            onClick={(event) => {
              if (event.altKey || event.shiftKey) compose(text);
              else page.requests.askText(text);
            }}
          >
            <KeptText text={escapeHidden(text)} />
          </button>
          <IconButton icon="edit" name={t('suggestions.edit', escapeHidden(text))} onClick={() => compose(text)} />
        </li>
      ))}
    </ul>
  );
}
