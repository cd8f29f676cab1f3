/** Quotations next to a citation, and where they differ from the text of the authority. The time is linear in both texts. */
import type { AuthorityCitation } from '../authority/parseAuthorities.ts';
import { withoutHidden } from './normalise.ts';

/** A quotation in a text, with the citation next to it. */
export interface Quotation {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly citation: AuthorityCitation;
}

/** Shorter quotations are terms ("the “basis”"). Characters. */
const SHORTEST = 25;
const LONGEST = 4000;
/** Characters between a quotation and its citation, at most. */
const NEAR = 120;
/** Characters of a piece between two ellipses that is compared, at least. */
const SHORTEST_PIECE = 8;

const CURLY = new RegExp(`“[^“”]{${SHORTEST},${LONGEST}}”`, 'g');

/** `citations` are those of the text, in its order. */
export function quotationsWithCitations(text: string, citations: readonly AuthorityCitation[]): Quotation[] {
  const found: Quotation[] = [];
  let at = 0;
  for (const paragraph of text.split(/(\n[ \t]*\r?\n)/)) {
    const base = at;
    at += paragraph.length;
    if (paragraph.trim() === '') continue;
    for (const { start, end } of quotedSpans(paragraph)) {
      const citation = nearest(citations, base + start, base + end, base, at);
      if (citation)
        found.push({ text: text.slice(base + start, base + end), start: base + start, end: base + end, citation });
    }
  }
  return found;
}

function quotedSpans(paragraph: string): { start: number; end: number }[] {
  const block = /^(?:[ \t]*>[^\n]*(?:\n|$))+/m.exec(paragraph);
  if (block && block[0].length >= SHORTEST && block[0].length <= LONGEST) {
    return [{ start: block.index, end: block.index + block[0].trimEnd().length }];
  }
  const spans = Array.from(paragraph.matchAll(CURLY), (match) => ({
    start: match.index + 1,
    end: match.index + match[0].length - 1,
  }));
  const marks = Array.from(paragraph.matchAll(/"/g), ({ index }) => index);
  // An odd number of marks cannot be paired.
  if (marks.length % 2 === 1) return spans;
  for (let at = 0; at < marks.length; at += 2) {
    const start = (marks[at] ?? 0) + 1;
    const end = marks[at + 1] ?? 0;
    if (end - start >= SHORTEST && end - start <= LONGEST) spans.push({ start, end });
  }
  return spans;
}

/** The citation that is closest to the quotation, before or after it. One inside of the quotation is part of its words. */
function nearest(
  citations: readonly AuthorityCitation[],
  start: number,
  end: number,
  paragraphStart: number,
  paragraphEnd: number,
): AuthorityCitation | null {
  let low = 0;
  let high = citations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((citations[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const before = citations[low - 1];
  let next = low;
  while ((citations[next]?.start ?? end) < end) next += 1;
  const after = citations[next];
  const gapBefore =
    before && before.start >= paragraphStart ? start - before.start - before.text.length : Number.POSITIVE_INFINITY;
  const gapAfter = after && after.start < paragraphEnd ? after.start - end : Number.POSITIVE_INFINITY;
  if (Math.min(gapBefore, gapAfter) > NEAR) return null;
  return (gapAfter <= gapBefore ? after : before) ?? null;
}

/** `quoted`: the words from the first difference on. `original`: the words there in the authority; null if no place is similar. */
export interface Difference {
  readonly quoted: string;
  readonly original: string | null;
}

/** An authority's text, prepared for comparisons. */
export interface ComparedText {
  readonly shown: string;
  readonly folded: string;
}

export function prepareText(text: string): ComparedText {
  const shown = even(text);
  const folded = shown.toLowerCase();
  return folded.length === shown.length ? { shown, folded } : { shown: folded, folded };
}

/** Words that are compared before the authority is said to have a similar place. */
const SIMILAR_WORDS = 3;
/** Words of a difference that are shown. */
const SHOWN_WORDS = 6;

/**
 * null if the authority has the quotation. Kinds of quotation marks, dashes and blanks make no difference, nor emphasis, capitals and
 * one letter in brackets ("[T]he"). An ellipsis may leave words out.
 */
export function compareQuotation(quotation: string, { shown, folded }: ComparedText): Difference | null {
  const pieces = even(quotation.replace(/^[ \t]*>[ \t]?/gm, '').replace(/\*(?:\s?\*){2,}/g, '…'))
    .split(/\[?(?:\.{3,}|…)\]?/)
    .map((piece) => piece.replace(/^[\s.,;:]+|[\s.,;:]+$/g, ''))
    .filter((piece) => piece.length >= SHORTEST_PIECE);
  let from = 0;
  for (const piece of pieces) {
    const at = folded.indexOf(piece.toLowerCase(), from);
    if (at !== -1) {
      from = at + piece.length;
      continue;
    }
    const words = piece.split(' ');
    let same = 0;
    let above = words.length;
    // A longer beginning is found only where a shorter one is.
    while (same + 1 < above) {
      const middle = (same + above) >> 1;
      if (folded.includes(words.slice(0, middle).join(' ').toLowerCase(), from)) same = middle;
      else above = middle;
    }
    const quoted = words.slice(same, same + SHOWN_WORDS).join(' ');
    if (same < SIMILAR_WORDS) return { quoted: words.slice(0, SHOWN_WORDS).join(' '), original: null };
    const beginning = words.slice(0, same).join(' ').toLowerCase();
    const place = folded.indexOf(beginning, from) + beginning.length;
    const original = shown
      .slice(place, place + 200)
      .trim()
      .split(' ')
      .slice(0, SHOWN_WORDS)
      .join(' ');
    return { quoted, original };
  }
  return null;
}

/** One form for blanks, quotation marks, dashes and emphasis. */
function even(text: string): string {
  return withoutHidden(text)
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[*_`\\]/g, '')
    .replace(/\[(\w)\]/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?[-\u2010-\u2015\u2212]+ ?/g, '-')
    .replace(/ (?=[,;:.)])/g, '')
    .trim();
}
