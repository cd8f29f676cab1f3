/**
 * Translations of the sentences that the library shows. The extension passes them to the worker thread at its start, and the worker
 * to the reader thread. The command line has none, so its sentences are English.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { english } from '../protocol/errorMessages.ts';
import { EMPTY_TRANSLATIONS, translationsSchema } from '../protocol/translations.ts';

const parsed = z.object({ translations: translationsSchema }).safeParse(isMainThread ? null : workerData);

/** What a thread that is started from this one gets as part of its `workerData`. */
export const translations = parsed.success ? parsed.data.translations : EMPTY_TRANSLATIONS;

/**
 * Returns the translation of a text, with `{0}`, `{1}`, … filled in. The text must be a literal, because
 * scripts/support/englishStrings.ts collects the texts from the sources. For texts from a table, use `translated`.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return english(translated(text), ...values);
}

/** Returns the translation of a text that englishStrings.ts collects from its table. */
export function translated(text: string): string {
  return translations.texts[text] ?? text;
}

/** An integer with the separators of the language. */
export function formatNumber(value: number): string {
  return value.toLocaleString(translations.language);
}

/** `a, b and c` in the language. */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(translations.language).format(parts);
}
