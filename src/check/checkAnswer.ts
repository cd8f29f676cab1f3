/** The check of one complete answer. A file of its own, because the page loads it after the first answer. */

import type { CitationCheck } from './checkResult.ts';
import { groundSentences } from './checkSentences.ts';
import { type Compared, type GroundingKind, isCompared, type SentenceVerdict } from './sentenceVerdict.ts';
import { citedNumbers } from './sourceMarks.ts';

/** What the check reads of a source; `StoredSource` and `Source` both fit. */
interface CheckedSource {
  readonly title: string;
  readonly snippet?: string | undefined;
  readonly section?: string | undefined;
  readonly date?: string | undefined;
}

interface CheckedPart {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly isReadAgain?: boolean | undefined;
}

/** What the check reads of a turn; `Turn` fits. */
export interface CheckedTurn {
  readonly answer: {
    readonly text: string;
    readonly sources: readonly CheckedSource[];
    /** Ranges of the text, with what they are. */
    readonly parts?: readonly CheckedPart[] | undefined;
  };
}

/** Findings of one kind that are listed. */
const MOST_LISTED = 200;

/** Yields between sentences, so that a long answer can be checked in slices. */
export function* checkAnswer({ answer }: CheckedTurn, question: string): Generator<unknown, CitationCheck> {
  const { sources } = answer;
  const text = withoutNotes(answer);
  const { sentences: verdicts, sourcesWithTooLittleText } = yield* groundSentences({
    question,
    answer: text,
    // An answer can state the date of a source, which is shown with the source and is not in its text.
    sources: sources.map(({ title, section = '', date = '', snippet = '' }) => ({
      title,
      section: `${section}\n${date}`,
      text: snippet,
    })),
  });
  const sentences = verdicts.map((sentence) => withoutDoubts(sentence, answer.parts));
  const findings = sentences.flatMap((sentence) => sentence.findings);
  // Without sources every authority would be listed, although the page already shows that there are no sources.
  const hasSources = sources.length > 0;
  const listed = (...kinds: GroundingKind[]) =>
    [...new Set(findings.filter(({ kind }) => hasSources && kinds.includes(kind)).map(({ words }) => words))].slice(
      0,
      MOST_LISTED,
    );
  const marks = [...citedNumbers(text)]
    .filter((number) => number < 1 || number > sources.length)
    .sort((one, other) => one - other)
    .slice(0, MOST_LISTED);
  const sum = (kind: keyof Compared) => sentences.reduce((all, { compared }) => all + compared[kind], 0);
  return {
    marks,
    authorities: listed('foreign-authority'),
    quotations: listed('quote'),
    compared: hasSources
      ? {
          amounts: sum('amounts'),
          dates: sum('dates'),
          sections: sum('sections'),
          quotations: sum('quotations'),
          without: sentences.filter(isWithoutValues).length,
        }
      : null,
    sentences: sentences.filter((sentence) => sentence.findings.length > 0),
    unclearSources: sentences.some(({ outcome }) => outcome === 'unclear') ? sourcesWithTooLittleText : [],
  };
}

/** Parts in which the library speaks of the answer and of what is missing. They state nothing about the sources. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['note', 'notFound', 'leftOut']);

/** Blanks in place of these parts, so that all other places stay. */
function withoutNotes({ text, parts = [] }: CheckedTurn['answer']): string {
  return parts
    .filter(({ kind, from, to }) => NOT_COMPARED.has(kind) && from >= 0 && from < to && to <= text.length)
    .reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text);
}

/** A model that read the sentence again with its sources has said whether they say the opposite. It is the better judge of that. */
function withoutDoubts(sentence: SentenceVerdict, parts: readonly CheckedPart[] = []): SentenceVerdict {
  const part = parts.find(({ from, to }) => sentence.start >= from && sentence.end <= to);
  if (!part?.isReadAgain) return sentence;
  return { ...sentence, findings: sentence.findings.filter(({ kind }) => kind !== 'opposite') };
}

/** A sentence, not a heading, with nothing that was found and nothing that was not. */
const isWithoutValues = (verdict: SentenceVerdict): boolean =>
  verdict.outcome === 'passed' && !isCompared(verdict) && /[.!?][\s\])]*(?:\[[\d,;\s–-]+\]\s*)*$/.test(verdict.text);
