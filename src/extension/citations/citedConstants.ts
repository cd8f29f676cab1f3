/** Constants of a program next to a comment that cites a paragraph: `LIMIT = 1_160_000  # § 179(b)(1)`. */
import type { AuthorityCitation } from '../../authority/parseAuthorities.ts';
import type { Span } from './comments.ts';

export interface CitedConstant {
  /** The number as written: `1_160_000`. */
  readonly written: string;
  /** In dollars, also where it is written in cents. */
  readonly value: number;
  /** Its name or its row has a year: `LIMIT_2023`, `2023: …`. The text of a paragraph does not state what is adjusted for a year. */
  readonly isOfYear: boolean;
  readonly start: number;
  readonly end: number;
  readonly citation: AuthorityCitation;
}

const NUMBER = String.raw`(?:(?:new[ \t])?[\w.]{1,40}\()?["']?(\d{1,3}(?:[_,']\d{3})+(?:_\d\d)?|\d{4,15})(?:\.0+)?(?:_?[a-zA-Z]\w{0,3})?["']?`;
const AFTER = String.raw`\){0,3}[ \t]*[;,:{]?[ \t\r]*$`;
/** A number of four digits or more that is the whole value of a name in capitals. */
const CONSTANT = new RegExp(
  String.raw`(?<![\w.])(?:[A-Z][A-Z\d_]+\b(?![ \t]*\()[^=\n]{0,80}?=|#define[ \t]+[A-Z][A-Z\d_]+)[ \t]*${NUMBER}${AFTER}`,
);
/** Such a number at the end of the code that is assigned to a name, is compared with something, or ends a row of SQL. */
const VALUE = new RegExp(
  String.raw`(?:(?<![=!<>])[:=]|[<>]=?|(?:^|\b(?:VALUES|values))[ \t]*\((?:[^()'\n]|'[^'\n]{0,80}'){0,200},)[ \t]*${NUMBER}${AFTER}`,
);
/** Characters of code before a comment, or below it, that are read: a file may be one line with many comments. */
const MAX_CODE = 400;
/** `LIMIT_CENTS`, `limitInCents`, "in cents", `2_500_000_00`. */
const CENTS = /_\d\d$|(?<![a-z])cents?(?![a-z])|Cents?(?![a-z])|(?<![A-Z])CENTS?(?![A-Z])/;
/** Not the section in `2010(c)(3)`. */
const YEAR = /(?<!\d)(?:19|20)\d\d(?![\d(])/;

/**
 * `spans`: the comments of the program. A comment with several citations says of none of them what its number is. Variables that are
 * no constants mostly hold the facts of a case, which no paragraph states, unless their comment begins with the citation.
 */
export function citedConstants(
  text: string,
  citations: readonly AuthorityCitation[],
  spans: readonly Span[],
): CitedConstant[] {
  const found: CitedConstant[] = [];
  let next = 0;
  for (const { start, end, codeStart, codeEnd } of commentsOf(text, spans)) {
    while ((citations[next]?.start ?? end) < start) next += 1;
    const [citation, second] = citations.slice(next, next + 2);
    if (!citation || citation.start >= end || citation.pin === '' || (second && second.start < end)) continue;
    const line = text.slice(codeStart, codeEnd);
    const isFirst = !/[\p{L}\p{N}]/u.test(text.slice(start, citation.start));
    const code = CONSTANT.exec(line) ?? (isFirst ? VALUE.exec(line) : null);
    const written = code?.[1];
    if (!code || written === undefined || YEAR.test(written)) continue;
    const offset = code.index + code[0].lastIndexOf(written);
    const at = codeStart + offset;
    const before = found.at(-1);
    // The comments before and after it may cite the same paragraph.
    if (before?.start === at && before.citation.key === citation.key && before.citation.pin === citation.pin) continue;
    const inCents = [written, line.slice(0, offset), text.slice(start, end)].some((each) => CENTS.test(each));
    const value = Number(written.replace(/[_,']/g, '')) / (inCents ? 100 : 1);
    const isOfYear = YEAR.test(line.slice(0, offset));
    found.push({ written, value, isOfYear, start: at, end: at + written.length, citation });
  }
  return found;
}

interface Comment {
  readonly start: number;
  readonly end: number;
  /** The code that it explains: before it on its line, else the line below. */
  readonly codeStart: number;
  readonly codeEnd: number;
}

/** Comments of one line each below each other are one. */
function commentsOf(text: string, spans: readonly Span[]): Comment[] {
  const comments: Comment[] = [];
  for (let at = 0; at < spans.length; at += 1) {
    const [start, first] = spans[at] ?? [0, 0];
    const before = text.slice(Math.max(0, start - MAX_CODE), start);
    const code = before.slice(before.lastIndexOf('\n') + 1);
    if (code.trim() !== '') {
      comments.push({ start, end: first, codeStart: start - code.length, codeEnd: start });
      continue;
    }
    let end = first;
    while (/^\r?\n[ \t]*$/.test(text.slice(end, spans[at + 1]?.[0] ?? end))) {
      at += 1;
      end = spans[at]?.[1] ?? end;
    }
    const [, rest = '', line = ''] = /^([^\n]*\n)([^\n]*)/.exec(text.slice(end, end + MAX_CODE)) ?? [];
    if (rest.trim() !== '' || rest.length + line.length === MAX_CODE) continue;
    const codeStart = end + rest.length;
    // A comment after the code below explains it too.
    const codeEnd = Math.min(codeStart + line.length, spans[at + 1]?.[0] ?? text.length);
    comments.push({ start, end, codeStart, codeEnd });
  }
  return comments;
}
