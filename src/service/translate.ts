/**
 * Translations of the sentences that the library shows. The extension passes those of the display language to the worker thread at its
 * start, and the worker to the reader thread. An answer is in the language of its question, whose translations are read from the folder
 * of the bundles.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { english } from '../protocol/errorMessages.ts';
import { EMPTY_TRANSLATIONS, type Translations, translationsSchema } from '../protocol/translations.ts';
import type { Language } from './search/values.ts';

const data: unknown = isMainThread ? null : workerData;
const parsed = z.object({ translations: translationsSchema }).safeParse(data);
const folder = z.object({ bundles: z.string() }).safeParse(data);
/** The folder of the bundles. Null: answers are in English or in the display language. */
let bundleFolder = folder.success ? folder.data.bundles : null;
const bundleSchema = z.record(z.string(), z.string());

/** Those of the display language: what a thread that is started from this one gets as part of its `workerData`. */
export const translations = parsed.success ? parsed.data.translations : EMPTY_TRANSLATIONS;

/** The languages that questions are told apart in. */
const TOLD_APART: readonly string[] = ['en', 'de'] satisfies Language[];

const answering = new AsyncLocalStorage<Translations>();
const bundles = new Map<string, Translations>();
const inUse = (): Translations => answering.getStore() ?? translations;

/**
 * Runs `work` with the texts of a language. Without a language, and with a display language that questions are not told apart in, the
 * texts are those of the display language.
 */
export async function* inLanguage<T>(
  language: Language | null,
  work: () => AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  const texts = language === null ? translations : textsOf(language);
  const running = answering.run(texts, work);
  try {
    for (;;) {
      const next = await answering.run(texts, () => running.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await answering.run(texts, () => running.return());
  }
}

/** Runs work for everyone, such as an update of the index, that a question may have started. */
export function inDisplayLanguage<T>(work: () => T): T {
  return answering.run(translations, work);
}

/** Runs what writes for a language model. */
export function inEnglish<T>(work: () => T): T {
  return answering.run(EMPTY_TRANSLATIONS, work);
}

/** For a program that answers in its main thread. */
export function readBundlesFrom(path: string): void {
  bundleFolder = path;
}

function textsOf(language: Language): Translations {
  const [displayed = ''] = translations.language.split('-');
  if (displayed === language || !TOLD_APART.includes(displayed)) return translations;
  if (language === 'en') return EMPTY_TRANSLATIONS;
  const known = bundles.get(language) ?? { language, texts: readBundle(language) };
  bundles.set(language, known);
  return known;
}

/** Without a readable bundle, the texts stay English. */
function readBundle(language: Language): Translations['texts'] {
  try {
    if (bundleFolder === null) return {};
    return bundleSchema.parse(JSON.parse(readFileSync(join(bundleFolder, `bundle.l10n.${language}.json`), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Returns the translation of a text, with `{0}`, `{1}`, … filled in. The text must be a literal, because
 * scripts/support/englishStrings.ts collects the texts from the sources. For texts from a table, use `translated`.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return english(translated(text), ...values);
}

/** Returns the translation of a text that englishStrings.ts collects from its table. */
export function translated(text: string): string {
  return inUse().texts[text] ?? text;
}

/** An integer with the separators of the language. */
export function formatNumber(value: number): string {
  return value.toLocaleString(inUse().language);
}

/** `a, b and c` in the language. */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(inUse().language).format(parts);
}
