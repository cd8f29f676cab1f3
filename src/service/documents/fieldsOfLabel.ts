/** Which of the labels of a document state its date, number, parties, net amount, tax and total. */
import type { OverviewField } from '../../protocol/overview.ts';
import { CURRENCIES } from './currencies.ts';
import { partyOf } from './partyLabels.ts';

const RECORD = String.raw`(?:\p{L}*rechnungs?|\p{L}*korrektur|invoice|bill|credit note|receipt|factuur|gutschrifts?|quittungs?|beleg|facture|avoir|reçu|creditnota|creditfactuur|kwitantie)`;
const OTHER_RECORD = '(?:document|dokument(?:en)?|delivery note|lieferschein)';
const NUMBER = '(?: ?(?:no|nr|n|nº|number|nummer|numéro|id))?';
const DATED = '(?:vom|von|van|du|dated|date|of|issued (?:at|on))';

/** The most specific pattern first. Values of a pattern count only if no earlier pattern has any. */
const PATTERNS: Readonly<Record<Exclude<OverviewField, 'from' | 'to'>, readonly RegExp[]>> = {
  date: [
    new RegExp(`^(?:${RECORD}|issue|ausstellungs) ?(?:date|datum)$|^${RECORD}${NUMBER} ${DATED}$`, 'u'),
    new RegExp(
      `^(?:date of|datum der) (?:issue|ausstellung|${RECORD}|${OTHER_RECORD})$|^${OTHER_RECORD} ?(?:date|datum)$`,
      'u',
    ),
    new RegExp(`^date d(?:e (?:la |l )?| )(?:${RECORD}|facturation|émission)$`, 'u'),
    /^(?:date|datum|date of reply)$/,
    /^(?:dated|issued (?:at|on))$/,
  ],
  number: [RECORD, OTHER_RECORD].map(
    (record) => new RegExp(`^${record}${NUMBER}$|^(?:n|nº|no|numéro) d(?:e (?:la |l )?| )${record}$`, 'u'),
  ),
  net: [
    /^(?:total net|net total|net amount|net|netto|nettobetrag|nettosumme|gesamt netto|summe netto|(?:totaal|bedrag|totaalbedrag) (?:excl|exclusief) btw|(?:(?:montant|total|net) )+(?:ht|hors taxes?)|btw plichtig bedrag|gesamtbetrag netto|rechnungssumme netto|subtotal|zwischensumme)$/,
    /^\p{L}+(?:summe|betrag) ohne (?:ust|mwst|umsatzsteuer|mehrwertsteuer|vat)$|^(?:total|amount) (?:excluding|excl|without|before) (?:vat|tax|sales tax)$/u,
    /^(?:sous total(?: ht)?|positionssumme|warenwert|netto goederenwaarde|subtotaal)$/,
  ],
  tax: [
    /^(?:total (?:vat|tax)|(?:vat|tax) total|ust gesamt|gesamt ust|steuerbetrag|summe ust|mwst gesamt|vat amount|tax amount|mwst betrag|ust betrag|btw bedrag|totaal btw|af te dragen btw|(?:montant|total) (?:de la )?tva)$/,
    /^(?:(?:zzgl|zuzüglich|plus) )?(?:vat|sales tax|tax|ust|mwst|btw|tva|umsatzsteuer|mehrwertsteuer)$/,
  ],
  total: [
    /^(?:grand total|total including (?:vat|tax)|total incl (?:vat|tax)|gross total|total gross|gross amount|bruttosumme|bruttobetrag|gesamt brutto|summe brutto|gesamtbetrag brutto|rechnungssumme brutto|rechnungsbetrag|rechnungsendbetrag|endbetrag|(?:totaal|bedrag|totaalbedrag) (?:incl|inclusief) btw|(?:(?:montant|total|net) )+(?:ttc|toutes taxes comprises))$/,
    /^(?:total|total amount|invoice total|total for this invoice|invoice amount|gesamtbetrag|gesamtsumme|rechnungssumme|rechnungs total|totaal|totaalbedrag|eindtotaal|total général|factuurbedrag|rekeningsbedrag)$/,
    /^(?:total )?amount due$|^total due$|^due payable$|^(?:balance|amount) payable$|^zahlbetrag$|^zu zahlen(?:der betrag)?$|^(?:totaal )?te betalen(?: bedrag)?$|^openstaand bedrag$|^(?:(?:montant|total|net|solde|reste) )*à payer(?: ttc)?$|^montant dû$/,
  ],
};

/** The number of the first pattern that the label fits, from 0. */
export interface FieldOfLabel {
  readonly field: OverviewField;
  readonly rank: number;
}

export function fieldsOf(label: string): FieldOfLabel[] {
  const party = partyOf(label);
  if (party !== null) return [{ field: party, rank: 0 }];
  const plain = plainLabel(label);
  return Object.entries(PATTERNS).flatMap(([field, patterns]) => {
    const rank = patterns.findIndex((pattern) => pattern.test(plain));
    return rank < 0 ? [] : [{ field: field as OverviewField, rank }];
  });
}

/** Small letters, without rates, currencies and signs: "Steuerbetrag in EUR" and "MwSt. (19 %)" are "steuerbetrag" and "mwst". */
export function plainLabel(label: string): string {
  return label
    .replace(/(?: in)? \(?([A-Z]{3})\)?$/, (ending, code: string) => (CURRENCIES.has(code) ? '' : ending))
    .replace(/\(\d+\)|\d+(?:[.,]\d+)?\s?%/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
