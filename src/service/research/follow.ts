/** Follows the references of a passage to other authorities and to other subsections of its own. */
import type { DatabaseSync } from 'node:sqlite';
import { findCitations } from '../search/authority.ts';
import { chooseCited } from '../search/citedDocuments.ts';
import { fetchPassages } from '../search/fetchPassages.ts';
import type { Query } from '../search/query.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import { shortName } from './quotation.ts';

export interface Followed {
  readonly found: RankedPassage;
  /** "§ 168(k), referred to in § 179". */
  readonly reference: string;
}

/** References of one passage that are followed, in the order of the text, and references to its own subsections. */
const MAX_REFERENCES = 8;
const MAX_SUBSECTIONS = 3;

/** Passages of the library that `from` refers to, the best for the question first, without those in `seen` (ids of passages). */
export function follow(
  database: DatabaseSync,
  from: readonly RankedPassage[],
  query: Query,
  scorer: PassageScorer,
  seen: ReadonlySet<number>,
): Followed[] {
  const found = new Map<number, Followed>();
  for (const origin of from) {
    const citations = [
      ...findCitations(origin.passage.text)
        .filter((citation) => citation.certain)
        .slice(0, MAX_REFERENCES),
      ...sameSection(origin),
    ];
    for (const citation of citations) {
      const { documents } = chooseCited(database, { ...query, citations: [citation], possible: [] });
      for (const cited of documents.filter((document) => document.exact)) {
        const document = fetchPassages(database, { id: cited.id, score: 0, cited, passages: [] }, scorer);
        const passage = document.passages.find((candidate) => !seen.has(candidate.id));
        if (!passage || passage.id === origin.passage.id || found.has(passage.id)) continue;
        const reference = `${referenceName(citation)}, referred to in ${shortName(origin)}`;
        found.set(passage.id, { found: { document, passage }, reference });
      }
    }
  }
  const score = (followed: Followed) =>
    scorer.score({ heading: followed.found.passage.heading, text: followed.found.passage.text }, 1);
  return [...found.values()].sort((one, other) => score(other) - score(one));
}

/** "section 168(k)" and, in a list of sections, "168(k)" are shown as "§ 168(k)". */
function referenceName({ text }: { readonly text: string }): string {
  return text.replace(/^(?:sections?\s*|§{1,2}\s*)?(?=\d)/i, '§ ');
}

/** "subsection (d)" inside § 179 is § 179(d). */
function sameSection({ document, passage }: RankedPassage) {
  if (document.authority === '') return [];
  return Array.from(passage.text.matchAll(/\bsubsections? ((?:\([a-z]{1,3}\)(?:\(\d{1,2}\))?))/g), (match) => {
    const pin = Array.from((match[1] ?? '').matchAll(/\((\w+)\)/g), (part) => part[1] ?? '').join('.');
    const key = document.authority;
    return { key, pin, base: key, certain: true, text: `subsection ${match[1]}` };
  }).slice(0, MAX_SUBSECTIONS);
}
