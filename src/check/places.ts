/** Where something that a sentence states stands: in a source that it cites, in the question, in another source, or nowhere. */
import type { Quantity } from './atom.ts';
import type { FoundCitation } from './citations.ts';
import type { Evidence } from './evidence.ts';
import type { GroundingKind } from './finding.ts';
import { add, keyOf } from './rational.ts';
import { otherReadings } from './relations.ts';
import { isLimit, knowsSection, statesCitation, statesQuantity } from './valuesInSource.ts';

export interface Passage {
  readonly evidence: Evidence;
  readonly tooLittle: boolean;
}

/** What one thing that a sentence states turned out to be. */
export type Place = 'cited' | 'question' | 'calculated' | { readonly other: number } | 'nowhere';

export class Places {
  readonly #question: Evidence;
  readonly #passages: readonly Passage[];

  constructor(question: Evidence, passages: readonly Passage[]) {
    this.#question = question;
    this.#passages = passages;
  }

  states(evidence: Evidence, quantity: Quantity, text: string): boolean {
    const isRounded = !quantity.approximate && quantity.scaled && isLimit(text);
    if (statesQuantity(evidence, isRounded ? { ...quantity, scaled: false } : quantity)) return true;
    // "My children are 5 and 7" gives ages without a unit.
    if (
      evidence === this.#question &&
      quantity.unit !== 'money' &&
      quantity.unit !== 'percent' &&
      evidence.keys.has(`number:${keyOf(quantity.written)}`)
    )
      return true;
    return otherReadings(quantity, text).some((one) => statesQuantity(evidence, one));
  }

  /** "Half the limit, $5,000" */
  isHalf({ unit, value, currency }: Quantity, text: string, cited: readonly number[]): boolean {
    if (unit !== 'money' || !/\b[Hh]alf (?:of )?(?:the|that|this|its|such)\b/.test(text)) return false;
    const key = `money${currency}:${keyOf(add(value, value))}`;
    return cited.some((number) => this.#passages[number - 1]?.evidence.keys.has(key));
  }

  /** Whether the cited sources count the same things with another number: "nine trustees" where a source says "7 trustees". */
  isCounted({ noun }: Quantity, cited: readonly number[]): boolean {
    if (noun === '') return false;
    return cited.some((number) => {
      const quantities = this.#passages[number - 1]?.evidence.quantities ?? [];
      return quantities.some(
        (stated) => stated.unit === 'count' && stated.noun === noun && stated.value.numerator > 2n,
      );
    });
  }

  evidenceOf(cited: readonly number[]): Evidence[] {
    return cited.flatMap((number) => this.#passages[number - 1]?.evidence ?? []);
  }

  all(): Evidence[] {
    return this.#passages.map(({ evidence }) => evidence);
  }

  find(cited: readonly number[], states: (evidence: Evidence) => boolean): Place {
    const among = (number: number) => {
      const evidence = this.#passages[number - 1]?.evidence;
      return evidence !== undefined && states(evidence);
    };
    if (cited.some(among)) return 'cited';
    if (states(this.#question)) return 'question';
    const other = this.#passages.findIndex(({ evidence }) => states(evidence)) + 1;
    if (other === 0) return 'nowhere';
    return cited.length === 0 ? 'cited' : { other };
  }

  findCitation(cited: readonly number[], citation: FoundCitation): Place {
    const place = this.find(cited, (evidence) => statesCitation(evidence, citation));
    if (
      typeof place === 'object' &&
      citation.pins.length === 0 &&
      this.all().some(({ own }) => own !== null && own.key === citation.key)
    ) {
      // Naming another given source by its section is no fault.
      return 'cited';
    }
    if (place !== 'nowhere') return place;
    // "501(c)(3)" without a mark is a word for an organization as often as a citation.
    if (
      !citation.explicit &&
      citation.key !== null &&
      !this.all().some((evidence) => knowsSection(evidence, citation.key ?? ''))
    )
      return 'cited';
    return 'nowhere';
  }

  /**
   * Whether the subsection may be right: a passage from the section has no label of any subsection, or the sentence cites no source and
   * only points to a known section.
   */
  isUnclear({ key, pins }: FoundCitation, cited: readonly number[]): boolean {
    if (key === null || pins.length === 0) return false;
    if (cited.length === 0 && this.all().some((evidence) => knowsSection(evidence, key))) return true;
    return this.all().some(({ own, outline }) => own?.key === key && !outline.labelled);
  }

  kindOfCitation({ key, level }: FoundCitation): GroundingKind {
    if (
      level !== 'work' &&
      (key === null || [...this.all(), this.#question].some((evidence) => knowsSection(evidence, key)))
    )
      return 'section';
    return 'foreign-authority';
  }
}
