/** Tells whether a text deals with tax, accounting or auditing, by the authorities that it cites and by its words. */
import { parseAuthorities } from './parseAuthorities.ts';

export type Field = 'tax' | 'accounting' | 'audit';

const AUDITING_STANDARD = /^(?:au|at|ar|as|isa|isae|isqm|sqms|qc|ssars|ssae|sas)(?:-c)?\s/;
/** A citation counts as much as this many words. */
const CITATION = 3;

const WORDS: Readonly<Record<Field, RegExp>> = {
  tax: /\b(?:tax(?:es|ed|able|ation|payers?)?|(?:non)?deduct(?:s|ed|ible|ibility|ions?)?|irs|internal revenue|gross income|placed in service|withholding|forms? \d{3,4}|schedule [a-z]-?\d?)\b/gi,
  accounting:
    /\b(?:accounting|gaap|ifrs|as[cu](?!\s*\d)|fasb|iasb|financial (?:statements?|reporting)|balance sheets?|carrying (?:amounts?|values?)|fair value|impair(?:ed|ments?)|deferred (?:income )?tax(?:es)?|revenue recognition|performance obligations?|right-of-use|lease liabilit(?:y|ies)|journal entr(?:y|ies)|book values?|disclosures?)\b/gi,
  audit:
    /\b(?:audit(?:s|or|ors|ing|ee)?|gaas|pcaob|(?:au-c|isa)(?!\s*\d)|going concern|material(?:ity)?|assertions?|misstatements?|work(?:ing )?papers?|confirmations?|internal controls?|walkthroughs?|sampl(?:e|es|ing)|engagement team)\b/gi,
};
/** Words of one field that are a term of another, for example an audit by the IRS. */
const DEFERRED_TAX = /\bdeferred (?:income )?tax(?:es)?\b/gi;
const TAX_AUDIT = /\b(?:irs|tax|bba|partnership) audits?\b/gi;

/** Null if no field has more signs than each of the others. */
export function fieldOf(text: string): Field | null {
  const counts: Record<Field, number> = { tax: 0, accounting: 0, audit: 0 };
  for (const { type, key } of parseAuthorities(text)) {
    const standard = AUDITING_STANDARD.test(key) ? 'audit' : 'accounting';
    counts[type === 'standard' ? standard : 'tax'] += CITATION;
  }
  const count = (words: RegExp) => text.match(words)?.length ?? 0;
  counts.tax += count(WORDS.tax) - count(DEFERRED_TAX);
  counts.accounting += count(WORDS.accounting);
  counts.audit += count(WORDS.audit) - count(TAX_AUDIT);
  const fields = (['tax', 'accounting', 'audit'] as const).toSorted((one, other) => counts[other] - counts[one]);
  const [first, second] = fields;
  return first && second && counts[first] > counts[second] ? first : null;
}
