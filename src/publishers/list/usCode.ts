/**
 * The United States Code of the Office of the Law Revision Counsel. Addresses: docs/authorities.md.
 * A release point such as 119-73not60 names the last law that the text includes, and laws before it that are left out.
 */
import { readUslm } from '../formats/uslm.ts';
import { ENGLISH_HEADINGS, type Publisher, unknownVersion, type Work } from '../publisher.ts';
import { PublisherError } from '../publisherError.ts';

const TITLES: readonly (readonly [number, string, number | null])[] = [
  [26, 'Internal Revenue Code', 8_000_000],
  [5, 'Government Organization and Employees', null],
  [11, 'Bankruptcy', null],
  [15, 'Commerce and Trade', null],
  [18, 'Crimes and Criminal Procedure', null],
  [28, 'Judiciary and Judicial Procedure', null],
  [29, 'Labor', null],
  [31, 'Money and Finance', null],
  [42, 'The Public Health and Welfare', null],
];

const numberOf = ({ id }: Work) => id.slice('usc'.length);

export const usCode: Publisher = {
  id: 'uscode',
  name: 'United States Code (Office of the Law Revision Counsel)',
  host: 'uscode.house.gov',
  listing: 'https://uscode.house.gov/download/download.shtml',
  jurisdiction: 'United States',
  headings: ENGLISH_HEADINGS,
  works: TITLES.map(([number, title, size]) => ({ id: `usc${number}`, title: `${title} (${number} U.S.C.)`, size })),
  wholeLaw: false,
  offer(work, listing) {
    const point = releasePointIn(listing);
    if (!point) throw new PublisherError('listing', 'uscode.house.gov');
    const file = `xml_usc${numberOf(work).padStart(2, '0')}@${point.congress}-${point.law}.zip`;
    return {
      url: `https://uscode.house.gov/download/releasepoints/us/pl/${point.congress}/${point.law}/${file}`,
      state: `${point.congress}-${point.law}`,
      asOf: point.date,
      label: point.label,
    };
  },
  offerOf(work, head, day) {
    const release = /<docPublicationName>Online@([\w-]{3,60})<\/docPublicationName>/.exec(head)?.[1] ?? '';
    // A section by itself has its title in its identifier only.
    const title = /<docNumber>(\w{1,4})<\/docNumber>|<section [^>]*identifier="\/us\/usc\/t(\w{1,4})\//
      .exec(head)
      ?.slice(1)
      .find((found) => found !== undefined);
    if (title !== numberOf(work)) throw new PublisherError('unknownFormat', `title ${title ?? '?'}`);
    const version =
      release === '' ? unknownVersion(day) : { state: release, asOf: null, label: `Public Law ${release}` };
    return { url: 'https://uscode.house.gov/', ...version };
  },
  read: (_work, pieces, onSection) => readUslm(pieces, onSection),
  state: (offer, header) => ({
    state: offer.state ?? header.release,
    asOf: offer.asOf,
    label: offer.label || (header.release === '' ? '' : `Public Law ${header.release}`),
  }),
  isBefore(state, other) {
    const [own, its] = [lawOf(state), lawOf(other)];
    return own !== null && its !== null && (own.congress - its.congress || own.law - its.law) < 0;
  },
  titleOf(work, { label, heading, number }) {
    const cited = label === '' ? number : label;
    const own = `${cited} ${heading}`.trim();
    return numberOf(work) === '26' || number === '' ? own : `${numberOf(work)} U.S.C. ${own}`;
  },
  urlOf: (work, section) =>
    section === null || section.number === ''
      ? 'https://uscode.house.gov/'
      : `https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title${numberOf(work)}-section${encodeURIComponent(section.number)}&num=0&edition=prelim`,
};

/** The last law of a release point: `119-73not60`. */
function lawOf(state: string): { readonly congress: number; readonly law: number } | null {
  const [, congress, law] = /^(\d{1,4})-(\d{1,4})(?!\d)/.exec(state) ?? [];
  return law === undefined ? null : { congress: Number(congress), law: Number(law) };
}

export interface ReleasePoint {
  readonly congress: string;
  /** As in addresses: `73not60`. */
  readonly law: string;
  readonly date: string;
  readonly label: string;
}

/** A comment that does not end goes on to the end of the page. */
function withoutComments(page: string): string {
  const [first = '', ...others] = page.split('<!--');
  return [first, ...others.map((each) => (each.includes('-->') ? each.slice(each.indexOf('-->') + 3) : ''))].join(' ');
}

/** The current release point on the download page; null if the page has another form. */
export function releasePointIn(page: string): ReleasePoint | null {
  const text = withoutComments(page);
  const file = /xml_uscAll@(\d{2,3})-(\d{1,3}(?:u\d)?(?:not\d{1,3}(?:-\d{1,3})?)*)\.zip/.exec(text);
  const stated =
    /Public Law\s+(\d{2,3})-(\d{1,3})\s*(?:\(|&#40;)(\d{2})\/(\d{2})\/(\d{4})\)\s*(?:,\s*except\s+([\d,\s-]{3,200}))?/.exec(
      text,
    );
  const [, congress = '', law = ''] = file ?? [];
  const [, statedCongress, statedLaw = '', month, day, year, except = ''] = stated ?? [];
  if (!file || !stated || congress !== statedCongress || /^\d+/.exec(law)?.[0] !== statedLaw) return null;
  const left = except.match(/\d{2,3}-\d{1,3}/g) ?? [];
  return {
    congress,
    law,
    date: `${year}-${month}-${day}`,
    label: `Public Law ${congress}-${statedLaw}${left.length > 0 ? `, except ${left.join(', ')}` : ''}`,
  };
}
