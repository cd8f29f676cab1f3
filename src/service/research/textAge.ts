/** How old the text of an authority is, by the date that it states. */
import { DEFAULT_AUTHORITY_AGE } from '../../protocol/authorityAge.ts';
import { t } from '../translate.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A sentence if the date, "2026-06-26, Public Law 119-100", is more than `limit` days ago; else empty. 0: never. */
export function ageWarning(date: string, limit = DEFAULT_AUTHORITY_AGE, now = Date.now()): string {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(date) ?? [];
  const age = (now - Date.parse(day)) / DAY;
  return limit > 0 && age > limit
    ? t('That is more than {0} days ago. Check whether there is a newer version.', limit)
    : '';
}
