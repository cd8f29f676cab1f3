/** Where something that a sentence states stands: in a source that it cites, in the question, in another source, or nowhere. */

import type { GroundingKind, Place } from './sentenceVerdict.ts';
import type { Evidence } from './statedInText.ts';
import { keyOf } from './values/equalNumbers.ts';
import type { FoundCitation } from './values/legalCitations.ts';
import type { Quantity } from './values/value.ts';
import { isLimit, knowsSection, statesCitation, statesQuantity } from './valuesInSource.ts';

const MULTIPLE =
  /(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) times\b|\d ?x\b|\d ?(?::|to) ?1(?:\.0+)?\b/i;

/** "twelve times the basis", where a cited passage states another multiple. */
const isMultiple = ({ unit, end }: Quantity, text: string, cited: readonly Evidence[]): boolean =>
  unit === 'plain' &&
  /^(?: times\b| ?x\b| ?: ?1\b| to 1\b)/.test(text.slice(end, end + 7)) &&
  cited.some((evidence) => MULTIPLE.test(evidence.text));

export function createPlaces(question: Evidence, all: readonly Evidence[]) {
  /** Without cited sources, all of them. */
  const evidenceOf = (cited: readonly number[]): readonly Evidence[] =>
    cited.length > 0 ? cited.flatMap((number) => all[number - 1] ?? []) : all;

  function find(cited: readonly number[], states: (evidence: Evidence) => boolean): Place {
    if (evidenceOf(cited).some(states) || states(question)) return 'founded';
    const other = all.findIndex(states) + 1;
    return other === 0 ? 'nowhere' : { other };
  }

  return {
    evidenceOf,
    find,
    findQuantity(cited: readonly number[], quantity: Quantity, text: string): Place {
      const isExact = !quantity.approximate && quantity.scaled && isLimit(text);
      const claim = isExact ? { ...quantity, scaled: false } : quantity;
      // "My children are 5 and 7" gives ages without a unit.
      const isBare = quantity.unit !== 'money' && quantity.unit !== 'percent';
      return find(
        cited,
        (evidence) =>
          statesQuantity(evidence, claim) ||
          (evidence === question && isBare && evidence.keys.has(`number:${keyOf(quantity.written)}`)),
      );
    },
    /** Whether the cited sources count the same things with another number: "nine trustees" where a source says "7 trustees". */
    isCounted(claim: Quantity, text: string, cited: readonly number[]): boolean {
      if (cited.length === 0) return false;
      const own = evidenceOf(cited);
      const isAlike = ({ unit, noun, value }: Quantity) => unit === 'count' && noun === claim.noun && value > 2;
      return (
        isMultiple(claim, text, own) || (claim.noun !== '' && own.some(({ quantities }) => quantities.some(isAlike)))
      );
    },
    findCitation(cited: readonly number[], citation: FoundCitation): Place {
      const { key, pins, explicit } = citation;
      const place = find(cited, (evidence) => statesCitation(evidence, citation));
      // Naming another given source by its section is no fault.
      if (typeof place === 'object' && pins.length === 0 && all.some(({ own }) => own !== null && own.key === key))
        return 'founded';
      if (place !== 'nowhere' || key === null) return place;
      const isKnown = all.some((evidence) => knowsSection(evidence, key));
      // "501(c)(3)" without a mark is a word for an organization as often as a citation.
      if (!explicit && !isKnown) return 'founded';
      // The subsection may be right: a passage from the section has no label of any, or the sentence only points to a known section.
      const isUnlabelled = all.some(({ own, outline }) => own?.key === key && !outline.labelled);
      return pins.length > 0 && (isUnlabelled || (cited.length === 0 && isKnown)) ? 'unclear' : 'nowhere';
    },
    kindOfCitation({ key, level }: FoundCitation): GroundingKind {
      const isKnown = key === null || [...all, question].some((evidence) => knowsSection(evidence, key));
      return level !== 'work' && isKnown ? 'section' : 'foreign-authority';
    },
  };
}
