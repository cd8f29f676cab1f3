/** Checks each line of the model against the passages that it cites. */

import { type CheckedSource, openGrounding, type SentenceGrounding } from '../../check/checkSentences.ts';
import { stemsIn } from '../../check/meaning/clauses.ts';
import { isCompared, type SentenceVerdict } from '../../check/sentenceVerdict.ts';
import type { SENTENCE_OUTCOMES } from '../../protocol/modelUse.ts';
import type { WrittenLine } from './answerLines.ts';
import { type CopiedWords, type FoundWords, findWords } from './evidence.ts';
import type { KeyedPassage } from './passage.ts';
import { linesLike, shareOfWords } from './sharedWords.ts';

/**
 * `confirmed`: the cited passages state it. `corrected`: other passages state it and are cited instead. `flagged`: the meaning may
 * have changed. `omitted`: no passage states it, so it is not shown.
 */
export type Outcome = (typeof SENTENCE_OUTCOMES)[number];

/** Why a flagged line has to be read in its source. */
export type Flag =
  /** A word that limits the rule may have been lost or added, or the line was not compared with its passages. */
  | 'conditions'
  /** The words that it rests on are a choice of a form that nobody has ticked. */
  | 'unticked'
  /** Few of its words are in the passages that it cites. */
  | 'words'
  /** A value of it is in the passages that it cites, but not near the words that it rests on. */
  | 'evidence';

/** What the second reading says of a line. */
export interface LineReading {
  readonly verdict: 'supported' | 'contradicted' | 'saysMore';
  /** Words of a cited passage that decide it, as the passage has them; empty without any. */
  readonly words: string;
}

export interface VerifiedLine extends WrittenLine {
  readonly outcome: Outcome;
  /** The words that it rests on, as the passages have them. Words that are not in the passage are not kept. */
  readonly evidence: readonly CopiedWords[];
  /** Kinds of values that were not found (`amount`, `date`, `quote`, …); empty unless the line is omitted. */
  readonly missing: readonly string[];
  readonly flag: Flag | null;
  /** It repeats facts of the question and cites no passage. */
  readonly fromQuestion: boolean;
  /** Null for a line that was not read again. */
  readonly reading: LineReading | null;
  /** A conclusion that uses a value which no sentence above it states. It is shown last. */
  readonly last: boolean;
}

/** Kinds of findings that have to be near the words that a line rests on. */
const VALUES: ReadonlySet<string> = new Set(['amount', 'percent', 'date', 'count']);
/** Passages that are tried for a line without a key. */
const MAX_TRIED = 30;
/** Below this share of its words in the cited passages, a line is flagged. */
const FEWEST_SHARED = 0.3;
/** Above this share of its words in a sentence before it, a conclusion gets the sources of that sentence. */
const CONCLUSION_SHARED = 0.5;
/** From this share of its words in the question, a line repeats the facts of the user. */
const FACT_SHARED = 0.8;

export interface LineVerifier {
  verify(line: WrittenLine): VerifiedLine;
  /** Whether every value of the text is in the question or in the passages of these keys; without keys, in any passage. */
  isFounded(text: string, keys: readonly string[]): boolean;
}

/** Reads the passages once, for all lines of an answer. */
export function createLineVerifier(passages: readonly KeyedPassage[], question: string): LineVerifier {
  const sources = passages.map(toGroundingSource);
  const passed: VerifiedLine[] = [];
  let facts = question;
  let grounding = openGrounding({ question: facts, sources });
  const numbersOf = (keys: readonly string[]) =>
    keys.map((key) => passages.findIndex((passage) => passage.key === key) + 1).filter((number) => number > 0);
  const keysOf = (numbers: readonly number[]) => numbers.flatMap((number) => passages[number - 1]?.key ?? []);
  const asked = stemsIn(question);
  const stems = passages.map(({ source, heading, text }) => stemsIn(`${source.title} ${heading} ${text}`));

  function foundWords({ copied }: WrittenLine, numbers: readonly number[]): FoundWords[] {
    return numbers.flatMap((number) => {
      const passage = passages[number - 1];
      return passage ? copied.flatMap((one) => (one.key === passage.key ? (findWords(one, passage) ?? []) : [])) : [];
    });
  }

  /** Compares the line with the words that it rests on, the lines around them and those with its words. Null if a source has no such words. */
  function readNearby(line: WrittenLine, numbers: readonly number[], found: readonly FoundWords[]): LineResult | null {
    const nearby = numbers.flatMap((number) => {
      const source = sources[number - 1];
      const key = passages[number - 1]?.key;
      const texts = found.filter((one) => one.key === key).map(({ surroundings }) => surroundings);
      if (!source || texts.length === 0) return [];
      return { title: source.title, text: [...new Set([...texts, ...linesLike(line.text, source.text)])].join('\n') };
    });
    if (line.calculation || nearby.length < numbers.length) return null;
    const all = nearby.map((_, at) => at + 1);
    return read(openGrounding({ question: facts, sources: nearby }), line.text, all);
  }

  function released(line: WrittenLine, numbers: readonly number[], corrected: boolean, wide: boolean): VerifiedLine {
    const found = foundWords(line, numbers);
    const near = found.length > 0 ? readNearby(line, numbers, found) : null;
    const drift = near?.drift ?? wide;
    const isAway = near?.missing.some((kind) => VALUES.has(kind)) ?? false;
    const texts = [asked, ...numbers.flatMap((number) => stems[number - 1] ?? [])];
    const weak = !line.calculation && (shareOfWords(line.text, texts) ?? 1) < FEWEST_SHARED;
    const isUnticked = found.some((one) => one.isUnticked);
    const flag = isUnticked ? 'unticked' : drift ? 'conditions' : isAway ? 'evidence' : weak ? 'words' : null;
    const outcome = flag !== null ? 'flagged' : corrected ? 'corrected' : 'confirmed';
    const evidence = found.map(({ key, words }) => ({ key, words }));
    return { ...line, keys: keysOf(numbers), outcome, evidence, missing: [], ...NOT_READ, flag };
  }

  /** Of a rule whose values only documents of the user state, these alone. A cited law would lend them its authority. */
  function statingRule({ section, text }: WrittenLine, cited: readonly number[]): readonly number[] {
    const isLaw = (number: number) => passages[number - 1]?.authority === true;
    const states = (numbers: readonly number[]) => read(grounding, text, numbers).missing.length === 0;
    const laws = cited.filter(isLaw);
    const own = cited.filter((number) => !isLaw(number));
    const isBorrowed = section === 'RULE' && laws.length > 0 && own.length > 0 && states(own) && !states(laws);
    return isBorrowed ? own : cited;
  }

  /** The first of the groups of sources that states the line. */
  function correct(line: WrittenLine, groups: readonly (readonly number[])[]): VerifiedLine | null {
    for (const numbers of groups) {
      const result = read(grounding, line.text, numbers);
      if (result.missing.length === 0) return released(line, numbers, true, result.drift);
    }
    return null;
  }

  /** The passages alone, the one with the most words of the text first. */
  function bySharedWords(text: string): number[][] {
    return stems
      .slice(0, MAX_TRIED)
      .map((words, at) => ({ number: at + 1, share: shareOfWords(text, [words]) ?? 0 }))
      .sort((one, other) => other.share - one.share)
      .map(({ number }) => [number]);
  }

  /**
   * A conclusion without a source gets that of the sentence before it that has the most of its words, and more than half of them.
   * Shared words do not show that it says the same, so it is flagged.
   */
  function concluded(line: WrittenLine): VerifiedLine | null {
    if (line.section !== 'CONCLUSION') return null;
    const [reason] = passed
      .filter(({ section, keys }) => section !== 'CONCLUSION' && keys.length > 0)
      .map(({ text, keys }) => ({ keys, share: shareOfWords(line.text, [stemsIn(text)]) ?? 0 }))
      .filter(({ share }) => share > CONCLUSION_SHARED)
      .sort((one, other) => other.share - one.share);
    const released = reason ? correct(line, [numbersOf(reason.keys)]) : null;
    return released && { ...released, outcome: 'flagged', flag: released.flag ?? 'conditions' };
  }

  function verify(line: WrittenLine): VerifiedLine {
    const cited = numbersOf(line.keys);
    if (cited.length === 0) {
      const alone = read(grounding, line.text, []);
      if (alone.missing.length === 0 && (shareOfWords(line.text, [asked]) ?? 0) >= FACT_SHARED) {
        const fact = { ...NOT_READ, outcome: 'confirmed', evidence: [], missing: [], fromQuestion: true } as const;
        return { ...line, keys: [], ...fact };
      }
      // Without a value, nothing shows which passage a line is from.
      const isComparable = alone.missing.length === 0 && alone.hasValues;
      return (
        concluded(line) ?? correct(line, isComparable ? bySharedWords(line.text) : []) ?? omitted(line, ['source'])
      );
    }
    const result = read(grounding, line.text, cited);
    if (result.missing.length === 0) {
      const stating = statingRule(line, cited);
      return released(line, stating, stating !== cited, result.drift);
    }
    if (result.elsewhere.length === 0) return omitted(line, result.missing);
    const together = [...new Set([...cited, ...result.elsewhere])];
    // A source whose words the line copied stays.
    const copied = new Set(foundWords(line, cited).map(({ key }) => key));
    const groups = line.keys.every((key) => copied.has(key)) ? [together] : [result.elsewhere, together];
    return correct(line, groups) ?? omitted(line, result.missing);
  }

  return {
    verify(line) {
      const verified = verify(line);
      if (verified.outcome !== 'omitted') passed.push(verified);
      if (line.calculation && verified.outcome !== 'omitted') {
        // The result of a calculation that was checked is a fact for the lines after it.
        facts += `\n${line.text}`;
        grounding = openGrounding({ question: facts, sources });
      }
      return verified;
    },
    isFounded: (text, keys) => read(grounding, text, numbersOf(keys)).missing.length === 0,
  };
}

const NOT_READ = { flag: null, fromQuestion: false, reading: null, last: false } as const;

function omitted(line: WrittenLine, missing: readonly string[]): VerifiedLine {
  return { ...line, outcome: 'omitted', evidence: [], missing, ...NOT_READ };
}

interface LineResult {
  /** Kinds of values that the cited sources do not state. */
  readonly missing: readonly string[];
  readonly drift: boolean;
  /** Other sources that state what is missing, if they state all of it. */
  readonly elsewhere: readonly number[];
  /** Something of it was found, so that it can be compared. */
  readonly hasValues: boolean;
}

/** One line may consist of several sentences. */
function read(grounding: SentenceGrounding, text: string, cited: readonly number[]): LineResult {
  const verdicts = grounding(text, cited);
  const isComplete = verdicts.every(({ outcome }) => outcome !== 'unsupported');
  return {
    missing: [
      ...new Set(verdicts.flatMap(({ findings }) => findings.flatMap(({ kind }) => (kind === 'opposite' ? [] : kind)))),
    ],
    drift: verdicts.some(({ outcome }) => outcome === 'flagged'),
    elsewhere: isComplete ? [...new Set(verdicts.flatMap(sourcesOf))] : [],
    hasValues: verdicts.some(isCompared),
  };
}

const sourcesOf = ({ outcome, correctSources }: SentenceVerdict): readonly number[] =>
  outcome === 'miscited' ? correctSources : [];

/** With the heading, so that subsections of the passage are found. */
function toGroundingSource({ source, heading, text }: KeyedPassage): CheckedSource {
  return { title: source.title, section: heading, text };
}

/**
 * A conclusion is shown first only if all of its values are in sentences that passed. Without any such sentence it is omitted.
 */
export function checkConclusion(
  lines: readonly VerifiedLine[],
  passages: readonly KeyedPassage[],
  question: string,
): VerifiedLine[] {
  const reasons = lines.filter(({ section, outcome }) => section !== 'CONCLUSION' && outcome !== 'omitted');
  // The sections of the cited passages are named above the sentences.
  const titles = passages
    .filter(({ key }) => reasons.some(({ keys }) => keys.includes(key)))
    .map(({ source, heading }) => `${source.title}\n${heading}`);
  const text = reasons.map((line) => line.text).join('\n');
  const grounding = openGrounding({ question: [question, ...titles].join('\n'), sources: [{ title: '', text }] });
  return lines.map((line) => {
    if (line.section !== 'CONCLUSION' || line.outcome === 'omitted') return line;
    if (reasons.length === 0) return omitted(line, ['reasoning']);
    return { ...line, last: read(grounding, line.text, [1]).missing.length > 0 };
  });
}
