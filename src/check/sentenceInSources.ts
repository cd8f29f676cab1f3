/** Verdicts on the sentences of an answer. */
import type { TextRange } from '../text/findQuotation.ts';
import { lettersOf } from '../text/letters.ts';
import { isComputedDate, isDueDate } from './calculations/computedDates.ts';
import { equationsIn, isResult } from './calculations/equations.ts';
import type { TableSum } from './calculations/tableSums.ts';
import { isUnchecked } from './ignoredNumbers.ts';
import { oppositesOf } from './meaning/opposites.ts';
import { type SourceText, type Statement, sourceTextOf, statementOf, trueSource } from './meaning/sourceStatements.ts';
import { createPlaces } from './placesInSources.ts';
import { containsQuotation, quotationsIn } from './quotationsInSource.ts';
import type { Sentence } from './sentences.ts';
import {
  type Compared,
  type GroundingFinding,
  type GroundingKind,
  kindOf,
  type Missing,
  type Place,
  type SentenceVerdict,
} from './sentenceVerdict.ts';
import { marksIn, type SourceMark } from './sourceMarks.ts';
import type { Evidence } from './statedInText.ts';
import { equal } from './values/equalNumbers.ts';
import { normalise } from './values/normalise.ts';
import { blanked } from './values/numbersInNames.ts';
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
  written(range: TextRange): string;
}

export interface ComparedPassage {
  readonly evidence: Evidence;
  readonly tooLittle: boolean;
}

/** `citing`: the sources to compare with, instead of those of the marks in the text. */
export type Judge = (
  sentence: Sentence,
  citing: readonly number[] | null,
  sums: readonly TableSum[],
) => SentenceVerdict;

/**
 * Judges sentences in their order: results of earlier ones may be operands of later ones. `wholeText`: the passages show all of their text,
 * so a missing subsection is certain too.
 */
export function createJudge(question: Evidence, passages: readonly ComparedPassage[], wholeText = false): Judge {
  const evidences = passages.map(({ evidence }) => evidence);
  const numbers = passages.map((_, at) => at + 1);
  const places = createPlaces(question, evidences);
  const texts = new Map<Evidence, SourceText>();
  /** Results of calculations that agree. */
  const results: Quantity[] = [];

  const isGiven = (number: number) => numbers.includes(number);

  function given(marks: readonly SourceMark[]): number[] {
    const cited = new Set(marks.flatMap((mark) => mark.numbers));
    return numbers.filter((number) => cited.has(number));
  }

  /** `cells`: totals of tables, and whether they agree with their columns. */
  function missingQuantities({ text, read, cited, written }: Claim, cells: ReadonlyMap<Quantity, boolean>): Missing[] {
    const calculated = new Map([
      ...equationsIn(text, read.quantities).map(({ result, agrees }) => [result, agrees] as const),
      ...cells,
    ]);
    const founded: Quantity[] = [];
    const open: [Quantity, Place][] = [];
    const missing: Missing[] = [];
    for (const quantity of read.quantities) {
      const agrees = calculated.get(quantity);
      if (agrees) results.push(quantity);
      const place = agrees ? 'founded' : places.findQuantity(cited, quantity, text);
      if (agrees === false) missing.push({ kind: kindOf(quantity), words: written(quantity), place: 'calculation' });
      else if (place === 'founded') founded.push(quantity);
      else open.push([quantity, place]);
    }
    for (const [quantity, place] of open) {
      if (
        isResult(quantity, [...question.quantities, ...results, ...founded]) ||
        results.some((one) => one.unit === quantity.unit && equal(one.value, quantity.value))
      ) {
        founded.push(quantity);
        results.push(quantity);
      } else if (!isUnchecked(quantity, cited.length > 0) || places.isCounted(quantity, text, cited))
        missing.push({ kind: kindOf(quantity), words: written(quantity), place });
    }
    return missing;
  }

  function missingDates({ read, cited, written }: Claim): Missing[] {
    const sources = places.evidenceOf(cited);
    const known: DateAtom[] = [...question.dates];
    const periods = [...read.quantities, ...sources.flatMap(({ quantities }) => quantities)];
    return read.dates.flatMap((date) => {
      const place = places.find(cited, (evidence) => statesDate(evidence, date));
      if (place === 'founded') known.push(date);
      return isDueDate(date, sources, question) || isComputedDate(date, known, periods)
        ? []
        : unfounded(place, 'date', written(date));
    });
  }

  function judged(
    { sentence: { text, start, end, form }, text: plain, read, cited }: Claim,
    missing: readonly Missing[],
  ): Omit<SentenceVerdict, 'compared'> {
    const asked = cited.length > 0 ? cited : numbers;
    const tooLittle = asked.length === 0 || asked.some((number) => passages[number - 1]?.tooLittle);
    const findingOf = (kind: GroundingKind, words: string, more: Partial<GroundingFinding> = {}): GroundingFinding => ({
      kind,
      words,
      source: cited[0] ?? null,
      foundIn: null,
      calculation: false,
      sourceWords: '',
      ...more,
    });
    const elsewhere = (words: string, foundIn: number) => findingOf('wrong-source', words, { foundIn });
    const result = (
      outcome: SentenceVerdict['outcome'],
      findings: readonly GroundingFinding[],
      correctSources: readonly number[] = [],
    ) => ({ text, start, end, cited, outcome, findings: findings.slice(0, MOST_FINDINGS), correctSources });
    // A mark without a source is certain; anything else may be in what a source does not show.
    const certain = missing.filter(
      ({ kind, place }) =>
        wholeText || kind === 'missing-source' || place === 'calculation' || (place !== 'unclear' && !tooLittle),
    );
    if (certain.length > 0) {
      const findings = certain.map(({ kind, words, place }) =>
        typeof place === 'object'
          ? elsewhere(words, place.other)
          : findingOf(kind, words, { calculation: place === 'calculation' }),
      );
      const others = new Set(missing.flatMap(({ place }) => (typeof place === 'object' ? place.other : [])));
      const isMiscited = certain.every(
        ({ place, kind }) => typeof place === 'object' || (kind === 'missing-source' && cited.length > 0),
      );
      if (!isMiscited) return result('unsupported', findings);
      return result('miscited', findings, others.size > 0 ? numbers.filter((number) => others.has(number)) : cited);
    }
    const claim = statementOf(plain, read);
    const other = missing.length === 0 && form === 'prose' && !tooLittle ? otherSource(claim, cited) : 0;
    if (other > 0) return result('miscited', [elsewhere(text, other)], [other]);
    // A sentence in the words of its source cannot say the opposite.
    const letters = lettersOf(plain);
    const isCopied = cited.some((number) => evidences[number - 1]?.letters().includes(letters));
    const opposed = form === 'heading' || isCopied ? [] : oppositesOf(claim, textsOf(cited), question.quantities);
    return result(
      opposed.length > 0 ? 'flagged' : missing.length > 0 ? 'unclear' : 'passed',
      opposed.map(({ words, sourceWords }) => findingOf('opposite', words, { sourceWords })),
    );
  }

  function textsOf(cited: readonly number[]): SourceText[] {
    return cited.flatMap((number) => {
      const evidence = evidences[number - 1];
      if (evidence === undefined) return [];
      const text = texts.get(evidence) ?? sourceTextOf(evidence);
      texts.set(evidence, text);
      return text;
    });
  }

  /** The number of the source that the sentence is from, if it is hardly from those that it cites; 0 if there is none. */
  function otherSource(claim: Statement, cited: readonly number[]): number {
    if (cited.length === 0 || passages.length < 2) return 0;
    return trueSource(claim, textsOf(cited), textsOf(numbers)) + 1;
  }

  return (sentence, citing, sums) => {
    const { text: plain, original } = normalise(sentence.text);
    const marks = marksIn(plain);
    const text = blanked(plain, marks);
    const claim: Claim = {
      sentence,
      text,
      read: readAtoms(text),
      cited: citing ?? given(marks),
      written({ start, end }) {
        const last = original(end - 1);
        // The last character may have two code units.
        return sentence.text.slice(original(start), last + ((sentence.text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1));
      },
    };
    const { read, cited, written } = claim;
    const cells = new Map<Quantity, boolean>();
    for (const quantity of read.quantities) {
      const place = sentence.start + original(quantity.start);
      const sum = sums.find(({ start, end }) => start <= place && place < end);
      if (sum) cells.set(quantity, sum.agrees);
    }
    const quotations = quotationsIn(sentence.text, sentence.form === 'quotation');
    const missing = [
      ...marks
        .filter((mark) => !mark.numbers.every(isGiven))
        .flatMap((mark) => unfounded('nowhere', 'missing-source', written(mark))),
      ...missingQuantities(claim, cells),
      ...missingDates(claim),
      ...read.citations.flatMap((citation) =>
        unfounded(places.findCitation(cited, citation), places.kindOfCitation(citation), written(citation)),
      ),
      ...quotations.flatMap((quotation) =>
        unfounded(
          places.find(cited, (evidence) => containsQuotation(evidence, quotation)),
          'quote',
          quotation.text,
        ),
      ),
    ];
    return { ...judged(claim, missing), compared: comparedIn(claim, missing, quotations.length) };
  };
}

const unfounded = (place: Place, kind: GroundingKind, words: string): Missing[] =>
  place === 'founded' ? [] : [{ kind, words, place }];

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
