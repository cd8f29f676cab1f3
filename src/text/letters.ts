/**
 * The form in which texts are compared: letters, digits and decimal points, in lower case. Blanks, line ends, hyphens, dashes, quotation
 * marks, emphasis, commas, forms of one letter and characters that nobody sees make no difference.
 */

export interface PlacedCharacters {
  readonly text: string;
  /** For each UTF-16 unit of `text`: where its character starts and ends in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Letters of ASCII in runs, because most texts have no others. A letter with marks is one character. Small raised digits are footnotes. */
const LETTERS = /[A-Za-z\d]+(?!\p{M})|(?<=\d)\.(?=\d)|[\p{L}\p{Nd}\p{Nl}\u00bc-\u00be\u2150-\u215e]\p{M}*/gu;
/** Everything that can be seen. */
const VISIBLE = /[!-~]+(?!\p{M})|[^\s\p{Cc}\p{Cf}]\p{M}*/gu;

export function lettersOf(text: string): string {
  return (text.match(LETTERS) ?? []).map(folded).join('');
}

export function placedLetters(text: string): PlacedCharacters {
  return placed(text, LETTERS);
}

/** For what a user looks for, which may be a sign. */
export function placedVisible(text: string): PlacedCharacters {
  return placed(text, VISIBLE);
}

function placed(text: string, pattern: RegExp): PlacedCharacters {
  const starts: number[] = [];
  const ends: number[] = [];
  let all = '';
  for (const { 0: written, index } of text.matchAll(pattern)) {
    const form = folded(written);
    const isRun = IS_ASCII.test(written);
    for (let at = 0; at < form.length; at += 1) {
      starts.push(isRun ? index + at : index);
      ends.push(isRun ? index + at + 1 : index + written.length);
    }
    all += form;
  }
  return { text: all, starts, ends };
}

const IS_ASCII = /^[!-~]+$/;

function folded(written: string): string {
  const lower = written.toLowerCase();
  return IS_ASCII.test(written) ? lower : lower.normalize('NFKC').replace(/\p{M}+/gu, '');
}
