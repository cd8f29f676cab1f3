/** Looks up the strings of the page, translated by the host if VS Code has a translation. */
import * as z from 'zod/mini';
import type { ComparedAnswer } from '../check/checkResult.ts';
import { english } from '../protocol/errorMessages.ts';
import { parseJson } from '../text/json.ts';
import { formatNumber } from './numberFormat.ts';
import { strings } from './strings.ts';

const translationsSchema = z.record(z.string(), z.string());

let translations: Readonly<Record<string, string>> = {};

/**
 * Sets the translations of the host: a JSON object with translations by their English text. Without valid translations the page
 * stays in English.
 */
export function loadTranslations(json: string | undefined): void {
  translations = translationsSchema.safeParse(parseJson(json ?? '')).data ?? {};
}

/**
 * Returns the translation of an English text, or the text itself if it has none. `{0}`, `{1}` and so on are
 * replaced, numbers in the format of the display language.
 */
export function translate(text: string, ...values: readonly (string | number)[]): string {
  const translated = Object.hasOwn(translations, text) ? (translations[text] ?? text) : text;
  return english(translated, ...values.map((value) => (typeof value === 'number' ? formatNumber(value) : value)));
}

/** For functions that the host calls with its own `l10n`. */
export const l10n = { t: translate };

/** A function that looks up strings of a page by their names. */
export const translator =
  <Key extends string>(texts: Readonly<Record<Key, string>>) =>
  (key: Key, ...values: readonly (string | number)[]): string =>
    translate(texts[key], ...values);

export const t = translator(strings);

/** Returns `key.one` or `key.many` depending on the number. */
type Counted = 'steps' | 'sources' | 'check' | 'unread' | 'matter.clients' | `compared.${keyof ComparedAnswer}`;

export function counted(key: Counted, count: number): string {
  return count === 1 ? t(`${key}.one`) : t(`${key}.many`, count);
}
