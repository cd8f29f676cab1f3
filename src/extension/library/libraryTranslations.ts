import type * as Vscode from 'vscode';
import { EMPTY_TRANSLATIONS, type Translations } from '../../protocol/translations.ts';

/** Key suffixes of strings that are not of the host, such as `/page`, which the library does not need. */
const SUFFIX = /\/[a-z]+$/;

/** The translations for the library's threads. English without a translation for VS Code's display language. */
export function libraryTranslations({ l10n, env }: Pick<typeof Vscode, 'l10n' | 'env'>): Translations {
  const bundle: Readonly<Record<string, unknown>> = l10n.bundle ?? {};
  const texts = Object.entries(bundle).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !SUFFIX.test(entry[0]),
  );
  return texts.length === 0 ? EMPTY_TRANSLATIONS : { language: env.language, texts: Object.fromEntries(texts) };
}
