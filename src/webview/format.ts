/** Formats numbers, times and locations as text, and makes hidden characters of untrusted text visible. */
import type { Selection, StoredSource } from '../conversation/conversation.ts';
import { hasLines } from '../conversation/sourceLocation.ts';
import { t } from './translation.ts';

/** Formats a duration in milliseconds: "0.8 s", "12 s", "3 min 05 s". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return formatElapsed(milliseconds);
}

/** Formats a duration in milliseconds in whole seconds, for values that change while they are shown. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const language = () => document.documentElement.lang || undefined;

/** Creates the value at the first call. An Intl format takes milliseconds to create. */
function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

const timeFormat = once(() => new Intl.DateTimeFormat(language(), { timeStyle: 'short' }));
const secondsFormat = once(() => new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }));
const dateTimeFormat = once(() => new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }));
const numberFormat = once(() => new Intl.NumberFormat(language()));

export const formatTime = (time: number): string => timeFormat().format(time);
export const formatTimeWithSeconds = (time: number): string => secondsFormat().format(time);
export const formatDateTime = (time: number): string => dateTimeFormat().format(time);
export const formatNumber = (value: number): string => numberFormat().format(value);

export function serviceName(service: string): string {
  return service === 'library' ? t('service.library') : escapeHidden(service);
}

/** "memos/memo.md:12-18" */
export function selectionLabel(selection: Selection): string {
  return withLines(escapeHidden(selection.label), selection.startLine, selection.endLine);
}

/** "memo.md:12-18": in a narrow panel the folder would hide the line numbers. */
export function shortSelectionLabel(selection: Selection): string {
  return withLines(escapeHidden(baseName(selection.label)), selection.startLine, selection.endLine);
}

/** The file and line of a source, or the host of its address. Empty if the source has neither. */
export function sourceOrigin(source: StoredSource): string {
  const { location, url } = source;
  if (location) {
    const name = escapeHidden(baseName(location.path));
    return hasLines(location.path) ? withLines(name, location.line, location.endLine) : name;
  }
  if (url === null) return '';
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

function withLines(label: string, first: number, last: number): string {
  return last > first ? t('lines', label, first, last) : t('line', label, first);
}

/** Characters that change the direction of text or are invisible. */
const HIDDEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** A joiner between characters that are not Latin. Emoji and the scripts of Persia and India need it. */
const NEEDED_JOINER = /[^\x00-\u024f][\u200c\u200d][^\x00-\u024f]/;

/** Replaces characters that change the direction of text or are invisible with their code point, for example `[U+202E]`. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character, index: number) => {
    if (NEEDED_JOINER.test(text.slice(index - 1, index + 2))) return character;
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
