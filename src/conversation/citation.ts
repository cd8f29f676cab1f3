/** A source as one line of text. */
import type { StoredSource } from './conversation.ts';
import { escapeHidden, fileNames, locationLabel, oneLine, sourceSection } from './display.ts';
import type { DocumentLanguage } from './documentLanguage.ts';

/**
 * Of the path of a document, only the name of the file is given, because the folders above it may contain a client's name. `among`: the
 * sources of the same document. Folders are given where another of them has a file with the same name.
 */
export function citation(
  source: StoredSource,
  l10n: Pick<DocumentLanguage, 't'>,
  among: readonly StoredSource[] = [],
): string {
  const { location, url } = source;
  const place = location ? locationLabel(location, fileNames([source, ...among]).get(location.path)) : (url ?? '');
  return [...citationParts(source, l10n), place]
    .filter((part) => part !== '')
    .map(oneLine)
    .join(', ');
}

/** The authority with its pinpoint, its title and headings, and the date: `§ 179(b)(1)`, `Election › Dollar limit`. For another document, the title first. */
export function citationParts(source: StoredSource, l10n: Pick<DocumentLanguage, 't'>): string[] {
  const date = source.date ? l10n.t('as of {0}', source.date) : '';
  return [...nameAndCaption(source), date]
    .map(escapeHidden)
    .map(oneLine)
    .filter((part) => part !== '');
}

/** The name of a source with its pinpoint, and its title and headings, in the same style in all exports. */
export function nameAndCaption(source: StoredSource): readonly [name: string, caption: string] {
  return source.cited ? [source.cited.name, source.cited.caption] : [source.title, sourceSection(source)];
}
