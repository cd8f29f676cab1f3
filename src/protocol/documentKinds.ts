/** The words by which people call their documents. */
import type { DocumentKind } from './overview.ts';

const WORDS: readonly (readonly [DocumentKind, string])[] = [
  [
    'creditNote',
    'credit notes?|avoirs?|creditnota|creditfactuur|rechnungs-?korrektur|gutschrift|storno-?rechnung|korrektur-?rechnung',
  ],
  ['deliveryNote', String.raw`delivery notes?|packing (?:slip|list)|\p{L}*lieferschein|lieferavis|pakbon|leverbon`],
  ['invoice', String.raw`invoices?|bills?|\p{L}*rechnung(?:en)?|factuur|facturen|factures?|facturas?|fatture?|fattura`],
  ['receipt', String.raw`receipts?|quittung|reçus?|kwitantie|\p{L}*belege?`],
  ['minutes', String.raw`minutes|meetings?|consent|\p{L}*sitzung|\p{L}*protokoll|resolution|niederschrift`],
  [
    'policy',
    String.raw`policy|policies|handbook|manual|guides?|handbuch|\p{L}*anleitung|\p{L}*richtlinien?|\p{L}*anweisung|checklists?|instructions?`,
  ],
  ['workpaper', 'walkthroughs?|work(?:ing )?papers?|arbeitspapiere?|reconciliations?|rollforwards?|abstimmung'],
  ['plan', String.raw`plans?|programs?|agenda|outline|\p{L}*plan|\p{L}*planung`],
  ['report', String.raw`reports?|study|studies|papers?|surveys?|\p{L}*bericht|\p{L}*gutachten|\p{L}*studie`],
  ['memo', String.raw`memo|memorandum|\p{L}*vermerk|notes?`],
  ['confirmation', String.raw`confirmations?|certificates?|\p{L}*bestätigung|\p{L}*bescheinigung`],
  ['letter', String.raw`letters?|schreiben|\p{L}*brief|\p{L}*bescheid`],
  ['contract', String.raw`contracts?|agreements?|lease|amendment|order form|\p{L}*vertr(?:ag|äge)|\p{L}*vereinbarung`],
];
/** A pattern for any of them. */
export const ANY_KIND = String.raw`(?<![\p{L}\p{N}])(?:${WORDS.map(([, words]) => words).join('|')})(?![\p{L}\p{N}])`;
const PATTERNS = WORDS.map(([kind, words]) => ({
  kind,
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'giu'),
}));

/** The kind that the last such word of a text names. */
export function lastKind(text: string): DocumentKind | null {
  let found: { kind: DocumentKind; end: number } | null = null;
  for (const { kind, pattern } of PATTERNS) {
    for (const match of text.slice(0, 300).matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (found === null || end > found.end) found = { kind, end };
    }
  }
  return found?.kind ?? null;
}
