/** Names the place of a quotation in its document: the title of its source, its section, and how a citation names it. */
import { STANDARD_FAMILY } from '../../authority/standardFamily.ts';
import type { CitedName } from '../../protocol/researchEvent.ts';

export interface QuotedPlace {
  /** The title of the document. */
  readonly title: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  /** Page, paragraphs or cells; empty if the document has lines only. */
  readonly place: string;
  /** `(b)(1)`; empty for other documents than authorities. */
  readonly pinpoint: string;
}

/** A section, with the paragraphs that its document is about, at the beginning of a title: `§ 168(k)`, `Reg. § 1.263(a)-1`. */
const SECTION =
  /^\s*((?:(?:\d{1,3}|[A-Z][\w.]{0,9}\.|CFR|USC|IRC) ){0,3}§ ?\d\S{0,40}?)((?:\(\w{1,5}\)){0,8})(?=[.,:]?(?:\s|$))/;

/**
 * The title with the pinpoint after its section: `§ 179(b)(1). Election to expense`. Null if the title begins with no section that has
 * the pinpoint.
 */
export function pinnedTitle(title: string, pinpoint: string): string | null {
  const [start, section = '', own = ''] = SECTION.exec(title) ?? [];
  if (start === undefined || pinpoint === '' || !pinpoint.startsWith(own)) return null;
  return section + pinpoint + title.slice(start.length);
}

/** The section at the beginning of a title without its paragraphs: `26 U.S.C. § 179`, `Reg. § 1.263(a)-1`. Null if there is none. */
export function sectionIn(title: string): string | null {
  return SECTION.exec(title)?.[1] ?? null;
}

/** A title that differs from those of other places in the document: `§ 163(h)(3). Interest`, `Lease · Rent`. */
export function distinctTitle({ title, headings, place, pinpoint }: QuotedPlace): string {
  const where = pinpoint || headings.at(-1) || place;
  return where === '' ? title : (pinnedTitle(title, pinpoint) ?? `${title} · ${where}`);
}

/** What the title does not say of the place: `Election › Dollar limit · (b)(1)`. Empty if it says everything. */
export function sectionBelow(title: string, { headings, place, pinpoint, ...document }: QuotedPlace): string {
  const isPinned = title === pinnedTitle(document.title, pinpoint);
  return [distinctHeadings(document.title, headings).join(' › '), place, pinpoint]
    .filter((part) => part !== '' && !endsWithWords(title, part) && !(isPinned && part === pinpoint))
    .join(' · ');
}

/** The kind of authority, and its number. */
const AUTHORITY = new RegExp(`^([\\w. ]{0,20}§ ?|${STANDARD_FAMILY} )(\\d(?:[\\w.()-]{0,40}[\\w)])?)`);

export function citedName({ title, headings, place, pinpoint }: QuotedPlace): CitedName {
  const known = distinctHeadings(title, headings);
  const [start, kind = '', base = ''] = AUTHORITY.exec(title) ?? [];
  if (!start) return { name: title, caption: [...known, place].filter(Boolean).join(' › ') };
  const own = /(?:\(\w+\))*$/.exec(base)?.[0] ?? '';
  const isInside = pinpoint.startsWith(own || '(');
  let number = base;
  let captions = [title.slice(start.length).replace(/^[\s.,:·]+/, '')];
  for (const heading of known) {
    const text = heading.startsWith(kind) ? heading.slice(kind.length) : heading;
    const [inner = ''] = /^\d[\w.-]*(?: and [\d-]+)?/.exec(text) ?? [];
    const isOther = text !== heading && title.split(/[\s,]+/).includes(inner);
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
  captions.push(place, isInside || known.some((heading) => heading.startsWith(pinpoint)) ? '' : pinpoint);
  const pinpointed = isInside ? number.slice(0, number.length - own.length) + pinpoint : number;
  return { name: kind + pinpointed, caption: captions.filter(Boolean).join(' › ') };
}

/** The headings that repeat neither the title nor a heading above them. */
function distinctHeadings(title: string, headings: readonly string[]): string[] {
  const distinct: string[] = [];
  for (const heading of headings) {
    const isKnown = [title, ...distinct].some(
      (other) => other === heading || startsWithWords(other, heading) || endsWithWords(other, heading),
    );
    if (heading !== '' && !isKnown && !(headings.length > 1 && namesTitle(heading, title))) distinct.push(heading);
  }
  return distinct;
}

function startsWithWords(text: string, start: string): boolean {
  return text.startsWith(start) && /^\W/.test(text.slice(start.length));
}

function endsWithWords(text: string, end: string): boolean {
  return text.endsWith(end) && /(?:\W|^)$/.test(text.slice(0, -end.length));
}

/** The heading of a document often repeats its title, for example `ASC 842 Leases`. The title can have a pinpoint as well: `§ 168(k)(1)`. */
function namesTitle(heading: string, title: string): boolean {
  const [name] = /^\S+ \S+/.exec(heading) ?? [];
  return name !== undefined && title.startsWith(name) && /^(?:\s|\(|$)/.test(title.slice(name.length));
}
