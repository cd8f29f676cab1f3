/** A publisher of official texts, described as data: what it offers, where, and how its files are read. */
import type { LawHeader, LawSection, OnSection } from './law.ts';
import type { LawHeadings } from './lawFile.ts';

export interface Work {
  /** Name of its folder: `usc26`. */
  readonly id: string;
  readonly title: string;
  /** Bytes of the download, about. Null if nobody has measured it. */
  readonly size: number | null;
}

/** A version that the publisher offers. */
export interface Offer {
  readonly url: string;
  /** The publisher's name of the version: `119-100`, `2026-07-24`. Null if only the file states it. */
  readonly state: string | null;
  /** YYYY-MM-DD; null if only the file states it. */
  readonly asOf: string | null;
  /** "Public Law 119-73, except 119-60". Empty if the date says all. */
  readonly label: string;
}

/** The version of a file that states none. Each day has its own, so that a later file does not replace an earlier one. */
export const unknownVersion = (day: string): Omit<Offer, 'url'> => ({
  state: `imported-${day}`,
  asOf: null,
  label: `an unknown date (imported ${day})`,
});

/** Whether a version is known to be older than another one, by their dates or their names. */
export function isOlder(
  publisher: Publisher,
  offer: Pick<Offer, 'state' | 'asOf'>,
  other: Pick<State, 'state' | 'asOf'>,
): boolean {
  if (offer.asOf !== null && other.asOf !== null) return offer.asOf < other.asOf;
  return offer.state !== null && publisher.isBefore?.(offer.state, other.state) === true;
}

export const ENGLISH_HEADINGS: LawHeadings = { footnotes: 'Footnotes', note: 'Note', source: 'Source' };

/** A version, with what its file says. */
export interface State {
  /** Name of its folder, which sorts by time within one work only if the publisher's names do. */
  readonly state: string;
  readonly asOf: string | null;
  readonly label: string;
}

export interface Publisher {
  readonly id: string;
  readonly name: string;
  /** The only host that is asked. */
  readonly host: string;
  /** The page that says what is offered now. Null if each work has one address that does not change. */
  readonly listing: string | null;
  readonly jurisdiction: string;
  readonly headings: LawHeadings;
  readonly works: readonly Work[];
  /** `listing` is the text of the page; empty if there is none. Throws PublisherError if it has another form. */
  offer(work: Work, listing: string): Offer;
  /** The version of a file that was downloaded by hand, from its beginning. `day` is that of the import, YYYY-MM-DD. */
  offerOf(work: Work, head: string, day: string): Offer;
  read(work: Work, pieces: AsyncIterable<string>, onSection: OnSection): Promise<LawHeader>;
  state(offer: Offer, header: LawHeader): State;
  /** Whether the publisher's name of a version is that of one before `other`. Absent where the names do not say it, or every version has a date. */
  isBefore?(state: string, other: string): boolean;
  /** The title with which a section is cited: "§ 179. Election to expense …". */
  titleOf(work: Work, section: LawSection): string;
  /** The address at which people read the section. */
  urlOf(work: Work, section: LawSection | null): string;
  /** Whether sections are cited with the name of the law, so that the law is one file. */
  readonly wholeLaw: boolean;
}
