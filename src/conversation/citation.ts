/** A source as one line of text. */
import { STANDARD_FAMILY } from '../authority/standardFamily.ts';
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

/** The authority with its pinpoint, its title and headings, and the date: `§ 179(b)(1)`, `Election › Dollar limit`. For another document, the title first. */
export function citationParts(source: StoredSource, l10n: Pick<DocumentLanguage, 't'>): string[] {
  const date = source.date ? l10n.t('as of {0}', source.date) : '';
  return [...nameAndCaption(source), date]
    .map(escapeHidden)
    .map(oneLine)
    .filter((part) => part !== '');
}

/** Groups: the kind of authority, and its number. */
const AUTHORITY = new RegExp(`^([\\w. ]{0,20}§ ?|${STANDARD_FAMILY} )(\\d(?:[\\w.()-]{0,40}[\\w)])?)`);
const PINPOINT = /^(?:\(\w+\))+$/;

/** The name of a source with its pinpoint, and its title and headings, in the same style in all exports. */
export function nameAndCaption({ title, section = '' }: StoredSource): readonly [name: string, caption: string] {
  // The library adds the pinpoint or the heading to the titles of a document that an answer quotes several times.
  const [, before = title, added = ''] = /^(.*) · (.*)$/.exec(title) ?? [];
  const places = section.split(/ › | · /);
  const name = PINPOINT.test(added) || places.includes(added) ? before : title;
  const [start, kind = '', base = ''] = AUTHORITY.exec(name) ?? [];
  if (!start) return [name, sourceSection({ title: name, section })];
  const pinpoint = [added, ...places].findLast((part) => PINPOINT.test(part)) ?? '';
  const own = /(?:\(\w+\))*$/.exec(base)?.[0] ?? '';
  const isInside = pinpoint.startsWith(own || '(');
  let number = base;
  let captions = [name.slice(start.length).replace(/^[\s.,:·]+/, '')];
  for (const heading of sourceSection({ title: name, section }).split(' › ')) {
    const text = heading.startsWith(kind) ? heading.slice(kind.length) : heading;
    const [inner = ''] = /^\d[\w.-]*(?: and [\d-]+)?/.exec(text) ?? [];
    const isOther = text !== heading && name.split(/[\s,]+/).includes(inner);
    const [label = ''] = /^(?:\(\w+\))+/.exec(heading) ?? [];
    if (isOther || (text.startsWith(number) && /^[-.]\d/.test(text.slice(number.length)))) {
      number = inner;
      // A document on several standards names them in its title.
      if (isOther) captions = [];
      captions.push(text.slice(inner.length).trim());
    } else if (!isInside) captions.push(heading);
    // A heading below the pinpoint is the first one of several.
    else if (pinpoint.includes(label)) captions.push(heading.slice(label.length).trim());
  }
  const pinpointed = isInside ? number.slice(0, number.length - own.length) + pinpoint : number;
  return [kind + pinpointed, captions.filter(Boolean).join(' › ')];
}
