/** Formats times and locations as text. */
import type { Selection, TurnModel } from '../conversation/conversation.ts';
import { baseName, escapeHidden, selectionName } from '../conversation/display.ts';
import { serviceName as nameOfService } from '../panel/statusParts.ts';
import { language, once } from './numberFormat.ts';
import { l10n } from './translation.ts';

/** Formats a duration in milliseconds: "0.8 s", in German "0,8 s"; "12 s", "3 min 05 s". The shortest is "0.1 s". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(100, milliseconds) / 1000;
  if (seconds < 10) return `${decimalFormat().format(seconds)} s`;
  return formatElapsed(milliseconds);
}

/** Formats a duration in milliseconds in whole seconds, for values that change while they are shown. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const timeFormat = once(() => new Intl.DateTimeFormat(language(), { timeStyle: 'short' }));
const secondsFormat = once(() => new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }));
const dateTimeFormat = once(() => new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }));
const decimalFormat = once(
  () => new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A time outside of the calendar has no text. */
const format = (formatter: () => Intl.DateTimeFormat, time: number) =>
  Number.isNaN(new Date(time).getTime()) ? '–' : formatter().format(time);

export const formatTime = (time: number): string => format(timeFormat, time);
export const formatTimeWithSeconds = (time: number): string => format(secondsFormat, time);
export const formatDateTime = (time: number): string => format(dateTimeFormat, time);

export function serviceName(service: string, model?: TurnModel): string {
  return nameOfService(service, model, l10n);
}

/** "memos/memo.md:12-18" */
export function selectionLabel(selection: Selection): string {
  return selectionName(selection, escapeHidden(selection.label));
}

/** "memo.md" and ":12-18", which are shown apart, so that a long name is cut in a narrow panel and its lines are not. */
export function shortSelectionLabel(selection: Selection): { file: string; place: string } {
  return { file: escapeHidden(baseName(selection.label)), place: selectionName(selection, '') };
}
