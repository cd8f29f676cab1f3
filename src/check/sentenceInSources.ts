/** Verdicts on the sentences of an answer. */
import { lettersOf } from '../text/letters.ts';
import { isComputedDate, isDueDate } from './calculations/computedDates.ts';
import { equationsIn, isResult } from './calculations/equations.ts';
import type { TableSum } from './calculations/tableSums.ts';
import {
  type Compared,
  type GroundingFinding,
  type GroundingKind,
  kindOf,
  type Missing,
  type Place,
  type SentenceVerdict,
} from './finding.ts';
import { marksIn, type SourceMark } from './marks.ts';
import { oppositesOf } from './meaning/opposites.ts';
import { type SourceText, type Statement, sourceTextOf, statementOf, trueSource } from './meaning/sourceStatements.ts';
import { isUnchecked } from './notCompared.ts';
import { type ComparedPassage, Places } from './placesInSources.ts';
import { containsQuotation, quotationsIn } from './quotationsInSource.ts';
import type { Sentence } from './sentences.ts';
import type { Evidence } from './sourceValues.ts';
import { blanked } from './values/names.ts';
import { normalise } from './values/normalise.ts';
import { equal } from './values/rational.ts';
import { type ReadText, readAtoms } from './values/readValues.ts';
import type { DateAtom, Quantity } from './values/value.ts';
import { statesDate } from './valuesInSource.ts';

/** Findings of one sentence that are listed. */
const MOST_FINDINGS = 20;

/** A sentence as it is compared. */
interface Claim {
  readonly sentence: Sentence;
  /** Normalised, with blanks in place of the marks. */
  readonly text: string;
  readonly read: ReadText;
  readonly cited: readonly number[];
  /** The words of the sentence at places of the normalised text. */
  written(range: { readonly start: number; readonly end: number }): string;
}

/** Judges sentences in their order: results of earlier ones may be operands of later ones. */
export class Judge {
  readonly #question: Evidence;
  readonly #passages: readonly ComparedPassage[];
  /** The passages show all of their text, so a missing subsection is certain too. */
  readonly #wholeText: boolean;
  readonly #places: Places;
  readonly #texts: (SourceText | undefined)[] = [];
  /** Results of calculations that agree. */
  readonly #results: Quantity[] = [];

  constructor(question: Evidence, passages: readonly ComparedPassage[], wholeText = false) {
    this.#question = question;
    this.#passages = passages;
    this.#wholeText = wholeText;
    this.#places = new Places(question, passages);
  }

  /** `citing`: the sources to compare with, instead of those of the marks in the text. */
  verdict(sentence: Sentence, citing: readonly number[] | null, sums: readonly TableSum[]): SentenceVerdict {
    const { text: plain, original } = normalise(sentence.text);
    const marks = marksIn(plain);
    const text = blanked(plain, marks);
    const claim: Claim = {
      ...{ sentence, text, read: readAtoms(text), cited: citing ?? this.#given(marks) },
      written({ start, end }) {
        const last = original(end - 1);
        // The last character may have two code units.
        return sentence.text.slice(original(start), last + ((sentence.text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1));
      },
    };
    const cells = new Map<Quantity, boolean>();
    for (const quantity of claim.read.quantities) {
      const place = sentence.start + original(quantity.start);
      const sum = sums.find(({ start, end }) => start <= place && place < end);
      if (sum) cells.set(quantity, sum.agrees);
    }
    const quotations = quotationsIn(sentence.text, sentence.form === 'quotation');
    const missing = [
      ...marks
        .filter(({ numbers }) => numbers.some((number) => !this.#isGiven(number)))
        .map((mark): Missing => ({ kind: 'missing-source', value: claim.written(mark), place: 'nowhere' })),
      ...this.#missingQuantities(claim, cells),
      ...this.#missingDates(claim),
      ...claim.read.citations.flatMap((citation) =>
        unfounded(
          this.#places.findCitation(claim.cited, citation),
          this.#places.kindOfCitation(citation),
          claim.written(citation),
        ),
      ),
      ...quotations.flatMap((quotation) =>
        unfounded(
          this.#places.find(claim.cited, (evidence) => containsQuotation(evidence, quotation)),
          'quote',
          quotation.text,
        ),
      ),
    ];
    const compared = comparedIn(claim, missing, quotations.length);
    const checkable = marks.length > 0 || missing.length > 0 || Object.values(compared).some((count) => count > 0);
    return { ...this.#judged(claim, missing, marks[0]), compared, checkable };
  }

  readonly #isGiven = (number: number) => number >= 1 && number <= this.#passages.length;

  #given(marks: readonly SourceMark[]): number[] {
    const numbers = new Set(marks.flatMap((mark) => mark.numbers));
    return [...numbers].filter(this.#isGiven).sort((one, other) => one - other);
  }

  /** `cells`: totals of tables, and whether they agree with their columns. */
  #missingQuantities({ text, read, cited, written }: Claim, cells: ReadonlyMap<Quantity, boolean>): Missing[] {
    const calculated = new Map([
      ...equationsIn(text, read.quantities).map(({ result, agrees }) => [result, agrees] as const),
      ...cells,
    ]);
    const founded: Quantity[] = [];
    const open: [Quantity, Place][] = [];
    const missing: Missing[] = [];
    for (const quantity of read.quantities) {
      const agrees = calculated.get(quantity);
      if (agrees === false) {
        missing.push({ kind: kindOf(quantity), value: written(quantity), place: 'calculation' });
        continue;
      }
      if (agrees) this.#results.push(quantity);
      const place = agrees
        ? 'founded'
        : this.#places.find(cited, (evidence) => this.#places.states(evidence, quantity, text));
      if (place === 'founded') founded.push(quantity);
      else open.push([quantity, place]);
    }
    for (const [quantity, place] of open) {
      if (
        isResult(quantity, [...this.#question.quantities, ...this.#results, ...founded]) ||
        this.#results.some((one) => one.unit === quantity.unit && equal(one.value, quantity.value))
      ) {
        founded.push(quantity);
        this.#results.push(quantity);
      } else if (!isUnchecked(quantity, cited.length > 0) || this.#places.isCounted(quantity, text, cited))
        missing.push({ kind: kindOf(quantity), value: written(quantity), place });
    }
    return missing;
  }

  #missingDates({ read, cited, written }: Claim): Missing[] {
    const given = this.#places.evidenceOf(cited);
    const known: DateAtom[] = [...this.#question.dates];
    return read.dates.flatMap((date) => {
      const place = this.#places.find(cited, (evidence) => statesDate(evidence, date));
      if (place === 'founded') {
        known.push(date);
        return [];
      }
      const periods = [...read.quantities, ...given.flatMap(({ quantities }) => quantities)];
      return isDueDate(date, given, this.#question) || isComputedDate(date, known, periods)
        ? []
        : unfounded(place, 'date', written(date));
    });
  }

  #judged(
    { sentence: { text, start, end, form }, text: plain, read, cited }: Claim,
    missing: readonly Missing[],
    mark: SourceMark | undefined,
  ): Omit<SentenceVerdict, 'compared' | 'checkable'> {
    const asked = cited.length > 0 ? cited : this.#passages.map((_, at) => at + 1);
    const tooLittle = asked.length === 0 || asked.some((number) => this.#passages[number - 1]?.tooLittle);
    const findingOf = (kind: GroundingKind, words: string, more: Partial<GroundingFinding> = {}): GroundingFinding => ({
      ...{ kind, sentence: text, start, end, value: words, words, source: cited[0] ?? null },
      ...{ foundIn: null, calculation: false, sourceWords: '' },
      ...more,
    });
    const elsewhere = (words: string, foundIn: number) =>
      findingOf('wrong-source', words, { foundIn, value: mark?.text ?? words });
    const result = (outcome: SentenceVerdict['outcome'], findings: readonly GroundingFinding[]) => ({
      ...{ text, start, end, cited, outcome, findings: findings.slice(0, MOST_FINDINGS) },
      correctSources: [],
    });
    // A mark without a source is certain; anything else may be in what a source does not show.
    const certain = missing.filter(
      ({ kind, place }) =>
        this.#wholeText || kind === 'missing-source' || place === 'calculation' || (place !== 'unclear' && !tooLittle),
    );
    if (certain.length > 0) {
      const findings = certain.map(({ kind, value, place }) =>
        typeof place === 'object'
          ? elsewhere(value, place.other)
          : findingOf(kind, value, { calculation: place === 'calculation' }),
      );
      const others = new Set(missing.flatMap(({ place }) => (typeof place === 'object' ? [place.other] : [])));
      const isMiscited = certain.every(
        ({ place, kind }) => typeof place === 'object' || (kind === 'missing-source' && cited.length > 0),
      );
      if (!isMiscited) return result('unsupported', findings);
      const correctSources = others.size > 0 ? [...others].sort((one, other) => one - other) : cited;
      return { ...result('miscited', findings), correctSources };
    }
    const claim = statementOf(plain, read);
    const other = missing.length === 0 && form === 'prose' && !tooLittle ? this.#otherSource(claim, cited) : 0;
    if (other > 0) return { ...result('miscited', [elsewhere(text, other)]), correctSources: [other] };
    // A sentence in the words of its source cannot say the opposite.
    const letters = lettersOf(plain);
    const isCopied = cited.some((number) => this.#passages[number - 1]?.evidence.letters().includes(letters));
    const isCompared = form !== 'heading' && !isCopied;
    const opposed = isCompared ? oppositesOf(claim, this.#textsOf(cited), this.#question.quantities) : [];
    return result(
      opposed.length > 0 ? 'flagged' : missing.length > 0 ? 'unclear' : 'passed',
      opposed.map(({ words, sourceWords }) => findingOf('opposite', words, { sourceWords })),
    );
  }

  #textsOf(numbers: readonly number[]): SourceText[] {
    return numbers.flatMap((number) => {
      const evidence = this.#passages[number - 1]?.evidence;
      const known = this.#texts[number] ?? (evidence && sourceTextOf(evidence));
      this.#texts[number] = known;
      return known ?? [];
    });
  }

  /** The number of the source that the sentence is from, if it is hardly from those that it cites; 0 if there is none. */
  #otherSource(claim: Statement, cited: readonly number[]): number {
    if (cited.length === 0 || this.#passages.length < 2) return 0;
    const all = this.#textsOf(this.#passages.map((_, at) => at + 1));
    return trueSource(claim, this.#textsOf(cited), all) + 1;
  }
}

const unfounded = (place: Place, kind: GroundingKind, value: string): Missing[] =>
  place === 'founded' ? [] : [{ kind, value, place }];

/** The values of a sentence without those that are missing. */
function comparedIn({ read, cited }: Claim, missing: readonly Missing[], quotations: number): Compared {
  const found = (all: number, ...kinds: GroundingKind[]) =>
    Math.max(0, all - missing.filter(({ kind }) => kinds.includes(kind)).length);
  const amounts = read.quantities.filter((quantity) => !isUnchecked(quantity, cited.length > 0)).length;
  return {
    amounts: found(amounts, 'amount', 'percent', 'count'),
    dates: found(read.dates.length, 'date'),
    sections: found(read.citations.length, 'section', 'foreign-authority'),
    quotations: found(quotations, 'quote'),
  };
}
