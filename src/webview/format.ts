/** Numbers, times and places in words. */

import type { Selection, StoredSource } from '../conversation/conversation.ts';
import { hasLines } from '../conversation/sourceLocation.ts';
import { t } from './strings.ts';

/** "0.8 s", "12 s", "3 min 05 s". */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

/** Whole seconds only, for what changes while one looks at it. */
export function runningTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const language = () => document.documentElement.lang || undefined;

/** Made at the first use and once: making one costs milliseconds. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const minutes = once(() => new Intl.DateTimeFormat(language(), { timeStyle: 'short' }));
const seconds = once(() => new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }));
const days = once(() => new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }));
const numbers = once(() => new Intl.NumberFormat(language()));

export const clock = (time: number): string => minutes().format(time);
export const clockSeconds = (time: number): string => seconds().format(time);
export const day = (time: number): string => days().format(time);
export const number = (value: number): string => numbers().format(value);

export function serviceName(service: string): string {
  return service === 'library' ? t('service.library') : visible(service);
}

/** "memos/memo.md:12-18" */
export function place(selection: Selection): string {
  return at(visible(selection.label), selection);
}

/** "memo.md:12-18": in a narrow panel the folder would push the lines out of view. */
export function shortPlace(selection: Selection): string {
  return at(visible(baseName(selection.label)), selection);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

function at(label: string, selection: Selection): string {
  return selection.startLine === selection.endLine
    ? t('line', label, selection.startLine)
    : t('lines', label, selection.startLine, selection.endLine);
}

/** Where a source comes from: its file and line, or the host of its address. Empty when it says neither. */
export function origin(source: StoredSource): string {
  const { location, url } = source;
  if (location) {
    const name = visible(baseName(location.path));
    if (!hasLines(location.path)) return name;
    return location.endLine > location.line
      ? t('lines', name, location.line, location.endLine)
      : t('line', name, location.line);
  }
  if (url === null) return '';
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

/** Characters that turn or hide text are shown as their code, so that a name reads as what it is. */
const TRICKS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Joiners, which emoji and the scripts of Persia and India are written with; between Latin letters they only hide. */
const JOINED = /[^\x00-\u024f][\u200c\u200d][^\x00-\u024f]/;

export function visible(text: string): string {
  return text.replace(TRICKS, (character, at: number) => {
    if (JOINED.test(text.slice(at - 1, at + 2))) return character;
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
