/** The words between quotation marks, in the forms of English, German, French and East Asian texts. */

export interface TextSpan {
  /** The first character after the opening mark. */
  readonly start: number;
  /** The closing mark. */
  readonly end: number;
}

const QUOTED =
  /\u201c[^\u201d\u201c]{1,4000}\u201d|(?<![\w"])"[^"]{1,4000}"(?!\w)|\u00ab[^\u00ab\u00bb]{1,4000}\u00bb|\u201e[^\u201e\u201c\u201d]{1,4000}[\u201c\u201d]|(?<![\p{L}\p{N}])\u2018(?:[^\u2018\u2019]|\u2019(?=\p{L})){1,4000}\u2019|\u300c[^\u300c\u300d]{1,4000}\u300d/gu;

export function quotedSpans(text: string): TextSpan[] {
  return Array.from(text.matchAll(QUOTED), ({ 0: { length }, index }) => ({
    start: index + 1,
    end: index + length - 1,
  }));
}
