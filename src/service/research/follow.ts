/** Follows the references of a passage to other authorities and to other subsections of its own. */
import type { DatabaseSync } from 'node:sqlite';
import { findCitations } from '../search/authority.ts';
import { type Candidate, candidatesOf, PINNED } from '../search/chooseQuotables.ts';
import { chooseCited } from '../search/citedDocuments.ts';
import { fetchPassages } from '../search/fetchPassages.ts';
import type { Query } from '../search/query.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundDocument, RankedPassage } from '../search/searchResult.ts';
import { shortName } from './quotation.ts';

export interface Followed {
  readonly found: RankedPassage;
  /** "§ 168(k), referred to in § 179". */
  readonly reference: string;
}

/** References of one passage that are followed, in the order of the text, and references to its own subsections. */
const MAX_REFERENCES = 8;
const MAX_SUBSECTIONS = 3;

/** The documents that some texts refer to, each with its passages. */
function* referred(
  database: DatabaseSync,
  from: readonly Origin[],
  query: Query,
  scorer: PassageScorer,
): Generator<{ document: FoundDocument; reference: string; origin: Origin }> {
  for (const origin of from) {
    const citations = [
      ...findCitations(origin.text)
        .filter((citation) => citation.certain)
        .slice(0, MAX_REFERENCES),
      ...sameSection(origin),
    ];
    for (const citation of citations) {
      const { documents } = chooseCited(database, { ...query, citations: [citation], possible: [] });
      for (const cited of documents.filter((document) => document.exact)) {
        const document = fetchPassages(database, { id: cited.id, score: 0, cited, passages: [] }, scorer);
        yield { document, reference: `${referenceName(citation)}, referred to in ${shortName(origin)}`, origin };
      }
    }
  }
}

interface Origin {
  readonly document: FoundDocument;
  readonly text: string;
}

/** Passages of the library that `from` refers to, the best for the question first, without those in `seen` (ids of passages). */
export function follow(
  database: DatabaseSync,
  from: readonly RankedPassage[],
  query: Query,
  scorer: PassageScorer,
  seen: ReadonlySet<number>,
): Followed[] {
  const found = new Map<number, Followed>();
  const origins = from.map(({ document, passage }) => ({ document, text: passage.text, id: passage.id }));
  for (const { document, reference } of referred(database, origins, query, scorer)) {
    const passage = document.passages.find((candidate) => !seen.has(candidate.id));
    if (!passage || origins.some(({ id }) => id === passage.id) || found.has(passage.id)) continue;
    found.set(passage.id, { found: { document, passage }, reference });
  }
  const score = ({ found: { passage } }: Followed) => scorer.score({ heading: passage.heading, text: passage.text }, 1);
  return [...found.values()].sort((one, other) => score(other) - score(one));
}

/** The nodes that quoted nodes refer to, the best for the question first. */
export function followNodes(
  database: DatabaseSync,
  from: readonly Candidate[],
  query: Query,
  scorer: PassageScorer,
): { readonly found: Candidate; readonly reference: string; readonly score: number }[] {
  const origins = from.map(({ document, quotable }) => ({
    document,
    text: quotable.lines.map((line) => line.text).join('\n'),
  }));
  const found = new Map<string, { found: Candidate; reference: string; score: number }>();
  for (const { document, reference } of referred(database, origins, query, scorer)) {
    const [best] = candidatesOf(database, document, query, scorer);
    if (!best) continue;
    const key = `${document.id} ${best.quotable.lines[0]?.line}`;
    if (!found.has(key))
      found.set(key, { found: best, reference, score: best.score < PINNED / 2 ? best.score : best.score - PINNED });
  }
  return [...found.values()].sort((one, other) => other.score - one.score);
}

/** "section 168(k)" and, in a list of sections, "168(k)" are shown as "§ 168(k)". */
function referenceName({ text }: { readonly text: string }): string {
  return text.replace(/^(?:sections?\s*|§{1,2}\s*)?(?=\d)/i, '§ ');
}

/** "subsection (d)" inside § 179 is § 179(d). */
function sameSection({ document, text }: Origin) {
  if (document.authority === '') return [];
  return Array.from(text.matchAll(/\bsubsections? ((?:\([a-z]{1,3}\)(?:\(\d{1,2}\))?))/g), (match) => {
    const pin = Array.from((match[1] ?? '').matchAll(/\((\w+)\)/g), (part) => part[1] ?? '').join('.');
    const key = document.authority;
    return { key, pin, base: key, certain: true, text: `subsection ${match[1]}` };
  }).slice(0, MAX_SUBSECTIONS);
}
