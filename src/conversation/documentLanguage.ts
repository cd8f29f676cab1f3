/** The language of a document: its labels, and the formats of its dates and numbers. */
import { english, type Translate } from '../protocol/errorMessages.ts';

/** A parameter of this type has the name `l10n`: scripts/support/englishStrings.ts collects the texts of `l10n.t`. */
export interface DocumentLanguage {
  readonly t: Translate;
  /** Language tag such as `de`. */
  readonly language: string;
  /** Default: that of the machine. */
  readonly timeZone?: string;
}

export const ENGLISH: DocumentLanguage = { t: english, language: 'en-US', timeZone: 'UTC' };

/** `December 31, 2025` or `31. Dezember 2025`. Never throws, also for a time outside of the calendar. */
export function formatDay(time: number, { t, language, timeZone }: DocumentLanguage): string {
  return format(time, t, language, { dateStyle: 'long', timeZone });
}

/** The day and the minute in UTC, as the research log counts them. */
export function formatMinute(time: number, { t, language }: DocumentLanguage): string {
  return `${format(time, t, language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
}

export function formatNumber(value: number, { language }: Pick<DocumentLanguage, 'language'>): string {
  return value.toLocaleString(language);
}

function format(time: number, t: Translate, language: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? t('unknown') : date.toLocaleString(language, options);
}
