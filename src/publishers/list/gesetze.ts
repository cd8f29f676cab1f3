/** German federal law from Gesetze im Internet. Each law has one address; only the file says which version it is. */
import { abbreviationOf, readGii } from '../formats/gii.ts';
import type { Offer, Publisher } from '../publisher.ts';
import { PublisherError } from '../publisherError.ts';

/** The name of the law in addresses, its abbreviation and its title. */
const LAWS: readonly (readonly [string, string, string])[] = [
  ['estg', 'EStG', 'Einkommensteuergesetz'],
  ['estdv_1955', 'EStDV', 'Einkommensteuer-Durchführungsverordnung'],
  ['kstg_1977', 'KStG', 'Körperschaftsteuergesetz'],
  ['gewstg', 'GewStG', 'Gewerbesteuergesetz'],
  ['ustg_1980', 'UStG', 'Umsatzsteuergesetz'],
  ['ustdv_1980', 'UStDV', 'Umsatzsteuer-Durchführungsverordnung'],
  ['ao_1977', 'AO', 'Abgabenordnung'],
  ['hgb', 'HGB', 'Handelsgesetzbuch'],
  ['solzg_1995', 'SolZG', 'Solidaritätszuschlaggesetz 1995'],
  ['erbstg_1974', 'ErbStG', 'Erbschaftsteuer- und Schenkungsteuergesetz'],
  ['grestg_1983', 'GrEStG', 'Grunderwerbsteuergesetz'],
  ['grstg_1973', 'GrStG', 'Grundsteuergesetz'],
  ['astg', 'AStG', 'Außensteuergesetz'],
  ['bewg', 'BewG', 'Bewertungsgesetz'],
  ['invstg_2018', 'InvStG', 'Investmentsteuergesetz'],
  ['umwstg_2006', 'UmwStG', 'Umwandlungssteuergesetz'],
  ['lstdv', 'LStDV', 'Lohnsteuer-Durchführungsverordnung'],
  ['fgo', 'FGO', 'Finanzgerichtsordnung'],
  ['gmbhg', 'GmbHG', 'GmbH-Gesetz'],
  ['aktg', 'AktG', 'Aktiengesetz'],
];

/** Bytes of most of these archives. The largest are below 500 kB. */
const SIZE = 250_000;

export const gesetze: Publisher = {
  id: 'gii',
  name: 'Deutsche Gesetze (Gesetze im Internet, BMJ)',
  host: 'www.gesetze-im-internet.de',
  listing: null,
  jurisdiction: 'Germany',
  headings: { footnotes: 'Fußnoten', note: 'Anmerkung', source: 'Fundstelle' },
  works: LAWS.map(([id, short, title]) => ({ id, title: `${title} (${short})`, size: SIZE })),
  wholeLaw: true,
  offer: ({ id }) => offerOf(id),
  offerOf({ id }, head) {
    const stated = abbreviationOf(/<jurabk>([^<]{1,60})<\/jurabk>/.exec(head)?.[1] ?? '');
    const [, short] = LAWS.find(([law]) => law === id) ?? [];
    // What is no law at all is refused by its reader.
    if (stated !== '' && stated !== short) throw new PublisherError('unknownFormat', stated);
    return offerOf(id);
  },
  read: (_work, pieces, onSection) => readGii(pieces, onSection),
  state(_offer, { release, statements }) {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(release) ?? [];
    const changed = statements.findLast((statement) => /geändert/.test(statement)) ?? statements.at(-1) ?? '';
    return { state: release, asOf: year === undefined ? null : `${year}-${month}-${day}`, label: changed };
  },
  titleOf: (_work, { label, heading }) => `${label} ${heading}`.trim(),
  urlOf: ({ id }) => `https://www.gesetze-im-internet.de/${id}/`,
};

function offerOf(id: string): Offer {
  return { url: `https://www.gesetze-im-internet.de/${id}/xml.zip`, state: null, asOf: null, label: '' };
}
