/** The result of the citation check. It lists what was not found in the sources and does not judge whether it is wrong. */
import { useEffect, useState } from 'preact/hooks';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import type { CitationCheck } from '../state/citationChecks.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { counted, t } from '../translation.ts';
import { useUniqueId } from './hooks.ts';
import { Icon } from './icons.tsx';

/** Maximum number of listed items of each kind. Of the others only the number is shown. */
const MAX_LISTED = 20;
/** Maximum length of an item, in UTF-16 units. */
const MAX_LENGTH = 160;

export function CitationCheckView({ page, turn }: { page: Page; turn: ShownTurn }) {
  const [open, setOpen] = useState(false);
  const name = useUniqueId();
  const check = useCitationCheck(page, turn);
  if (!check) return null;
  const { marks, authorities, quotations, hasCitations } = check;
  const count = marks.length + authorities.length + quotations.length;
  if (count === 0) {
    if (!hasCitations) return null;
    return (
      <p class="checked" title={t('check.basis')}>
        <Icon name="check" />
        {t('check.nothing')}
      </p>
    );
  }
  return (
    <div class="local-check">
      <h4>
        <button type="button" class="fold dim" id={name} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'chevronDown' : 'chevronRight'} />
          <span class="fold-text">{counted('check', count)}</span>
        </button>
      </h4>
      {open && (
        <>
          <ul class="check-list" aria-labelledby={name}>
            {marks.length > 0 && <li>{t('check.marks', joinItems(marks.map((mark) => `[${mark}]`)))}</li>}
            {authorities.length > 0 && <li>{t('check.authorities', joinItems(authorities.map(toLine)))}</li>}
            {quotations.slice(0, MAX_LISTED).map((quotation, index) => (
              <li key={index}>{t('check.quotation', toLine(quotation))}</li>
            ))}
            {quotations.length > MAX_LISTED && <li>{t('check.moreQuotations', quotations.length - MAX_LISTED)}</li>}
          </ul>
          <p class="check-basis">{t('check.basis')}</p>
        </>
      )}
    </div>
  );
}

/** Returns the check of a complete answer, or null if it is not complete or not checked yet. */
function useCitationCheck(page: Page, turn: ShownTurn): CitationCheck | null {
  const [, rerender] = useState({});
  const current = turn.answer.state === 'done' ? page.store.turn(turn.id) : undefined;
  const check = current ? page.citationChecks.get(current) : null;
  const unchecked = check === null ? current : undefined;
  useEffect(() => {
    if (unchecked) return page.citationChecks.schedule(unchecked, () => rerender({}));
  }, [unchecked]);
  return check;
}

function joinItems(items: readonly string[]): string {
  const all = items.slice(0, MAX_LISTED).join(', ');
  return items.length > MAX_LISTED ? t('check.andMore', all, items.length - MAX_LISTED) : all;
}

function toLine(text: string): string {
  return escapeHidden(shorten(oneLine(text), MAX_LENGTH));
}
