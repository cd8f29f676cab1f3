/**
 * The check of an answer against the passages that it was given, sentence by sentence. It compares figures, dates, citations and
 * quotations and needs no model. It can say "not found in the passages given", never "wrong" and never "right".
 */

import { tableSums } from './calculations/tableSums.ts';
import { createJudge } from './sentenceInSources.ts';
import { sentencesOf } from './sentences.ts';
import type { SentenceVerdict } from './sentenceVerdict.ts';
import { evidenceOf } from './statedInText.ts';

export interface GroundingInput {
  /** The user's own words. Amounts, dates and citations in it are given facts. */
  readonly question: string;
  /** Markdown with marks such as [1]. */
  readonly answer: string;
  /** Source 1 is the first. */
  readonly sources: readonly CheckedSource[];
}

export interface CheckedSource {
  readonly title: string;
  /** What stands below the title: headings, the part of a law that the text is from, its date. */
  readonly section?: string;
  readonly text: string;
}

export interface AnswerGrounding {
  readonly sentences: readonly SentenceVerdict[];
  /** Numbers of the sources that show no text, or only a cut piece, so that a missing figure says nothing. */
  readonly sourcesWithTooLittleText: readonly number[];
}

/** A verdict on each sentence, in steps of one sentence, so that a long answer leaves its thread responsive. */
export function* groundSentences({
  question,
  answer,
  sources,
}: GroundingInput): Generator<SentenceVerdict, AnswerGrounding> {
  const passages = sources.map(({ title, section, text }) => ({
    evidence: evidenceOf(title, text, section),
    tooLittle: isTooLittle(text),
  }));
  const sentences: SentenceVerdict[] = [];
  const judge = createJudge(evidenceOf('', question), passages);
  const sums = tableSums(answer);
  for (const sentence of sentencesOf(answer)) {
    const own = sums.filter(({ start }) => start >= sentence.start && start < sentence.end);
    const verdict = judge(sentence, null, own);
    sentences.push(verdict);
    yield verdict;
  }
  return {
    sentences,
    sourcesWithTooLittleText: passages.flatMap(({ tooLittle }, at) => (tooLittle ? [at + 1] : [])),
  };
}

const CUT = /^\s*(?:\u2026|\.{3}|\[(?:\u2026|\.{3})\])|(?:\u2026|\.{3}|\[(?:\u2026|\.{3})\])\s*["\u201d\u2019]?\s*$/;
/** Below this a text without a full stop is a title or a keyword, not a passage. */
const FEWEST_WORDS = 12;

/** Whether a source shows too little text for something missing in it to mean anything. */
function isTooLittle(text: string): boolean {
  if (CUT.test(text)) return true;
  const words = text.trim().split(/\s+/, FEWEST_WORDS).length;
  return words < FEWEST_WORDS && !(words >= 3 && /[.;:!?]["\u201d)]?\s*$/.test(text));
}

/** Verdicts on the sentences of a text, as if each of them had the marks of these sources and no others. */
export type SentenceGrounding = (text: string, cited: readonly number[]) => SentenceVerdict[];

/**
 * The check of sentences one by one, as they are written. The passages are read once. They contain their whole text: what is not in them
 * was not found.
 */
export function openGrounding({ question, sources }: Omit<GroundingInput, 'answer'>): SentenceGrounding {
  const passages = sources.map(({ title, section, text }) => ({
    evidence: evidenceOf(title, text, section),
    tooLittle: false,
  }));
  const judge = createJudge(evidenceOf('', question), passages, true);
  return (text, cited) => {
    const sentences = sentencesOf(text);
    // Text in a code fence is no sentence of an answer, but here it would be shown.
    const all = sentences.length > 0 ? sentences : [{ start: 0, end: text.length, text, form: 'prose' as const }];
    return all.map((sentence) => judge(sentence, cited, []));
  };
}
