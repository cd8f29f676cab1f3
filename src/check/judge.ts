/** Verdicts on the sentences of an answer. */
import type { Quantity } from './atom.ts';
import { comparedIn } from './comparedValues.ts';
import { arithmeticOf } from './computed.ts';
import { isComputedDate, isDueDate } from './computedDates.ts';
import { type Equation, equationsIn } from './equations.ts';
import type { Evidence } from './evidence.ts';
import { isUnchecked } from './exempt.ts';
import { type Compared, type GroundingFinding, kindOf, type Missing, type SentenceVerdict } from './finding.ts';
import { marksIn, type SourceMark, withoutMarks } from './marks.ts';
import { normalise } from './normalise.ts';
import type { Opposite } from './opposite.ts';
import { oppositesOf, trueSource } from './opposites.ts';
import { type Passage, Places } from './places.ts';
import { containsQuotation, quotationsIn } from './quotations.ts';
import { type ReadText, readAtoms } from './readAtoms.ts';
import { isCountOfOperand, isHalfShare, isMultiple, isRatio, isSpan, isStatedShare } from './relations.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { type SourceText, sourceTextOf } from './sourceStatements.ts';
import { type TableSum, tableSums } from './tableSums.ts';
import { statesDate } from './valuesInSource.ts';

/** Findings of one sentence that are listed. */
const MOST_FINDINGS = 20;
/** Sentences whose numbers may be operands of a later one. */
const REMEMBERED = 24;

export function* judgeSentences(
  answer: string,
  question: Evidence,
  passages: readonly Passage[],
): Generator<SentenceVerdict> {
  const judge = new Judge(question, passages);
  const sums = tableSums(answer);
  for (const sentence of sentencesOf(answer)) {
    const own = sums.filter(({ start }) => start >= sentence.start && start < sentence.end);
    yield judge.verdict(sentence, null, own);
  }
}

/** Judges sentences in their order: results of earlier ones may be operands of later ones. */
export function createJudge(
  question: Evidence,
  passages: readonly Passage[],
  options: { readonly wholeText: boolean },
): (sentence: Sentence, cited: readonly number[]) => SentenceVerdict {
  const judge = new Judge(question, passages, options.wholeText);
  return (sentence, cited) => judge.verdict(sentence, cited);
}

class Judge {
  readonly #question: Evidence;
  readonly #passages: readonly Passage[];
  /** The passages show all of their text, so a missing subsection is certain too. */
  readonly #wholeText: boolean;
  readonly #places: Places;
  readonly #texts: (SourceText | undefined)[] = [];
  /** Founded quantities of the sentences before. */
  #known: Quantity[] = [];

  constructor(question: Evidence, passages: readonly Passage[], wholeText = false) {
    this.#question = question;
    this.#passages = passages;
    this.#wholeText = wholeText;
    this.#places = new Places(question, passages);
  }

  /** `citing`: the sources to compare with, instead of those of the marks in the text. */
  verdict(
    sentence: Sentence,
    citing: readonly number[] | null = null,
    sums: readonly TableSum[] = [],
  ): SentenceVerdict {
    const { text: plain, original } = normalise(sentence.text);
    const marks = marksIn(plain);
    const text = withoutMarks(plain, marks);
    const cited = citing ?? this.#given(marks);
    const missing: Missing[] = this.#missingSources(marks, sentence, original);
    const read = readAtoms(text);
    const equations = [...equationsIn(text, read.quantities)];
    for (const quantity of read.quantities) {
      const place = sentence.start + original(quantity.start);
      const sum = sums.find(({ start, end }) => start <= place && place < end);
      if (sum) equations.push({ result: quantity, agrees: sum.agrees, operands: [] });
    }
    const calculated = this.#compare(text, read, equations, cited, missing, (start, end) => {
      const last = original(end - 1);
      // The last character may have two code units.
      return sentence.text.slice(original(start), last + ((sentence.text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1));
    });
    const quoted = this.#quotations(sentence, cited, missing);
    const compared = comparedIn(read, missing, quoted, cited.length > 0);
    const checkable =
      quoted > 0 ||
      marks.length > 0 ||
      read.citations.length > 0 ||
      read.dates.length > 0 ||
      read.quantities.some((quantity) => !isUnchecked(quantity, cited.length > 0));
    return this.#judged(sentence, {
      marks,
      cited,
      missing,
      calculated,
      checkable,
      compared,
      plain: text,
      read,
      form: sentence.form,
    });
  }

  #given(marks: readonly SourceMark[]): number[] {
    const numbers = new Set(marks.flatMap((mark) => mark.numbers));
    return [...numbers]
      .filter((number) => number >= 1 && number <= this.#passages.length)
      .sort((one, other) => one - other);
  }

  #missingSources(marks: readonly SourceMark[], { text }: Sentence, original: (at: number) => number): Missing[] {
    return marks
      .filter(({ numbers }) => numbers.some((number) => number < 1 || number > this.#passages.length))
      .map(({ start, end }) => ({
        kind: 'missing-source' as const,
        value: text.slice(original(start), original(end - 1) + 1),
        place: 'nowhere' as const,
      }));
  }

  /** Adds what is not founded to `missing`; returns the results that were calculated again. */
  #compare(
    text: string,
    read: ReadText,
    all: readonly Equation[],
    cited: readonly number[],
    missing: Missing[],
    written: (start: number, end: number) => string,
  ): string[] {
    const equations = new Map(all.map(({ result, agrees }) => [result, agrees]));
    const operands = all.filter(({ agrees }) => agrees).flatMap((equation) => equation.operands);
    const founded: Quantity[] = [];
    const later: Quantity[] = [];
    const calculated: string[] = [];
    for (const quantity of read.quantities) {
      const agrees = equations.get(quantity);
      if (agrees === false) {
        missing.push({ kind: kindOf(quantity), value: written(quantity.start, quantity.end), place: 'calculation' });
      } else if (agrees === true) {
        calculated.push(written(quantity.start, quantity.end));
        founded.push(quantity);
      } else {
        const place = this.#places.find(cited, (evidence) => this.#places.states(evidence, quantity, text));
        if (place === 'cited' || place === 'question') founded.push(quantity);
        else if (!isUnchecked(quantity, cited.length > 0) || quantity.unit === 'count' || quantity.unit === 'plain')
          later.push(quantity);
        else founded.push(quantity);
      }
    }
    const arithmetic = arithmeticOf(text);
    for (const quantity of later) {
      if (missing.length >= MOST_FINDINGS) break;
      const shown = { here: founded, before: this.#known, question: this.#question.quantities };
      if (
        arithmetic.isResult(quantity, shown) ||
        this.#places.isHalf(quantity, text, cited) ||
        isRatio(quantity, founded, /points?\b|bps/.test(text.slice(quantity.start, quantity.end))) ||
        isSpan(quantity, [...read.dates, ...this.#question.dates]) ||
        (isHalfShare(quantity) && founded.some((one) => this.#places.isHalf(one, text, cited))) ||
        isCountOfOperand(quantity, operands) ||
        isStatedShare(quantity, founded, this.#places.evidenceOf(cited))
      ) {
        calculated.push(written(quantity.start, quantity.end));
        founded.push(quantity);
        continue;
      }
      if (
        isUnchecked(quantity, cited.length > 0) &&
        !this.#places.isCounted(quantity, cited) &&
        !isMultiple(quantity, text, this.#places.evidenceOf(cited))
      )
        continue;
      const place = this.#places.find(cited, (evidence) => this.#places.states(evidence, quantity, text));
      if (place !== 'nowhere' && typeof place !== 'object') continue;
      missing.push({ kind: kindOf(quantity), value: written(quantity.start, quantity.end), place });
    }
    const dated = [...this.#question.dates];
    for (const date of read.dates) {
      if (missing.length >= MOST_FINDINGS) break;
      const place = this.#places.find(cited, (evidence) => statesDate(evidence, date));
      if (place !== 'nowhere' && typeof place !== 'object') {
        dated.push(date);
        continue;
      }
      const given =
        cited.length > 0 ? cited.flatMap((number) => this.#passages[number - 1]?.evidence ?? []) : this.#places.all();
      if (
        isDueDate(date, given, this.#question) ||
        isComputedDate(date, dated, [...read.quantities, ...given.flatMap(({ quantities }) => quantities)])
      ) {
        calculated.push(written(date.start, date.end));
      } else missing.push({ kind: 'date', value: written(date.start, date.end), place });
    }
    for (const citation of read.citations) {
      if (missing.length >= MOST_FINDINGS) break;
      const found = this.#places.findCitation(cited, citation);
      if (found !== 'nowhere' && typeof found !== 'object') continue;
      const place = found === 'nowhere' && this.#places.isUnclear(citation, cited) ? 'unclear' : found;
      missing.push({
        kind: this.#places.kindOfCitation(citation),
        value: written(citation.start, citation.end),
        place,
      });
    }
    this.#known = [...this.#known, ...founded].slice(-REMEMBERED);
    return calculated;
  }

  #quotations({ text, form }: Sentence, cited: readonly number[], missing: Missing[]): number {
    const quotations = quotationsIn(text, form === 'quotation');
    for (const quotation of quotations) {
      const place = this.#places.find(cited, (evidence) => containsQuotation(evidence, quotation));
      if (place === 'nowhere' || typeof place === 'object')
        missing.push({ kind: 'quote', value: quotation.text, place });
    }
    return quotations.length;
  }

  #judged(
    { text, start, end }: Sentence,
    found: {
      marks: readonly SourceMark[];
      cited: readonly number[];
      missing: readonly Missing[];
      calculated: readonly string[];
      checkable: boolean;
      compared: Compared;
      plain: string;
      read: ReadText;
      form: Sentence['form'];
    },
  ): SentenceVerdict {
    const { marks, cited, missing, calculated, checkable } = found;
    const asked = cited.length > 0 ? cited : this.#passages.map((_, at) => at + 1);
    const tooLittle = asked.length === 0 || asked.some((number) => this.#passages[number - 1]?.tooLittle);
    const mark = marks[0];
    const source = cited[0] ?? null;
    const toFinding = ({ kind, value, place }: Missing): GroundingFinding => {
      const foundIn = typeof place === 'object' ? place.other : null;
      const written = foundIn === null || mark === undefined ? value : mark.text;
      return {
        kind: foundIn === null ? kind : 'wrong-source',
        sentence: text,
        start,
        end,
        value: written,
        words: value,
        source,
        foundIn,
        calculation: place === 'calculation',
        sourceWords: '',
      };
    };
    // A mark without a source is certain; anything else may be in what a source does not show.
    const certain = missing.filter(
      ({ kind, place }) =>
        this.#wholeText || kind === 'missing-source' || place === 'calculation' || (place !== 'unclear' && !tooLittle),
    );
    const findings = certain.map(toFinding).slice(0, MOST_FINDINGS);
    const others = new Set(missing.flatMap(({ place }) => (typeof place === 'object' ? [place.other] : [])));
    const opposed =
      found.form === 'heading' || findings.length > 0 ? [] : this.#opposites(found.plain, found.read, cited);
    const base = { text, start, end, cited, calculated, checkable, compared: found.compared };
    const elsewhere =
      missing.length === 0 && found.form === 'prose' ? this.#otherSource(found.plain, found.read, cited) : 0;
    if (findings.length === 0 && elsewhere > 0 && !tooLittle) {
      const finding: GroundingFinding = {
        ...{ kind: 'wrong-source', sentence: text, start, end, value: mark?.text ?? '', words: text, source },
        ...{ foundIn: elsewhere, calculation: false, sourceWords: '' },
      };
      return { ...base, outcome: 'miscited', findings: [finding], correctSources: [elsewhere] };
    }
    if (findings.length === 0) {
      const outcome = opposed.length > 0 ? 'flagged' : missing.length > 0 ? 'unclear' : 'passed';
      const opposites = opposed.map(
        ({ words, sourceWords }): GroundingFinding => ({
          ...{ kind: 'opposite', sentence: text, start, end, value: words, words, source, foundIn: null },
          ...{ calculation: false, sourceWords },
        }),
      );
      return { ...base, outcome, findings: opposites, correctSources: [] };
    }
    const isMiscited = certain.every(
      ({ place, kind }) => typeof place === 'object' || (kind === 'missing-source' && cited.length > 0),
    );
    if (isMiscited)
      return {
        ...base,
        findings,
        outcome: 'miscited',
        correctSources: others.size > 0 ? [...others].sort((one, other) => one - other) : cited,
      };
    return { ...base, findings, outcome: 'unsupported', correctSources: [] };
  }

  #opposites(text: string, read: ReadText, cited: readonly number[]): Opposite[] {
    return oppositesOf(text, read, this.#textsOf(cited), this.#question.quantities);
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
  #otherSource(text: string, read: ReadText, cited: readonly number[]): number {
    if (cited.length === 0 || this.#passages.length < 2) return 0;
    const all = this.#textsOf(this.#passages.map((_, at) => at + 1));
    return trueSource(text, read, this.#textsOf(cited), all) + 1;
  }
}
