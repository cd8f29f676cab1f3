/**
 * Signs that a sentence with founded figures may say something else than its passage: a lost "only" or "unless", "greater of" for
 * "lesser of", "shall" for "may". A sign is a reason to read, not a finding.
 */

export type Drift = 'only' | 'exception' | 'lesserGreater' | 'mayShall' | 'atLeastAtMost' | 'beforeAfter';

/** Shares of the words of a passage's sentence that a claim must contain to be compared with it. */
const ALIGNED = 0.5;
const CLOSE = 0.7;
/** Sentences of a passage that are compared. */
const MOST_SENTENCES = 400;

const STOP_WORDS = new Set(
  'the a an of to in on for and or by is are be as at that this such any with from which it its not no shall may must'.split(
    ' ',
  ),
);

/** Pairs of which one was said and the other is in the passage. */
const OPPOSITES: readonly (readonly [Drift, RegExp, RegExp])[] = [
  ['lesserGreater', /\b(?:lesser|lower|smaller|earlier) of\b/i, /\b(?:greater|higher|larger|later) of\b/i],
  ['mayShall', /\b(?:shall|must|is required to|has to)\b/i, /\bmay\b(?! not)/i],
  [
    'atLeastAtMost',
    /\b(?:at least|not less than|no less than|no fewer than)\b/i,
    /\b(?:at most|not more than|no more than|not to exceed|not exceed\w*|up to)\b/i,
  ],
  ['beforeAfter', /\bafter\b/i, /\bbefore\b/i],
];
const LOST: readonly (readonly [Drift, RegExp, RegExp])[] = [
  ['only', /\bonly\b/i, /\b(?:only|solely|exclusively|just|but one|no more than|limited to|provided)\b/i],
  [
    'exception',
    /\b(?:unless|except|other than)\b/i,
    /\b(?:unless|except\w*|other than|but|not|without|generally|in general|absent|subject to|if)\b/i,
  ],
];

export interface PassageSentence {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

export function passageSentences(text: string): PassageSentence[] {
  return text
    .split(/(?<=[.;:])\s+|\n+/)
    .filter((one) => one.trim() !== '')
    .slice(0, MOST_SENTENCES)
    .map((one) => ({ text: one, words: contentWords(one) }));
}

export function driftOf(claim: string, passages: readonly PassageSentence[]): Drift[] {
  const said = contentWords(claim);
  if (said.size < 4) return [];
  let best: PassageSentence | null = null;
  let overlap = 0;
  for (const passage of passages) {
    if (passage.words.size < 4) continue;
    let common = 0;
    for (const word of passage.words) if (said.has(word)) common += 1;
    const share = common / Math.min(passage.words.size, said.size);
    if (share > overlap) {
      overlap = share;
      best = passage;
    }
  }
  if (best === null || overlap < ALIGNED) return [];
  const { text, words } = best;
  const found = new Set<Drift>();
  for (const [kind, one, other] of OPPOSITES) {
    if (
      (one.test(claim) && !other.test(claim) && other.test(text) && !one.test(text)) ||
      (other.test(claim) && !one.test(claim) && one.test(text) && !other.test(text))
    ) {
      if (kind !== 'mayShall' || sharesVerb(claim, text)) found.add(kind);
    }
  }
  if (overlap >= CLOSE && said.size >= words.size * CLOSE) {
    for (const [kind, condition, kept] of LOST) if (condition.test(text) && !kept.test(claim)) found.add(kind);
  }
  return [...found];
}

const MODAL = /\b(?:shall|must|is required to|has to|may)\b((?: [a-z]+){1,4})/gi;

/** Whether the same verb follows "may" in one text and "shall" in the other: "may elect", "shall elect". */
function sharesVerb(claim: string, passage: string): boolean {
  const verbs = verbsOf(passage);
  return [...verbsOf(claim)].some((verb) => verbs.has(verb));
}

function verbsOf(text: string): Set<string> {
  const verbs = new Set<string>();
  for (const [, words = ''] of text.matchAll(MODAL)) {
    const verb = words
      .trim()
      .toLowerCase()
      .split(' ')
      .find((word) => !/^(?:not|be|been|have|also|only|so|then|ever|never|\w+ly)$/.test(word));
    if (verb !== undefined) verbs.add(verb.slice(0, 5));
  }
  return verbs;
}

function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/\$?[\p{L}\d]+(?:[.,][\p{L}\d]+)*%?/gu))
    if (!STOP_WORDS.has(word)) words.add(word);
  return words;
}
