/** Whether a text states a quantity, a date or a citation. */

import { hasLabels, hasPath } from './passageLabels.ts';
import type { Evidence } from './statedInText.ts';
import { wantedDate, wantedQuantity } from './valueKeys.ts';
import { isWithin } from './values/equalNumbers.ts';
import type { FoundCitation } from './values/legalCitations.ts';
import type { DateAtom, Quantity } from './values/value.ts';

export const statesQuantity = (evidence: Evidence, claim: Quantity): boolean =>
  wantedQuantity(claim, evidence.tabular).some((key) => evidence.keys.has(key)) || closeEnough(evidence, claim);

export const statesDate = ({ keys }: Evidence, claim: DateAtom): boolean =>
  wantedDate(claim).some((key) => keys.has(key));

/** Words that make a figure a limit, which is not rounded unless the sentence says so. */
const LIMIT =
  /\b(?:limit|cap|ceiling|maximum|minimum|threshold|exceed\w*|at (?:most|least)|(?:no|not) (?:more|less|fewer) than|up to|rate)\b/i;

/** "about $40" for 40.26, "$1.24 million" for 1,243,500: half a unit of the claim's last digit, if the claim has fewer digits. */
function closeEnough({ quantities }: Evidence, claim: Quantity): boolean {
  const { step, value, unit, currency, approximate, scaled } = claim;
  if (step === null || !(approximate || (scaled && unit === 'money'))) return false;
  return quantities.some((stated) => {
    if (stated.unit !== unit || stated.currency !== currency || stated.step === null) return false;
    return isWithin(stated.value, value, step / 2) && stated.step < step;
  });
}

export const isLimit = (words: string) => LIMIT.test(words);

/** Whether the text is from the section, or names it, at the full depth of the claim. */
export function statesCitation(evidence: Evidence, claim: FoundCitation): boolean {
  const { key, base, pins, level } = claim;
  const { own, outline, letters, numberedParagraphs, titledParts } = evidence;
  if (level === 'work') return key !== null && letters().includes(key);
  if (key === null) return hasLabels(outline, pins) || titledParts.has(pins.join('.'));
  if (own?.key === key) {
    if (pins.length === 0 || hasPath(outline, pins)) return true;
    if (hasInlineLabel(evidence, pins) || hasLabelsInOrder(evidence, pins)) return true;
  } else if (own?.key === base && base !== null) {
    // IFRS 16.22 is paragraph 22 of IFRS 16.
    if (numberedParagraphs.has(key.slice(base.length + 1).toLowerCase())) return true;
  }
  const named = evidence.sections.get(key);
  return named !== undefined && (pins.length === 0 || named.has(pins.join('.')));
}

/** Regulations have all of their labels in running text: "(f) De minimis safe harbor election—(1) In general. …". */
function hasLabelsInOrder({ text, own }: Evidence, pins: readonly string[]): boolean {
  if (own === null || !/^(?:treas|reg|\d+\.)/.test(own.key)) return false;
  let from = 0;
  for (const pin of pins) {
    const at = text.indexOf(`(${pin}) `, from);
    if (at < 0) return false;
    from = at + pin.length + 2;
  }
  return pins.length > 0;
}

/** "(ii)" in running text below a part that has a label of its own. */
function hasInlineLabel({ outline, text }: Evidence, pins: readonly string[]): boolean {
  const parent = pins.slice(0, -1);
  return parent.length > 0 && hasPath(outline, parent) && text.includes(` (${pins.at(-1)}) `);
}

/** Whether the section without its subsections is known to the text. */
export const knowsSection = ({ own, sections }: Evidence, key: string): boolean =>
  own?.key === key || own?.base === key || sections.has(key);
