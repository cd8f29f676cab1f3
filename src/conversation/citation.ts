/** A source as one line of text. */
import type { StoredSource } from './conversation.ts';
import { escapeHidden, locationLabel, oneLine, sourceSection } from './display.ts';
import type { DocumentLanguage } from './documentLanguage.ts';

/** Of the path of a document, only the name of the file is given: the folders above it may contain a client's name. */
export function citation(source: StoredSource, l10n: Pick<DocumentLanguage, 't'>): string {
  return [...citationParts(source, l10n), source.location ? locationLabel(source.location) : (source.url ?? '')]
    .filter((part) => part !== '')
    .map(oneLine)
    .join(', ');
}

/** Title, section and date. */
export function citationParts(source: StoredSource, l10n: Pick<DocumentLanguage, 't'>): string[] {
  const date = source.date ? l10n.t('as of {0}', source.date) : '';
  const section = sourceSection(source);
  return [titleWithout(section, source.title), section, date]
    .map(escapeHidden)
    .map(oneLine)
    .filter((part) => part !== '');
}

/** The title without the pinpoint at its end, `§ 179 … · (b)(1)`, if the headings of the section have it: `(b) Limits › (1) Dollar limit`. */
function titleWithout(section: string, title: string): string {
  const [, name, pinpoint] = /^(.+) · (\(\w+\)\S*)$/.exec(title) ?? [];
  const headings = section.split(' › ');
  const labels = headings.map((heading) => /^\((\w+)\)(?= )/.exec(heading)?.[0] ?? '').join('');
  const isNamed = labels.endsWith(pinpoint ?? ' ') || headings.some((heading) => heading.startsWith(`${pinpoint} `));
  return name !== undefined && isNamed ? name : title;
}
