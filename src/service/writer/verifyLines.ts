/** Checks each line of the model against the passages that it cites. */
import type { WrittenLine } from './answerLines.ts';
import type { KeyedPassage } from './passage.ts';

/** Result of the grounding check for one sentence and the passages that it cites. */
export interface SentenceCheck {
  /** Kinds of values that the passages do not state (`amount`, `date`, `quote`, …). */
  readonly missing: readonly string[];
  /** A word that limits the rule may have been lost or added. */
  readonly drift: boolean;
}

export type CheckSentence = (
  sentence: string,
  passages: readonly { readonly title: string; readonly text: string }[],
  question: string,
) => SentenceCheck;

/**
 * `confirmed`: the cited passages state it. `corrected`: other passages state it and are cited instead. `flagged`: the meaning may
 * have changed. `omitted`: no passage states it, so it is not shown.
 */
export type Outcome = 'confirmed' | 'corrected' | 'flagged' | 'omitted';

export interface VerifiedLine extends WrittenLine {
  readonly outcome: Outcome;
  /** Kinds of values that were not found; empty unless the line is omitted. */
  readonly missing: readonly string[];
}

/** Other passages that are tried when the cited ones do not state a sentence. */
const MAX_OTHERS = 30;

export function verifyLine(
  line: WrittenLine,
  passages: readonly KeyedPassage[],
  question: string,
  check: CheckSentence,
): VerifiedLine {
  const cited = passages.filter(({ key }) => line.keys.includes(key));
  if (cited.length > 0) {
    const result = check(line.text, cited.map(checkable), question);
    if (result.missing.length === 0) return { ...line, outcome: result.drift ? 'flagged' : 'confirmed', missing: [] };
    return (
      correctSource(line, cited, passages, question, check) ?? { ...line, outcome: 'omitted', missing: result.missing }
    );
  }
  return correctSource(line, [], passages, question, check) ?? { ...line, outcome: 'omitted', missing: ['source'] };
}

/** Finds another passage that states the line, alone or with the cited ones. A line without a value or quotation is not corrected. */
function correctSource(
  line: WrittenLine,
  cited: readonly KeyedPassage[],
  passages: readonly KeyedPassage[],
  question: string,
  check: CheckSentence,
): VerifiedLine | null {
  if (!/\d|[“"]/.test(line.text)) return null;
  for (const other of passages.filter((passage) => !cited.includes(passage)).slice(0, MAX_OTHERS)) {
    // The other passage must state the whole sentence, alone or together with the cited ones.
    for (const together of cited.length > 0 ? [[other], [...cited, other]] : [[other]]) {
      const result = check(line.text, together.map(checkable), question);
      if (result.missing.length > 0 || result.drift) continue;
      return { ...line, keys: together.map(({ key }) => key), outcome: 'corrected', missing: [] };
    }
  }
  return null;
}

/** The check reads the section from the second line of the title, so that subsections of the passage are found. */
function checkable({ source, heading, text }: KeyedPassage): { title: string; text: string } {
  return { title: heading === '' ? source.title : `${source.title}\n${heading}`, text };
}
