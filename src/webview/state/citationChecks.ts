/** Compares the citations of complete answers with their sources. Each answer is checked once. */
import { checkCitations, citedNumbers, withoutCode } from '../../conversation/citationCheck.ts';
import type { Turn } from '../../conversation/conversation.ts';

export interface CitationCheck {
  /** Numbers of citations `[n]` without a source. */
  readonly marks: readonly number[];
  /** Authorities that the answer names and the sources do not contain. */
  readonly authorities: readonly string[];
  /** Quotations that the sources do not contain. */
  readonly quotations: readonly string[];
  /** True if the answer has citations and sources. Otherwise an empty result means nothing. */
  readonly hasCitations: boolean;
}

/** Largest length of text and sources, in UTF-16 units, that is checked synchronously. It takes at most a few milliseconds. */
const MAX_SYNCHRONOUS_LENGTH = 60_000;
/** Milliseconds after which a check runs even if the page was never idle. */
const IDLE_TIMEOUT = 2000;

export interface CitationChecks {
  /** Returns the result. A short answer is checked now. Returns null for a long answer that was not checked yet. */
  get(turn: Turn): CitationCheck | null;
  /** Checks the answer when the page is idle. Returns a function that cancels the check. */
  schedule(turn: Turn, onDone: () => void): () => void;
  clear(): void;
}

export function createCitationChecks(): CitationChecks {
  const results = new Map<string, { epoch: number; length: number; result: CitationCheck }>();

  const run = (turn: Turn): CitationCheck => {
    const result = check(turn);
    results.set(turn.id, { epoch: turn.epoch, length: turn.answer.text.length, result });
    return result;
  };

  return {
    get(turn) {
      const cached = results.get(turn.id);
      if (cached && cached.epoch === turn.epoch && cached.length === turn.answer.text.length) return cached.result;
      return lengthOf(turn) <= MAX_SYNCHRONOUS_LENGTH ? run(turn) : null;
    },
    schedule(turn, onDone) {
      const task = () => {
        run(turn);
        onDone();
      };
      if (!('requestIdleCallback' in window)) {
        const timer = setTimeout(task);
        return () => clearTimeout(timer);
      }
      const idle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT });
      return () => cancelIdleCallback(idle);
    },
    clear: () => results.clear(),
  };
}

/** Returns the numbers, from 1, of the sources that the text cites with `[n]` outside of code. */
export function citedSources(text: string, sourceCount: number): ReadonlySet<number> {
  if (sourceCount === 0) return new Set();
  return new Set([...citedNumbers(withoutCode(text))].filter((number) => number >= 1 && number <= sourceCount));
}

function lengthOf({ answer }: Turn): number {
  return answer.sources.reduce((sum, source) => sum + (source.snippet?.length ?? 0), answer.text.length);
}

function check({ answer: { text, sources } }: Turn): CitationCheck {
  const findings = checkCitations(text, sources);
  const marks = findings.flatMap((finding) => (finding.type === 'markWithoutSource' ? [finding.number] : []));
  // Without sources every authority would be listed, although the page already shows that there are no sources.
  if (sources.length === 0) return { marks, authorities: [], quotations: [], hasCitations: false };
  return {
    marks,
    authorities: findings.flatMap((finding) => (finding.type === 'authorityNotInSources' ? [finding.authority] : [])),
    quotations: findings.flatMap((finding) => (finding.type === 'quotationNotFound' ? [finding.quotation] : [])),
    hasCitations: citedNumbers(withoutCode(text)).size > 0,
  };
}
