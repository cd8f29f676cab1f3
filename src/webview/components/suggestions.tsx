/** Follow-up questions as chips. Nothing is sent but by a click; Alt or Shift puts the text into the box instead. */
import { visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { IconButton } from './controls.tsx';

export function Suggestions(props: { page: Page; suggestions: readonly string[]; label: string }) {
  const { page, suggestions, label } = props;
  const compose = (text: string) => {
    page.draft.set(text);
    page.focusBox.set(page.focusBox.get() + 1);
  };
  if (suggestions.length === 0) return null;
  return (
    <ul class="suggestions" aria-label={label}>
      {[...new Set(suggestions)].map((text) => (
        <li key={text} class="suggestion">
          <button
            type="button"
            title={t('suggestions.hint')}
            onClick={(event) => {
              if (event.altKey || event.shiftKey) compose(text);
              else page.asking.askText(text);
            }}
          >
            {visible(text)}
          </button>
          <IconButton icon="edit" name={t('suggestions.edit', visible(text))} onClick={() => compose(text)} />
        </li>
      ))}
    </ul>
  );
}
