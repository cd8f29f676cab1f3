/** Finds a quoted passage in the text of a page. Both are folded (foldedText.ts). */
import type { TextRange } from '../../text/findQuotation.ts';

export interface PassageMatch {
  /** Where parts of the passage are in the text, in the order of the passage. */
  readonly spans: readonly TextRange[];
  /** Units of the passage that were found. */
  readonly found: number;
  /** Parts of the passage that were not found, for the next page. */
  readonly rest: readonly string[];
}

/** Units that must agree before a part counts as found. Shorter parts are found by chance. */
export const SEED = 12;
/** Occurrences of one seed that are compared. Bounds the time for text that repeats itself. */
const MAX_OCCURRENCES = 40;
/** Units of a passage that are looked for. */
const MAX_PASSAGE = 20_000;

/**
 * The page may have another order, hyphens, and lines between the parts of the passage. So the passage is matched in the longest
 * parts that agree. Of equally long ones, that which follows the previous part is taken. `once`: where a part was found, no other one is.
 */
export function matchPassage(passages: readonly string[], text: string, once = false): PassageMatch {
  const spans: TextRange[] = [];
  const taken = new Uint8Array(text.length);
  const rest: string[] = [];
  let found = 0;
  let after = 0;
  const index = indexSeeds(text);
  for (const whole of passages) {
    const passage = whole.slice(0, MAX_PASSAGE);
    let missed = 0;
    let at = 0;
    while (at < passage.length) {
      const best = longest(passage, at, text, index, after, taken);
      if (best === null) {
        at += 1;
        continue;
      }
      if (at - missed >= SEED) rest.push(passage.slice(missed, at));
      spans.push(best);
      if (once) taken.fill(1, best.start, best.end);
      const length = best.end - best.start;
      found += length;
      at += length;
      missed = at;
      after = best.end;
    }
    if (passage.length - missed >= SEED) rest.push(passage.slice(missed));
  }
  return { spans, found, rest };
}

/** Positions of each run of SEED units. */
function indexSeeds(text: string): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (let at = 0; at + SEED <= text.length; at += 1) {
    const seed = text.slice(at, at + SEED);
    const positions = index.get(seed);
    if (positions === undefined) index.set(seed, [at]);
    else if (positions.length < MAX_OCCURRENCES) positions.push(at);
  }
  return index;
}

function longest(
  passage: string,
  at: number,
  text: string,
  index: ReadonlyMap<string, readonly number[]>,
  after: number,
  taken: Uint8Array,
): TextRange | null {
  const seed = passage.slice(at, at + SEED);
  // A passage that is shorter than a seed must be found as a whole.
  const positions =
    seed.length === SEED ? index.get(seed) : at === 0 && seed.length >= 3 ? [text.indexOf(seed)] : undefined;
  let best: TextRange | null = null;
  for (const start of positions ?? []) {
    if (start < 0) continue;
    let length = 0;
    const isNext = () => passage[at + length] === text[start + length] && taken[start + length] === 0;
    while (at + length < passage.length && isNext()) length += 1;
    if (length < seed.length) continue;
    const span = { start, end: start + length };
    if (best === null || isBetter(span, best, after)) best = span;
  }
  return best;
}

function isBetter(one: TextRange, other: TextRange, after: number): boolean {
  const gain = one.end - one.start - (other.end - other.start);
  if (gain !== 0) return gain > 0;
  return Math.abs(one.start - after) < Math.abs(other.start - after);
}
