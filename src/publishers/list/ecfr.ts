/** The Code of Federal Regulations from the versioner of www.ecfr.gov, by parts, because whole titles often time out there. */
import * as z from 'zod/mini';
import { parseJson } from '../../text/json.ts';
import { readEcfr } from '../formats/ecfr.ts';
import type { LawSection } from '../law.ts';
import { ENGLISH_HEADINGS, type Publisher, unknownVersion, type Work } from '../publisher.ts';
import { PublisherError } from '../publisherError.ts';

const PARTS: readonly (readonly [number, number, string])[] = [
  [26, 1, 'Treasury Regulations: income taxes'],
  [26, 20, 'Treasury Regulations: estate tax'],
  [26, 25, 'Treasury Regulations: gift tax'],
  [26, 31, 'Treasury Regulations: employment taxes'],
  [26, 53, 'Treasury Regulations: foundation excise taxes'],
  [26, 54, 'Treasury Regulations: pension excise taxes'],
  [26, 301, 'Treasury Regulations: procedure and administration'],
  [26, 601, 'Treasury Regulations: statement of procedural rules'],
  [17, 210, 'Regulation S-X: financial statements'],
  [17, 229, 'Regulation S-K: disclosure'],
];

const TITLES = z.object({
  titles: z.array(
    z.object({ number: z.number(), up_to_date_as_of: z.nullish(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))) }),
  ),
});

function partOf({ id }: Work): { title: string; part: string } {
  const [, title = '', part = ''] = /^cfr(\d+)-(\d+)$/.exec(id) ?? [];
  return { title, part };
}

export const ecfr: Publisher = {
  id: 'ecfr',
  name: 'Code of Federal Regulations (eCFR)',
  host: 'www.ecfr.gov',
  listing: 'https://www.ecfr.gov/api/versioner/v1/titles.json',
  jurisdiction: 'United States',
  headings: ENGLISH_HEADINGS,
  works: PARTS.map(([title, part, name]) => ({
    id: `cfr${title}-${part}`,
    title: `${name} (${title} CFR part ${part})`,
    size: null,
  })),
  wholeLaw: false,
  offer(work, listing) {
    const { title, part } = partOf(work);
    const date = dateOf(title, listing);
    return {
      url: `https://www.ecfr.gov/api/versioner/v1/full/${date}/title-${title}.xml?part=${part}`,
      state: date,
      asOf: date,
      label: '',
    };
  },
  // The files of the publisher do not state their date.
  offerOf(work, head, day) {
    const stated = partIn(head);
    if (stated !== null && stated !== partOf(work).part) throw new PublisherError('unknownFormat', `part ${stated}`);
    return { url: urlOf(work, null), ...unknownVersion(day) };
  },
  read: (work, pieces, onSection) => readEcfr(partOf(work).title, pieces, onSection),
  state: ({ state, asOf, label }) => ({ state: state ?? '', asOf, label }),
  titleOf(work, { number, label, heading }) {
    if (number === '') return `${label} ${heading}`.trim();
    const { title } = partOf(work);
    return title === '26' ? `Treas. Reg. § ${number} ${heading}` : `${title} CFR ${number} ${heading}`;
  },
  urlOf,
};

function urlOf(work: Work, section: LawSection | null): string {
  const { title, part } = partOf(work);
  const place =
    section === null || section.number === '' ? `part-${part}` : `section-${encodeURIComponent(section.number)}`;
  return `https://www.ecfr.gov/current/title-${title}/${place}`;
}

/** The part that a file of one part or section has. Null for a file of a title. */
function partIn(head: string): string | null {
  const first = /<DIV\d [^>]{0,500}/.exec(head)?.[0] ?? '';
  return /TYPE="(?:PART|SECTION)"/.test(first) ? (/ N="(?:§ ?)?(\d+)/.exec(first)?.[1] ?? null) : null;
}

function dateOf(title: string, listing: string): string {
  const parsed = TITLES.safeParse(parseJson(listing));
  const date = parsed.data?.titles.find(({ number }) => String(number) === title)?.up_to_date_as_of;
  if (!date) throw new PublisherError('listing', 'www.ecfr.gov');
  return date;
}
