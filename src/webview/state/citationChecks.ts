/** Compares the citations and figures of complete answers with their sources. Each answer is checked once. */
import { checkCitations, citedNumbers, withoutCode } from '../../conversation/citationCheck.ts';
import type { StoredSource, Turn } from '../../conversation/conversation.ts';
import { type GroundingFinding, groundSentences } from '../../conversation/grounding.ts';

export interface CitationCheck {
  /** Numbers of citations `[n]` without a source. */
  readonly marks: readonly number[];
  /** Authorities that the answer names and the sources do not contain. */
  readonly authorities: readonly string[];
  /** Quotations that the sources do not contain. */
  readonly quotations: readonly string[];
  /** True if the answer has citations and sources. Otherwise an empty result means nothing. */
  readonly hasCitations: boolean;
  /** Sentences with figures, dates, sections or quotations that the sources do not contain, or with a citation without a source. */
  readonly sentences: readonly CheckedSentence[];
  /** Numbers of the sources that show too little text to compare a sentence with. Empty if every sentence could be compared. */
  readonly unclearSources: readonly number[];
}

export interface CheckedSentence {
  /** Where it is in the Markdown of the answer. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly findings: readonly GroundingFinding[];
}

/** Largest length of text and sources, in UTF-16 units, that is checked synchronously. It takes at most 10 milliseconds. */
const MAX_SYNCHRONOUS_LENGTH = 16_000;
/** Milliseconds after which a check runs even if the page was never idle. */
const IDLE_TIMEOUT = 2000;
/** Milliseconds for which a long check occupies the page at a time. */
const SLICE = 8;

export interface CitationChecks {
  /** Returns the result. A short answer is checked now. Returns null for a long answer that was not checked yet. */
  get(turn: Turn): CitationCheck | null;
  /** Checks the answer when the page is idle. Returns a function that cancels the check. */
  schedule(turn: Turn, onDone: () => void): () => void;
  clear(): void;
}

/** `givenFacts` returns what the user wrote before and in the question of a turn. */
export function createCitationChecks(givenFacts: (turn: Turn) => string): CitationChecks {
  const results = new Map<string, { epoch: number; length: number; result: CitationCheck }>();

  const keep = (turn: Turn, result: CitationCheck): CitationCheck => {
    results.set(turn.id, { epoch: turn.epoch, length: turn.answer.text.length, result });
    return result;
  };

  return {
    get(turn) {
      const cached = results.get(turn.id);
      if (cached && cached.epoch === turn.epoch && cached.length === turn.answer.text.length) return cached.result;
      if (lengthOf(turn) > MAX_SYNCHRONOUS_LENGTH) return null;
      const steps = check(turn, givenFacts(turn));
      for (;;) {
        const step = steps.next();
        if (step.done) return keep(turn, step.value);
      }
    },
    schedule(turn, onDone) {
      const steps = check(turn, givenFacts(turn));
      return whenIdle(() => {
        const stopAt = performance.now() + SLICE;
        while (performance.now() < stopAt) {
          const step = steps.next();
          if (!step.done) continue;
          keep(turn, step.value);
          onDone();
          return false;
        }
        return true;
      });
    },
    clear: () => results.clear(),
  };
}

/** Calls `work` when the page is idle, again as long as it returns true. Returns a function that stops it. */
function whenIdle(work: () => boolean): () => void {
  let stop = () => {};
  const run = () => {
    if (work()) plan();
  };
  const plan = () => {
    if ('requestIdleCallback' in window) {
      const idle = requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
      stop = () => cancelIdleCallback(idle);
    } else {
      const timer = setTimeout(run);
      stop = () => clearTimeout(timer);
    }
  };
  plan();
  return () => stop();
}

/** Returns the numbers, from 1, of the sources that the text cites with `[n]` outside of code. */
export function citedSources(text: string, sourceCount: number): ReadonlySet<number> {
  if (sourceCount === 0) return new Set();
  return new Set([...citedNumbers(withoutCode(text))].filter((number) => number >= 1 && number <= sourceCount));
}

function lengthOf({ answer }: Turn): number {
  return answer.sources.reduce((sum, source) => sum + (source.snippet?.length ?? 0), answer.text.length);
}

function* check({ answer: { text, sources } }: Turn, question: string): Generator<unknown, CitationCheck> {
  const findings = checkCitations(text, sources);
  const marks = findings.flatMap((finding) => (finding.type === 'markWithoutSource' ? [finding.number] : []));
  const { sentences, unclearSources } = yield* checkSentences({ text, sources, question });
  // Without sources every authority would be listed, although the page already shows that there are no sources.
  if (sources.length === 0) {
    return { marks, authorities: [], quotations: [], hasCitations: false, sentences, unclearSources };
  }
  return {
    marks,
    authorities: findings.flatMap((finding) => (finding.type === 'authorityNotInSources' ? [finding.authority] : [])),
    quotations: findings.flatMap((finding) => (finding.type === 'quotationNotFound' ? [finding.quotation] : [])),
    hasCitations: citedNumbers(withoutCode(text)).size > 0,
    sentences,
    unclearSources,
  };
}

interface Answered {
  readonly text: string;
  readonly sources: readonly StoredSource[];
  readonly question: string;
}

function* checkSentences({
  text,
  sources,
  question,
}: Answered): Generator<unknown, Pick<CitationCheck, 'sentences' | 'unclearSources'>> {
  const grounding = yield* groundSentences({
    question,
    answer: text,
    sources: sources.map(({ title, section = '', snippet = '' }) => ({ title: `${title}\n${section}`, text: snippet })),
  });
  const unclear = grounding.sentences.some(({ outcome }) => outcome === 'cannotTell');
  return {
    sentences: grounding.sentences.filter((sentence) => sentence.findings.length > 0),
    unclearSources: unclear ? grounding.sourcesWithTooLittleText : [],
  };
}
