/** The keys of passages that a model writes after a sentence, with the words that it copied from them. */
import { numbersIn } from '../../check/sourceMarks.ts';
import type { CopiedWords } from './evidence.ts';

export interface ReadKeys {
  /** The sentence without its keys. */
  readonly text: string;
  readonly keys: readonly string[];
  readonly copied: readonly CopiedWords[];
}

/**
 * Keys at the end of a sentence or before its full stop, in the forms that models use: `{S1,S2}`, `[S1]`, `(S1)`, `【1】`,
 * `[1, 2]`, `[1-3]`, and with copied words `{S1 "words"; S2 "words"}`. A number without `S` counts only in brackets that contain
 * nothing but numbers, and in braces.
 */
export function readKeys(text: string, known: ReadonlySet<string>): ReadKeys {
  const keys = new Set<string>();
  const copied: CopiedWords[] = [];
  const withoutWords = text.replace(WITH_WORDS, (_mark, ...insides: (string | undefined)[]) => {
    for (const item of insides.slice(0, 3).join('').split(NEXT_ITEM)) {
      const [, number = '', words = ''] = ITEM.exec(item) ?? [];
      const key = `S${Number(number)}`;
      if (!known.has(key)) continue;
      keys.add(key);
      if (words !== '') copied.push({ key, words });
    }
    return '';
  });
  const without = withoutWords.replace(MARK, (mark: string, inside: string, at: number) => {
    // The braces of a formula: `x^{2}`, `\frac{1}{2}`.
    if (mark.startsWith('{') && !inside.includes('S') && /[\w}^\\]/.test(withoutWords[at - 1] ?? '')) return mark;
    // Spaces between two numbers separate them like a comma.
    const numbers = inside.replaceAll('S', '').replace(/(?<=\d)\s+(?=\d)/g, ',');
    for (const number of numbersIn(numbers)) if (known.has(`S${number}`)) keys.add(`S${number}`);
    return /^[[{【(]/.test(mark) ? '' : mark;
  });
  return {
    text: without
      .replace(/(?<!\s)\s+([.,;:!?])/g, '$1')
      .replace(/\s{2,}/g, ' ')
      .trim(),
    keys: [...keys],
    copied,
  };
}

/** A bracket that begins with a key and contains a quotation mark. A brace may lack its end, which is then the end of the line. */
const WITH_WORDS =
  /\{{1,2}\s?(S?\d{1,2}\b[^{}"“„«]{0,40}["“„«][^{}]*)(?:\}{1,2}|$)|\[\s?(S\d{1,2}\b[^[\]"“„«]{0,40}["“„«][^[\]]*)\]|\(\s?(S\d{1,2}\b[^()"“„«]{0,40}["“„«](?:[^()]|\([^()]{0,200}\))*)\)/g;
const NEXT_ITEM = /(?<=["”“»])[\s;,]+(?=S?\d{1,2}\b)|[\s;,]+(?=S\d{1,2}\b)/;
/** `S1: "words"` */
const ITEM = /^S?(\d{1,2})\b[^"“„«]*(?:["“„«]+\s*(.*?)[\s"”“»;,.]*)?$/s;

/** A bracket with up to 20 keys or ranges of keys. Round brackets need the `S`, because `(1)` is a paragraph. */
const MARK =
  /(?:[[{【]{1,2}|\((?=\s?S\d))\s?((?:S?\d{1,2}(?:\s?[-–]\s?S?\d{1,2})?)(?:\s?[,;]?\s?(?:S?\d{1,2}(?:\s?[-–]\s?S?\d{1,2})?)){0,19})\s?(?:[\]}】]{1,2}|\))/g;
