/** The check of one complete answer. A file of its own, because the page loads it after the first answer. */

import type { CitationCheck, ComparedAnswer } from './checkResult.ts';
import { type CheckedSource, checkCitations } from './citationCheck.ts';
import type { SentenceVerdict } from './finding.ts';
import { groundSentences } from './groundAnswer.ts';

/** What the check reads of a turn; `Turn` fits. */
export interface CheckedTurn {
  readonly service: string;
  readonly answer: {
    readonly text: string;
    readonly sources: readonly CheckedSource[];
    readonly modelUse?: object | undefined;
  };
}

/** Yields between sentences, so that a long answer can be checked in slices. */
export function* checkAnswer({ service, answer }: CheckedTurn, question: string): Generator<unknown, CitationCheck> {
  const { sources } = answer;
  const text = service === 'library' && !answer.modelUse ? withoutNotes(answer.text) : answer.text;
  const findings = checkCitations(text, sources);
  const marks = findings.flatMap((finding) => (finding.type === 'markWithoutSource' ? [finding.number] : []));
  const { sentences, unclearSources, compared } = yield* checkSentences({ text, sources, question });
  // Without sources every authority would be listed, although the page already shows that there are no sources.
  if (sources.length === 0) {
    return { marks, authorities: [], quotations: [], compared: null, sentences, unclearSources };
  }
  return {
    marks,
    authorities: findings.flatMap((finding) => (finding.type === 'authorityNotInSources' ? [finding.authority] : [])),
    quotations: findings.flatMap((finding) => (finding.type === 'quotationNotFound' ? [finding.quotation] : [])),
    compared,
    sentences,
    unclearSources,
  };
}

/** Lines in which the library says how it made the answer: "*The library is still being read. …*". They state nothing about the sources. */
function withoutNotes(text: string): string {
  return text.replace(/^\*(?:\\.|[^*\\\n])+\*$/gm, '');
}

interface Answered {
  readonly text: string;
  readonly sources: readonly CheckedSource[];
  readonly question: string;
}

function* checkSentences({
  text,
  sources,
  question,
}: Answered): Generator<unknown, Pick<CitationCheck, 'sentences' | 'unclearSources' | 'compared'>> {
  const grounding = yield* groundSentences({
    question,
    answer: text,
    // An answer can state the date of a source, which is shown with the source and is not in its text.
    sources: sources.map(({ title, section = '', date = '', snippet = '' }) => ({
      title: `${title}\n${section}\n${date}`,
      text: snippet,
    })),
  });
  const { length: without } = grounding.sentences.filter(isWithoutValues);
  const compared = grounding.sentences.reduce<ComparedAnswer>(
    (sum, { compared: one }) => ({
      amounts: sum.amounts + one.amounts,
      dates: sum.dates + one.dates,
      sections: sum.sections + one.sections,
      quotations: sum.quotations + one.quotations,
      without,
    }),
    { amounts: 0, dates: 0, sections: 0, quotations: 0, without },
  );
  const unclear = grounding.sentences.some(({ outcome }) => outcome === 'unclear');
  return {
    sentences: grounding.sentences.filter((sentence) => sentence.findings.length > 0),
    unclearSources: unclear ? grounding.sourcesWithTooLittleText : [],
    compared,
  };
}

/** A sentence, not a heading, with nothing that was found and nothing that was not. */
const isWithoutValues = ({ compared, findings, outcome, text }: SentenceVerdict): boolean =>
  outcome === 'passed' &&
  findings.length === 0 &&
  Object.values(compared).every((count) => count === 0) &&
  /[.!?][\s\])]*(?:\[[\d,;\s–-]+\]\s*)*$/.test(text);
