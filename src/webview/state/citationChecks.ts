/** What the local check found in finished answers: worked out once an answer, and when it is long, only when the page is idle. */
import { checkCitations, citedNumbers, withoutCode } from '../../conversation/citationCheck.ts';
import type { Turn } from '../../conversation/conversation.ts';

export interface LocalCheck {
  /** Numbers of marks that name no source. */
  readonly marks: readonly number[];
  readonly authorities: readonly string[];
  readonly quotations: readonly string[];
  /** True when there were marks and sources, so that finding nothing says something. */
  readonly compared: boolean;
}

/** UTF-16 units of text and sources up to which the check costs a few milliseconds at most. */
const SHORT = 60_000;

export interface LocalChecks {
  /** The result, worked out on the spot for a short answer; null when it has to wait. */
  now(turn: Turn): LocalCheck | null;
  /** Works it out when the page is idle; returns how to call that off. */
  later(turn: Turn, done: () => void): () => void;
  clear(): void;
}

export function createLocalChecks(): LocalChecks {
  const known = new Map<string, { epoch: number; length: number; result: LocalCheck }>();

  const work = (turn: Turn): LocalCheck => {
    const result = check(turn);
    known.set(turn.id, { epoch: turn.epoch, length: turn.answer.text.length, result });
    return result;
  };

  return {
    now(turn) {
      const before = known.get(turn.id);
      if (before && before.epoch === turn.epoch && before.length === turn.answer.text.length) return before.result;
      return lengthOf(turn) <= SHORT ? work(turn) : null;
    },
    later(turn, done) {
      const run = () => {
        work(turn);
        done();
      };
      if (!('requestIdleCallback' in window)) {
        const timer = setTimeout(run);
        return () => clearTimeout(timer);
      }
      const idle = requestIdleCallback(run, { timeout: 2000 });
      return () => cancelIdleCallback(idle);
    },
    clear: () => known.clear(),
  };
}

function lengthOf({ answer }: Turn): number {
  return answer.sources.reduce((sum, source) => sum + (source.snippet?.length ?? 0), answer.text.length);
}

function check({ answer: { text, sources } }: Turn): LocalCheck {
  const findings = checkCitations(text, sources);
  const marks = findings.flatMap((finding) => (finding.type === 'markWithoutSource' ? [finding.number] : []));
  // Without any source every authority would be named; that there is none is said already.
  if (sources.length === 0) return { marks, authorities: [], quotations: [], compared: false };
  return {
    marks,
    authorities: findings.flatMap((finding) => (finding.type === 'authorityNotInSources' ? [finding.authority] : [])),
    quotations: findings.flatMap((finding) => (finding.type === 'quotationNotFound' ? [finding.quotation] : [])),
    compared: citedNumbers(withoutCode(text)).size > 0,
  };
}
