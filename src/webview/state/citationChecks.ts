/** Compares the citations and figures of complete answers with their sources. Each answer is checked once. */
import type { CitationCheck } from '../../check/checkResult.ts';
import { citedNumbers } from '../../check/sourceMarks.ts';
import type { Turn } from '../../conversation/conversation.ts';

/** Largest length of text and sources, in UTF-16 units, that is checked synchronously. It takes at most 10 milliseconds. */
const MAX_SYNCHRONOUS_LENGTH = 16_000;
/** Milliseconds after which a check runs even if the page was never idle. */
const IDLE_TIMEOUT = 2000;
/** Milliseconds for which a long check occupies the page at a time. */
const SLICE = 8;

export interface CitationChecks {
  /** Loads the check, so that the next short answer is checked as soon as it is complete. */
  preload(): Promise<void>;
  /** Returns the result, or null if the answer was not checked yet. A short answer is checked now if the check is loaded. */
  get(turn: Turn): CitationCheck | null;
  /** Checks the answer when the page is idle. Returns a function that cancels the check. */
  schedule(turn: Turn, onDone: () => void): () => void;
  clear(): void;
}

type CheckModule = typeof import('../../check/checkAnswer.ts');

/** Loads the check at its first use. `givenFacts` returns what the user wrote before and in the question of a turn. */
export function createCitationChecks(givenFacts: (turn: Turn) => string): CitationChecks {
  const load = () => import('../../check/checkAnswer.ts');
  let loaded: CheckModule | null = null;
  const results = new Map<string, { epoch: number; length: number; result: CitationCheck }>();

  const keep = (turn: Turn, result: CitationCheck): CitationCheck => {
    results.set(turn.id, { epoch: turn.epoch, length: turn.answer.text.length, result });
    return result;
  };

  return {
    async preload() {
      loaded = await load();
    },
    get(turn) {
      const cached = results.get(turn.id);
      if (cached && cached.epoch === turn.epoch && cached.length === turn.answer.text.length) return cached.result;
      if (!loaded || lengthOf(turn) > MAX_SYNCHRONOUS_LENGTH) return null;
      const steps = loaded.checkAnswer(turn, givenFacts(turn));
      for (;;) {
        const step = steps.next();
        if (step.done) return keep(turn, step.value);
      }
    },
    schedule(turn, onDone) {
      let stop = () => {};
      let stopped = false;
      const run = (module: CheckModule) => {
        loaded = module;
        if (stopped) return;
        const steps = module.checkAnswer(turn, givenFacts(turn));
        stop = whenIdle(() => {
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
      };
      // Without the check, the answer is shown without its result.
      load().then(run, () => {});
      return () => {
        stopped = true;
        stop();
      };
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
  return new Set([...citedNumbers(text)].filter((number) => number >= 1 && number <= sourceCount));
}

function lengthOf({ answer }: Turn): number {
  return answer.sources.reduce((sum, source) => sum + (source.snippet?.length ?? 0), answer.text.length);
}
