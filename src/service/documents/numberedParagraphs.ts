/**
 * The enumeration of laws whose sections consist of numbered paragraphs: (1)(a)(i) in Canada, (1) 1. a) aa) in Germany, 1. (a) (i) in
 * the European Union. A kind of label that is open goes on; another kind begins inside the innermost item.
 */
import { romanValue } from '../../authority/romanNumeral.ts';
import type { EnumeratedLine, LinePath } from './enumeration.ts';

interface Label {
  readonly kind:
    | 'bracketNumber'
    | 'number'
    | 'letter'
    | 'roman'
    | 'capital'
    | 'capitalRoman'
    | 'bracketLetter'
    | 'double';
  readonly label: string;
}

const NUMBERED =
  /^\s*(?:[-*•] {1,3})?(?:\((?<bracketNumber>\d{1,3}(?:\.\d{1,2}|[a-z])?)\)|(?<number>\d{1,3}[a-z]?)\.(?=\s{1,4}\S)|\((?<bracket>[a-z]{1,5}(?:\.\d{1,2})?|[A-Z]{1,5})\)|(?<half>[a-z]{1,2})\)(?=\s))/;
/** Longer lists have no Roman numbers; (l) and (c) are letters. */
const MAX_ROMAN = 39;
/** Lists of one kind inside another that make a document one of numbered paragraphs, at least. */
const MIN_LISTS = 2;

/** Whether lists of letters stand inside numbered paragraphs, and not the other way round as in the laws of the United States. */
export function hasNumberedParagraphs(lines: readonly EnumeratedLine[]): boolean {
  let inside = 0;
  let outside = 0;
  let before: 'number' | 'letter' | null = null;
  for (const { text, heading } of lines) {
    const groups = heading ? undefined : NUMBERED.exec(text)?.groups;
    if (heading) before = null;
    if (groups === undefined) continue;
    const isNumber = groups.bracketNumber !== undefined;
    const isLower = /^[a-z]/.test(groups.bracket ?? groups.half ?? '');
    const begins = groups.number === '1' || (isLower && (groups.bracket ?? groups.half) === 'a');
    if (before === 'number' && begins) inside += 1;
    if (before === 'letter' && groups.bracketNumber === '1') outside += 1;
    before = isNumber || groups.number !== undefined ? 'number' : isLower ? 'letter' : before;
  }
  return inside >= MIN_LISTS && inside > outside;
}

/** The label with which a line begins, with `_` for a dot: `1_1` in "(1.1)". */
export function numberedLabelOf(text: string): string | null {
  const groups = NUMBERED.exec(text)?.groups;
  const label = groups?.bracketNumber ?? groups?.number ?? groups?.bracket ?? groups?.half;
  return label?.replace('.', '_') ?? null;
}

/** The text behind the label of a line. */
export function withoutNumber(text: string): string {
  return text.replace(NUMBERED, '').trim();
}

export function enumerateParagraphs(lines: readonly EnumeratedLine[]): LinePath[] {
  let path: Label[] = [];
  return lines.map(({ text, heading }) => {
    if (heading) {
      path = [];
      return null;
    }
    const next = labelOf(text, path);
    if (next === null) return null;
    const open = path.findIndex(({ kind }) => kind === next.kind);
    path = [...(open === -1 ? path : path.slice(0, open)), next];
    return path.map(({ label }) => label);
  });
}

function labelOf(text: string, path: readonly Label[]): Label | null {
  const groups = NUMBERED.exec(text)?.groups;
  const label = numberedLabelOf(text);
  if (groups === undefined || label === null) return null;
  const open = (kind: Label['kind']) => path.find((one) => one.kind === kind)?.label;
  if (groups.bracketNumber !== undefined) return { kind: 'bracketNumber', label };
  if (groups.number !== undefined) return { kind: 'number', label };
  if (groups.half !== undefined) return { kind: label.length > 1 ? 'double' : 'bracketLetter', label };
  const lower = label === label.toLowerCase();
  const [letter, roman]: readonly Label['kind'][] = lower ? ['letter', 'roman'] : ['capital', 'capitalRoman'];
  if (letter === undefined || roman === undefined) return null;
  // (i) after (h) is a letter. Behind any other letter, and behind (h) with an open list of (i), it is a Roman number.
  const isRoman =
    (romanValue(label) ?? MAX_ROMAN + 1) <= MAX_ROMAN &&
    (open(roman) !== undefined || (open(letter) !== undefined && !follows(open(letter), label)));
  return { kind: isRoman ? roman : letter, label };
}

function follows(before: string | undefined, label: string): boolean {
  return before !== undefined && label.length === 1 && label.charCodeAt(0) === before.charCodeAt(0) + 1;
}
