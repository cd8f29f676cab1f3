/** Selects the translations of the page from VS Code's bundle, which also contains those of the extension host. */

/** Key suffix of the page's strings: the comment that scripts/support/englishStrings.ts gives them. */
const PAGE_SUFFIX = '/page';

/** Returns the translations by their English text, or null if there are none. */
export function pageTranslations(
  bundle: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, string>> | null {
  const entries = Object.entries(bundle ?? {}).flatMap(([key, text]): [string, string][] =>
    key.endsWith(PAGE_SUFFIX) && typeof text === 'string' ? [[key.slice(0, -PAGE_SUFFIX.length), text]] : [],
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
