/** Follows the references of a passage to other authorities and to other subsections of its own. */
import { findCitations } from '../search/authority.ts';
import { type Candidate, candidatesOf } from '../search/chooseQuotables.ts';
import { findExact } from '../search/citedDocuments.ts';
import { readParts } from '../search/documentNodes.ts';
import { fetchDocuments } from '../search/fetchPassages.ts';
import { withoutPin } from '../search/pin.ts';
import type { Query } from '../search/query.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundDocument, RankedPassage } from '../search/searchResult.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { t } from '../translate.ts';
import { shortName } from './quotation.ts';

/** A node that a reference led to. */
export interface Followed {
  readonly found: Candidate;
  /** "§ 168(k), referred to in § 179". */
  readonly reference: string;
}

interface Origin {
  readonly document: FoundDocument;
  readonly text: string;
}

/** Citations of one passage that are followed, those of other authorities first. */
const MAX_REFERENCES = 4;

/** Of each document that `from` refers to, the first passage that is not in `seen`, the ids of known passages. */
export async function followPassages(
  reader: LibraryReader,
  from: readonly RankedPassage[],
  seen: ReadonlySet<number>,
): Promise<RankedPassage[]> {
  const origins = from.map(({ document, passage }) => ({ document, text: passage.text }));
  const referred = await referredDocuments(reader, origins);
  return referred.flatMap(({ document }) => {
    const passage = document.passages.find(({ id }) => !seen.has(id));
    return passage ? [{ document, passage }] : [];
  });
}

/** The nodes that quoted nodes refer to, the best for the question first. */
export async function followNodes(
  reader: LibraryReader,
  from: readonly Candidate[],
  query: Query,
  scorer: PassageScorer,
): Promise<Followed[]> {
  const origins = from.map(({ document, quotable }) => ({
    document,
    text: quotable.lines.map((line) => line.text).join('\n'),
  }));
  const referred = await referredDocuments(reader, origins);
  const parts = await readParts(
    reader,
    referred.map(({ document }) => document),
  );
  return referred
    .flatMap(({ document, reference }, at) =>
      candidatesOf(document, parts[at] ?? [], query, scorer)
        .slice(0, 1)
        .map((found) => ({ found, reference })),
    )
    .filter(({ found }, at, all) => all.findIndex((other) => placeOf(other.found) === placeOf(found)) === at)
    .sort((one, other) => withoutPin(other.found.score) - withoutPin(one.found.score));
}

const placeOf = ({ document, quotable }: Candidate) => `${document.id} ${quotable.lines[0]?.line}`;

/** Each document that an origin refers to. */
async function referredDocuments(
  reader: LibraryReader,
  origins: readonly Origin[],
): Promise<{ readonly document: FoundDocument; readonly reference: string }[]> {
  const references = origins.flatMap((origin) => citationsIn(origin).map((citation) => ({ origin, citation })));
  const exact = await findExact(
    reader,
    references.map(({ citation }) => citation),
  );
  const found = references.flatMap(({ origin, citation }, at) =>
    (exact[at] ?? []).map((cited) => ({
      ranked: { id: cited.id, lane: 'law' as const, score: 0, cited: [cited], passages: [] },
      reference: t('{0}, referred to in {1}', referenceName(citation), shortName(origin)),
    })),
  );
  const documents = await fetchDocuments(
    reader,
    found.map(({ ranked }) => ranked),
  );
  return documents.flatMap((document) => {
    const of = found.find(({ ranked: { id, cited } }) => id === document.id && cited[0]?.citation === document.cited);
    return of ? [{ document, reference: of.reference }] : [];
  });
}

function citationsIn(origin: Origin) {
  const certain = findCitations(origin.text).filter((citation) => citation.certain);
  return [...certain, ...subsectionCitations(origin)].slice(0, MAX_REFERENCES);
}

/** "section 168(k)" and, in a list of sections, "168(k)" are shown as "§ 168(k)". */
function referenceName({ text }: { readonly text: string }): string {
  return text.replace(/^(?:sections?\s*|§{1,2}\s*)?(?=\d)/i, '§ ');
}

/** Reads "subsection (d)" in § 179 as a citation of § 179(d). */
function subsectionCitations({ document, text }: Origin) {
  if (document.authority === '') return [];
  return Array.from(text.matchAll(/\bsubsections? ((?:\([a-z]{1,3}\)(?:\(\d{1,2}\))?))/g), (match) => {
    const pin = Array.from((match[1] ?? '').matchAll(/\((\w+)\)/g), (part) => part[1] ?? '').join('.');
    const key = document.authority;
    return { key, pin, base: key, certain: true, text: `subsection ${match[1]}` };
  });
}
