/**
 * Words by which a question shows that it is about tax, accounting or audit at all, gathered from the headings of the Code's subtitles
 * and chapters, the captions of financial statements and the titles of the auditing standards. Not changed for a question that failed.
 */
import type { Query } from './query.ts';
import { stem } from './stem.ts';
import { isAbbreviation } from './subjects.ts';
import { wordsOf } from './words.ts';

/** Hardly used outside the field. */
const SURE = `
tax taxes taxed taxable taxing taxation taxpayer untaxed nontaxable pretax surtax irs irc treasury regs cpa gaap gaas ifrs fasb aicpa pcaob asc asu
deduct deduction deductible deducting nondeductible writeoff write-off depreciate depreciation depreciable amortize amortization amortizable depletion recapture
withhold withholding withheld payroll fica futa w-2 1099 1040 k-1 assessment deficiency levy lien refund overpaid overpaying overpayment underpaid underpayment audit auditor audited
excise tariff duty-free basis carryover carryback carryforward capitalize capitalization expensed expensing accrual accrue accrued accruing
partnership partner partners llc corporation corporate c-corp shareholder stockholder dividend subsidiary affiliate conglomerate liquidation reorganization spinoff merger
trust trustee grantor estate decedent beneficiary bequest heir inherit inheritance inherited probate fiduciary donor donee gift gifted gifting
pension annuity ira roth 401k 403b 457 esop hsa fsa cobra rollover vesting vested qualified-plan charitable charity nonprofit tax-exempt exempt exemption
ledger journal bookkeeping bookkeeper accountant accounting reconcile reconciliation receivable payable inventory inventories goodwill impairment impaired
revenue expense expenses liabilities balance-sheet materiality misstatement restatement workpaper workpapers engagement substantive attestation
royalty royalties bond bonds securities derivative hedge hedging reit remic ric nonresident expatriate treaty transfer-pricing filing installment
income gain gains profit losses fringe reimbursed reimbursement wages wagering bookmaker distiller brewery
`;
/** Of money, property and business in general. */
const LIKELY = `
amount amounts bill bills paid pay paying payment payments payroll paycheck salary wage bonus commission compensation employee employees employer staff contractor freelancer self-employed
cost costs price purchase bought buy buys sale sell sells sold selling value worth appraisal appraise fair cash money bank loan loans borrow borrowed borrowing debt debts owe owed owes owing lender creditor mortgage
interest stock share shares stake owner owners ownership holding invest invested investment investor fund funds portfolio option options warrant partner business firm company enterprise startup shop practice dealer exporter importer
property land building buildings plot rent rental rents rented lease leased leasing lessor lessee landlord home residence farm farmer ranch timber crop oil gas mineral mine well royalty equipment machinery vehicle fuel diesel
insurance insurer insured policy premium claim claims casualty saving savings contribute contributed contributing contribution distribute distribution donate donated donation transfer transferred
loss loses return returns report reports reported reporting year years deadline due late lifetime penalty fine fee fees charge charges credit credits rate rates percent percentage threshold ceiling cap limit bracket quarterly annual fiscal record records receipt receipts statement statements invoice
disclose disclosure controls control sampling evidence confirmation fraud independent independence review compliance customs import imported exported alcohol liquor beer wine tobacco cigarettes firearm lottery bet bets gambling winnings
bankrupt bankruptcy insolvent spouse spouses dependent dependents retire retired retirement disabled scholarship tuition education
`;

let weights: ReadonlyMap<string, number> | null = null;

/** Words that a short question lacks: one word of the field does not make it one of the field. */
const SHORT = 6;

/** How much of a question speaks of the field (0-1). */
export function fieldShare({ question, terms }: Pick<Query, 'question' | 'terms'>): number {
  weights ??= new Map([
    ...wordsOf(LIKELY).map((word) => [stem(word), 0.4] as const),
    ...wordsOf(SURE).map((word) => [stem(word), 1] as const),
  ]);
  const capitals = question.match(/\b[A-Z][A-Z0-9]{2,}\b/g) ?? [];
  const abbreviations = new Set(capitals.filter(isAbbreviation).map((word) => word.toLowerCase()));
  let sum = 0;
  for (const term of terms) sum += abbreviations.has(term.word) ? 1 : (weights.get(term.stem) ?? 0);
  return sum / (terms.length + SHORT);
}
