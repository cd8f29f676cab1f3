/**
 * The labels of laws whose sections consist of numbered paragraphs: (1)(a)(i) in Canada, (1) 1. a) aa) in Germany, 1. (a) (i) in
 * the European Union.
 */
import { bracketed, type Label } from '../../text/enumeration.ts';

const NUMBERED =
  /^\s*(?:[-*•] {1,3})?(?:\((?<bracketNumber>\d{1,3}(?:\.\d{1,2}|[a-z])?)\)|(?<number>\d{1,3}[a-z]?)\.(?=\s{1,4}\S)|\((?<bracket>[a-z]{1,5}(?:\.\d{1,2})?|[A-Z]{1,5})\)|(?<half>[a-z]{1,2})\)(?=\s))/;
/** Lists of one kind inside another that make a document one of numbered paragraphs, at least. */
const MIN_LISTS = 2;

/** Whether lists of letters stand inside numbered paragraphs, and not the other way round as in the laws of the United States. */
export function hasNumberedParagraphs(lines: readonly { readonly text: string; readonly heading: boolean }[]): boolean {
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

/** The labels with which a line begins, with `_` for a dot: `1_1` in "(1.1)". */
export function numberedLabelsOf(line: string): Label[] {
  const labels: Label[] = [];
  let rest = line;
  for (let match = NUMBERED.exec(rest); match?.groups; match = NUMBERED.exec(rest)) {
    const { bracketNumber, bracket = bracketNumber, number, half } = match.groups;
    if (bracket !== undefined) labels.push(bracketed(bracket.replace('.', '_')));
    else if (number !== undefined) labels.push({ text: number, kinds: ['dotted'] });
    else if (half !== undefined) labels.push({ text: half, kinds: [half.length > 1 ? 'halfDouble' : 'halfLetter'] });
    rest = rest.slice(match[0].length);
  }
  return labels;
}

/** The text after the labels of a line. */
export function withoutNumber(text: string): string {
  let rest = text;
  while (NUMBERED.test(rest)) rest = rest.replace(NUMBERED, '');
  return rest.trim();
}
