/** Quotations next to a citation. */
import type { AuthorityCitation } from '../authority/parseAuthorities.ts';
import type { TextRange } from '../text/findQuotation.ts';
import { quotedSpans } from './quotationsInSource.ts';

/** A quotation in a text, with the citation next to it. */
export interface CitedQuotation extends TextRange {
  readonly text: string;
  readonly citation: AuthorityCitation;
}

/** Shorter quotations are terms ("the “basis”"). Characters. */
const SHORTEST = 25;
const LONGEST = 4000;
/** Characters between a quotation and its citation, at most. */
const NEAR = 120;

/** `citations` are those of the text, in its order. */
export function quotationsWithCitations(text: string, citations: readonly AuthorityCitation[]): CitedQuotation[] {
  const found: CitedQuotation[] = [];
  let at = 0;
  let next = 0;
  for (const paragraph of text.split(/(\n[ \t]*\r?\n)/)) {
    const base = at;
    at += paragraph.length;
    const first = next;
    while ((citations[next]?.start ?? at) < at) next += 1;
    if (first === next) continue;
    const own = citations.slice(first, next);
    for (const { start, end } of spansOf(paragraph)) {
      const span = { start: base + start, end: base + end };
      const citation = nearest(text, own, span);
      if (citation) found.push({ text: text.slice(span.start, span.end), ...span, citation });
    }
  }
  return found;
}

function spansOf(paragraph: string): TextRange[] {
  const isCompared = ({ start, end }: TextRange) => end - start >= SHORTEST && end - start <= LONGEST;
  const [block] = blocksOf(paragraph);
  return block && isCompared(block) ? [block] : quotedSpans(paragraph).filter(isCompared);
}

/** The citations that are no words of a quotation block: those are cited by what is quoted. */
export function citationsOutsideOfBlocks(text: string, citations: readonly AuthorityCitation[]): AuthorityCitation[] {
  const quoted = new Set(
    blocksOf(text).flatMap(({ start, end }) => citations.slice(placeFrom(citations, start), placeFrom(citations, end))),
  );
  return citations.filter((citation) => !quoted.has(citation));
}

function blocksOf(text: string): TextRange[] {
  return Array.from(text.matchAll(/^(?:[ \t]*>[^\n]*(?:\n|$))+/gm), ({ index, 0: block }) => ({
    start: index,
    end: index + block.trimEnd().length,
  }));
}

/** The end of a sentence, and the beginning of the next one. */
const SENTENCE_END = /[.!?]["”’“)\]]*\s+["“(]?[\p{Lu}§]/u;

/**
 * The citation that is closest to the quotation, before or after it, in the same sentence if there is one. One inside of the quotation is
 * part of its words.
 */
function nearest(
  text: string,
  citations: readonly AuthorityCitation[],
  { start, end }: TextRange,
): AuthorityCitation | null {
  const before = citations[placeFrom(citations, start) - 1];
  const after = citations[placeFrom(citations, end)];
  const near = [
    { citation: after, from: end, to: after?.start ?? Number.POSITIVE_INFINITY },
    { citation: before, from: before ? before.start + before.text.length : Number.NEGATIVE_INFINITY, to: start },
  ]
    .filter(({ from, to }) => to - from <= NEAR)
    .toSorted((one, other) => one.to - one.from - (other.to - other.from));
  // A sentence can end inside of the quotation marks.
  const inSentence = near.find(({ from, to }) => !SENTENCE_END.test(text.slice(from - 1, to + 1)));
  return (inSentence ?? near[0])?.citation ?? null;
}

/** The place of the first citation that starts at `position` or later. Found by bisection, because a text may have thousands. */
function placeFrom(citations: readonly AuthorityCitation[], position: number): number {
  let low = 0;
  let high = citations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((citations[middle]?.start ?? position) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
