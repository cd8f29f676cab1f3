/** Labels next to the names of the parties of a document, in English, German, Dutch and French. */

const FROM =
  'seller|supplier|vendor|sold by|issued by|from|landlord|lessor|lender|licensor|provider|verkäufer(?:in)?|lieferant(?:in)?|rechnungssteller(?:in)?|rechnungsaussteller(?:in)?|aussteller(?:in)?|auftragnehmer(?:in)?|leistungserbringer(?:in)?|vermieter(?:in)?|verpächter(?:in)?|darlehensgeber(?:in)?|von|absender(?:in)?|verkoper|leverancier|verhuurder|vendeur|fournisseur|prestataire|émetteur|bailleur';
const TO =
  'buyer|purchaser|customer|client|bill(?:ed)? to|sold to|ship(?:ped)? to|invoice(?:d)? to|to|tenant|lessee|borrower|licensee|bill to address|käufer(?:in)?|kund(?:e|in)|rechnungsempfänger(?:in)?|leistungsempfänger(?:in)?|empfänger(?:in)?|auftraggeber(?:in)?|mieter(?:in)?|pächter(?:in)?|darlehensnehmer(?:in)?|an|koper|klant|afnemer|factuurontvanger|huurder|acheteur|cliente|destinataire|locataire|(?:facturé|adressé) à';
const labelPattern = (words: string) =>
  new RegExp(String.raw`^(?:${words})(?:\s?/.*| (?:name|herr|herrn|frau))?$`, 'iu');
const FROM_LABEL = labelPattern(FROM);
const TO_LABEL = labelPattern(TO);

/** Labels of who writes and who is written to. The others are those of a trade or a contract. */
const CORRESPONDENT = labelPattern('from|to|von|an|absender(?:in)?|empfänger(?:in)?');

export const isCorrespondent = (label: string): boolean => CORRESPONDENT.test(label);

/** Null if the label is none of a party. */
export function partyOf(label: string): 'from' | 'to' | null {
  if (FROM_LABEL.test(label)) return 'from';
  return TO_LABEL.test(label) ? 'to' : null;
}
