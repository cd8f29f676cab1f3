/** Verdicts on the sentences of an answer. */
import type { Quantity } from './atom.ts';
import type { FoundCitation } from './citations.ts';
import { comparedIn } from './comparedValues.ts';
import { arithmeticOf } from './computed.ts';
import { isComputedDate, isDueDate } from './computedDates.ts';
import { type Equation, equationsIn } from './equations.ts';
import type { Evidence } from './evidence.ts';
import { isUnchecked } from './exempt.ts';
import {
  type Compared,
  type GroundingFinding,
  type GroundingKind,
  kindOf,
  type Missing,
  type SentenceVerdict,
} from './finding.ts';
import { type CitationMark, marksIn, withoutMarks } from './marks.ts';
import { normalise } from './normalise.ts';
import type { Opposite } from './opposite.ts';
import { oppositesOf, trueSource } from './opposites.ts';
import { containsQuotation, quotationsIn } from './quotations.ts';
import { add, keyOf } from './rational.ts';
import { type ReadText, readAtoms } from './readAtoms.ts';
import {
  isCountOfOperand,
  isHalfShare,
  isMultiple,
  isRatio,
  isSpan,
  isStatedShare,
  otherReadings,
} from './relations.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { type SourceText, sourceTextOf } from './sourceStatements.ts';
import { type TableSum, tableSums } from './tableSums.ts';
import { isLimit, knowsSection, statesCitation, statesDate, statesQuantity } from './valuesInSource.ts';

interface Passage {
  readonly evidence: Evidence;
  readonly tooLittle: boolean;
}

/** What one thing that a sentence states turned out to be. */
type Place = 'cited' | 'question' | 'calculated' | { readonly other: number } | 'nowhere';

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
  readonly #texts: (SourceText | undefined)[] = [];
  /** Founded quantities of the sentences before. */
  #known: Quantity[] = [];

  constructor(question: Evidence, passages: readonly Passage[], wholeText = false) {
    this.#question = question;
    this.#passages = passages;
    this.#wholeText = wholeText;
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

  #given(marks: readonly CitationMark[]): number[] {
    const numbers = new Set(marks.flatMap((mark) => mark.numbers));
    return [...numbers]
      .filter((number) => number >= 1 && number <= this.#passages.length)
      .sort((one, other) => one - other);
  }

  #missingSources(marks: readonly CitationMark[], { text }: Sentence, original: (at: number) => number): Missing[] {
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
        const place = this.#find(cited, (evidence) => this.#states(evidence, quantity, text));
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
        this.#isHalf(quantity, text, cited) ||
        isRatio(quantity, founded, /points?\b|bps/.test(text.slice(quantity.start, quantity.end))) ||
        isSpan(quantity, [...read.dates, ...this.#question.dates]) ||
        (isHalfShare(quantity) && founded.some((one) => this.#isHalf(one, text, cited))) ||
        isCountOfOperand(quantity, operands) ||
        isStatedShare(quantity, founded, this.#evidenceOf(cited))
      ) {
        calculated.push(written(quantity.start, quantity.end));
        founded.push(quantity);
        continue;
      }
      if (
        isUnchecked(quantity, cited.length > 0) &&
        !this.#isCounted(quantity, cited) &&
        !isMultiple(quantity, text, this.#evidenceOf(cited))
      )
        continue;
      const place = this.#find(cited, (evidence) => this.#states(evidence, quantity, text));
      if (place !== 'nowhere' && typeof place !== 'object') continue;
      missing.push({ kind: kindOf(quantity), value: written(quantity.start, quantity.end), place });
    }
    const dated = [...this.#question.dates];
    for (const date of read.dates) {
      if (missing.length >= MOST_FINDINGS) break;
      const place = this.#find(cited, (evidence) => statesDate(evidence, date));
      if (place !== 'nowhere' && typeof place !== 'object') {
        dated.push(date);
        continue;
      }
      const given =
        cited.length > 0 ? cited.flatMap((number) => this.#passages[number - 1]?.evidence ?? []) : this.#all();
      if (
        isDueDate(date, given, this.#question) ||
        isComputedDate(date, dated, [...read.quantities, ...given.flatMap(({ quantities }) => quantities)])
      ) {
        calculated.push(written(date.start, date.end));
      } else missing.push({ kind: 'date', value: written(date.start, date.end), place });
    }
    for (const citation of read.citations) {
      if (missing.length >= MOST_FINDINGS) break;
      const found = this.#findCitation(cited, citation);
      if (found !== 'nowhere' && typeof found !== 'object') continue;
      const place = found === 'nowhere' && this.#isUnclear(citation, cited) ? 'unclear' : found;
      missing.push({ kind: this.#kindOfCitation(citation), value: written(citation.start, citation.end), place });
    }
    this.#known = [...this.#known, ...founded].slice(-REMEMBERED);
    return calculated;
  }

  #states(evidence: Evidence, quantity: Quantity, text: string): boolean {
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
  #isHalf({ unit, value, currency }: Quantity, text: string, cited: readonly number[]): boolean {
    if (unit !== 'money' || !/\b[Hh]alf (?:of )?(?:the|that|this|its|such)\b/.test(text)) return false;
    const key = `money${currency}:${keyOf(add(value, value))}`;
    return cited.some((number) => this.#passages[number - 1]?.evidence.keys.has(key));
  }

  /** Whether the cited sources count the same things with another number: "nine trustees" where a source says "7 trustees". */
  #isCounted({ noun }: Quantity, cited: readonly number[]): boolean {
    if (noun === '') return false;
    return cited.some((number) => {
      const quantities = this.#passages[number - 1]?.evidence.quantities ?? [];
      return quantities.some(
        (stated) => stated.unit === 'count' && stated.noun === noun && stated.value.numerator > 2n,
      );
    });
  }

  #evidenceOf(cited: readonly number[]): Evidence[] {
    return cited.flatMap((number) => this.#passages[number - 1]?.evidence ?? []);
  }

  #all(): Evidence[] {
    return this.#passages.map(({ evidence }) => evidence);
  }

  #find(cited: readonly number[], states: (evidence: Evidence) => boolean): Place {
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

  #findCitation(cited: readonly number[], citation: FoundCitation): Place {
    const place = this.#find(cited, (evidence) => statesCitation(evidence, citation));
    if (
      typeof place === 'object' &&
      citation.pins.length === 0 &&
      this.#all().some(({ own }) => own !== null && own.key === citation.key)
    ) {
      // Naming another given source by its section is no fault.
      return 'cited';
    }
    if (place !== 'nowhere') return place;
    // "501(c)(3)" without a mark is a word for an organization as often as a citation.
    if (
      !citation.explicit &&
      citation.key !== null &&
      !this.#all().some((evidence) => knowsSection(evidence, citation.key ?? ''))
    )
      return 'cited';
    return 'nowhere';
  }

  /**
   * Whether the subsection may be right: a passage from the section has no label of any subsection, or the sentence cites no source and
   * only points to a known section.
   */
  #isUnclear({ key, pins }: FoundCitation, cited: readonly number[]): boolean {
    if (key === null || pins.length === 0) return false;
    if (cited.length === 0 && this.#all().some((evidence) => knowsSection(evidence, key))) return true;
    return this.#all().some(({ own, outline }) => own?.key === key && !outline.labelled);
  }

  #kindOfCitation({ key, level }: FoundCitation): GroundingKind {
    if (
      level !== 'work' &&
      (key === null || [...this.#all(), this.#question].some((evidence) => knowsSection(evidence, key)))
    )
      return 'section';
    return 'foreign-authority';
  }

  #quotations({ text, form }: Sentence, cited: readonly number[], missing: Missing[]): number {
    const quotations = quotationsIn(text, form === 'quotation');
    for (const quotation of quotations) {
      const place = this.#find(cited, (evidence) => containsQuotation(evidence, quotation));
      if (place === 'nowhere' || typeof place === 'object')
        missing.push({ kind: 'quote', value: quotation.text, place });
    }
    return quotations.length;
  }

  #judged(
    { text, start, end }: Sentence,
    found: {
      marks: readonly CitationMark[];
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
