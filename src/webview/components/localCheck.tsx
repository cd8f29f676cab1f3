/** One line under the sources when marks, authorities or quotations of the answer do not agree with them; it never says "wrong". */
import { useEffect, useState } from 'preact/hooks';
import type { Turn } from '../../conversation/conversation.ts';
import { visible } from '../format.ts';
import type { LocalCheck } from '../state/citationChecks.ts';
import type { Page } from '../state/pageModel.ts';
import { counted, t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { useUniqueId } from './uniqueId.ts';

/** Things of a kind that are listed; of the others only the number is told. */
const LISTED = 20;
/** Characters of a quotation that are shown. */
const SHOWN = 160;

export function LocalCheckView({ page, turn }: { page: Page; turn: Turn }) {
  const [open, setOpen] = useState(false);
  const name = useUniqueId();
  const check = useLocalCheck(page, turn);
  if (!check) return null;
  const { marks, authorities, quotations, compared } = check;
  const count = marks.length + authorities.length + quotations.length;
  if (count === 0) {
    if (!compared) return null;
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
            {marks.length > 0 && <li>{t('check.marks', listed(marks.map((mark) => `[${mark}]`)))}</li>}
            {authorities.length > 0 && <li>{t('check.authorities', listed(authorities.map(shortened)))}</li>}
            {quotations.slice(0, LISTED).map((quotation, index) => (
              <li key={index}>{t('check.quotation', shortened(quotation))}</li>
            ))}
            {quotations.length > LISTED && <li>{t('check.moreQuotations', quotations.length - LISTED)}</li>}
          </ul>
          <p class="check-basis">{t('check.basis')}</p>
        </>
      )}
    </div>
  );
}

/** The check of an answer that is whole; null while it is not, or not yet worked out. */
function useLocalCheck(page: Page, turn: Turn): LocalCheck | null {
  const [, redraw] = useState({});
  const whole = turn.answer.state === 'done';
  const check = whole ? page.checks.now(turn) : null;
  const waits = whole && check === null;
  useEffect(() => (waits ? page.checks.later(turn, () => redraw({})) : undefined), [waits, turn.id, turn.epoch]);
  return check;
}

function listed(things: readonly string[]): string {
  const all = things.slice(0, LISTED).join(', ');
  return things.length > LISTED ? t('check.andMore', all, things.length - LISTED) : all;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return visible(line.length > SHOWN ? `${line.slice(0, SHOWN).trimEnd()}…` : line);
}
