/** Finds the documents that deal with a question in two lanes, the user's own documents and authorities, each with its best passages. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { Hit, Lane, LibraryReader } from '../store/libraryReader.ts';
import { amendmentsNext } from './amendments.ts';
import { type Attached, findAttached } from './attachedFiles.ts';
import { type CitedDocument, chooseCited } from './citedDocuments.ts';
import { refersToDocument } from './earlierQuestions.ts';
import { withoutSelected } from './excludeSelection.ts';
import { fetchDocuments } from './fetchPassages.ts';
import { toIndexed } from './indexedTerms.ts';
import { coverageOf, coverageOfBest, leadingLane, ownTerms } from './lead.ts';
import { programsLater } from './programs.ts';
import { analyse, HALF, type Query, type Term } from './query.ts';
import {
  type FoundDocument,
  type RankedDocument,
  type RankedPassage,
  type SearchOptions,
  type SearchResult,
  scoreOf,
} from './searchResult.ts';
import { sharedWords } from './sharedWords.ts';
import { hasSubjects, subjectScores } from './subjects.ts';
import { createTermStatistics, type TermStatistics } from './termStatistics.ts';
import { currentFirst } from './versions.ts';

/** Documents of each lane that are returned. */
const MAX_DOCUMENTS = 12;

export async function search(
  reader: LibraryReader,
  question: ResearchQuestion,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const statistics = createTermStatistics(reader);
  const found = await searchWith(reader, statistics, question, options);
  // Words of earlier questions refine what fits. They do not make it fit.
  if ((options.context ?? []).length > 0 && found.query.continues === 'perhaps') {
    const isOther = isInOtherLanguage(found);
    if (isOther || !hasOwnWords(statistics, found)) {
      const alone = await searchWith(reader, statistics, question, { ...options, context: [] });
      const own = ownTerms(found.query);
      const covered = ({ documents }: SearchResult) => coverageOfBest(statistics, own, documents);
      // A short question in another language may still be about the documents of the questions before.
      const isBetter = !isOther || (covered(alone) >= HALF && !isInOtherLanguage(alone));
      if (isBetter && covered(alone) >= covered(found)) return alone;
      if (!isOther) return found;
    }
  }
  if (isAboutEarlier(statistics, found)) return searchWith(reader, statistics, question, options, 'earlier');
  const kept = await earlierDocument(reader, statistics, found, options);
  return kept === null ? found : withFirst(found, kept);
}

/**
 * The id of the user's document that the question before led to, if the question certainly continues it and has a pronoun for it: "Und wie
 * lange läuft er?" Other documents have "läuft" as well.
 */
async function earlierDocument(
  reader: LibraryReader,
  statistics: TermStatistics,
  { query, lead }: SearchResult,
  options: SearchOptions,
): Promise<number | null> {
  const last = options.context?.at(-1);
  if (!last || lead !== 'own' || !query.follows || query.citations.length > 0 || !refersToDocument(query.question))
    return null;
  const earlier = await searchWith(reader, statistics, last, {
    ...options,
    context: options.context?.slice(0, -1) ?? [],
  });
  const covered = coverageOfBest(statistics, ownTerms(earlier.query), earlier.documents.slice(0, 1));
  return earlier.lead === 'own' && covered >= HALF ? (earlier.documents[0]?.id ?? null) : null;
}

/** The document comes first if it was found. */
function withFirst(found: SearchResult, id: number): SearchResult {
  const [first] = found.documents;
  const kept = found.documents.find((document) => document.id === id);
  if (!first || !kept || kept === first) return found;
  const others = found.documents.filter((document) => document !== kept);
  return { ...found, documents: [{ ...kept, score: first.score }, ...others] };
}

/**
 * Whether a follow-up can only be about the earlier questions: it is in another language, or no document has any of its words ("Und wie
 * wurde sie berechnet?").
 */
function isAboutEarlier(statistics: TermStatistics, { query, documents }: SearchResult): boolean {
  const { language, earlierLanguage, follows, about } = query;
  if (!follows || about !== null || language === null) return false;
  if (coverageOfBest(statistics, ownTerms(query), documents) === 0) return true;
  if (earlierLanguage === null || earlierLanguage === language) return false;
  const [first] = documents;
  const earlier = query.terms.filter(({ from }) => from === 'earlier');
  return !first || [earlier, ownTerms(query)].some((terms) => !hasWord(statistics, terms, first));
}

function hasWord(statistics: TermStatistics, terms: readonly Term[], document: FoundDocument): boolean {
  return document.passages.some((passage) => coverageOf(statistics, terms, document, passage) > 0);
}

/** Whether the question is in another language than the first document. */
function isInOtherLanguage({ query: { language }, documents: [first] }: SearchResult): boolean {
  return first !== undefined && language !== null && language !== first.language;
}

/** Whether a passage has half of the words of the question itself. */
function hasOwnWords(statistics: TermStatistics, { query, documents }: SearchResult): boolean {
  const [first] = documents;
  if (!first) return true;
  const own = ownTerms(query);
  return hasWord(statistics, own, first) && coverageOfBest(statistics, own, documents) >= HALF;
}

async function searchWith(
  reader: LibraryReader,
  statistics: TermStatistics,
  question: ResearchQuestion,
  options: SearchOptions,
  forced: 'earlier' | null = null,
): Promise<SearchResult> {
  const asked = analyse(question, options.context ?? [], forced);
  const [cited, attached] = await Promise.all([
    chooseCited(reader, asked),
    findAttached(reader, asked.about === 'attached' ? [] : question.attachments, question.text),
  ]);
  const query = await toIndexed(statistics, asked);
  const ranked = await rank(reader, query, cited.documents, attached);
  const limit = options.limit ?? MAX_DOCUMENTS;
  // What a question was about is no source for one that continues it.
  const selections = [...query.selections, ...query.earlierSelections, ...(options.excluded ?? [])];
  const bestOf = (lane: Lane): RankedDocument[] =>
    ranked.filter((document) => document.lane === lane).slice(0, limit + selections.length);
  const best = { own: bestOf('own'), law: bestOf('law') };
  const documents = await fetchDocuments(reader, [...best.own, ...best.law]);
  const fetched = new Map(documents.map((document) => [document.id, document]));
  const inLane = (lane: Lane): FoundDocument[] => {
    const found = best[lane].flatMap(({ id }) => fetched.get(id) ?? []);
    const others = withoutSelected(selections, found);
    return (
      lane === 'own'
        ? programsLater(query.question, attached.ids, amendmentsNext(currentFirst(others, query.question)))
        : others
    ).slice(0, limit);
  };
  const lanes = { own: inLane('own'), law: inLane('law') };
  const hasAttached = ranked.some(({ id, lane }) => attached.ids.has(id) && lane === 'own');
  const lead = leadingLane(statistics, query, lanes, hasAttached);
  return {
    query,
    statistics,
    missingAuthorities: cited.missing,
    lead,
    documents: lanes[lead],
    others: lanes[lead === 'own' ? 'law' : 'own'],
  };
}

/** A document scores as its best passage. Attached documents come first. In the lane of the law, synonyms and subjects are added, and cited sections come first. */
async function rank(
  reader: LibraryReader,
  query: Query,
  cited: readonly CitedDocument[],
  attached: Attached,
): Promise<RankedDocument[]> {
  const originals = new Map(attached.byContent);
  const find = async (terms: readonly Term[]): Promise<Hit[]> => {
    const hits = await reader.best(terms.filter(isSearched), originals);
    for (const { digest, document } of hits) originals.set(digest, document);
    return hits;
  };
  const found = await find(query.terms);
  const passages = new Map(found.map((passage) => [passage.id, passage]));
  const isGerman = query.language === 'de';
  const added = isGerman ? await sharedWords(reader, query, found) : query.added;
  const further = added.length > 0 && reader.scope.passages.law > 0 ? await find(added) : [];
  // Words that passages share add to none more than half of what the words of the question give to the best one.
  const share = isGerman ? Math.min(1, (found[0]?.score ?? 0) / (further[0]?.score ?? 1)) : 1;
  for (const passage of further) {
    if (passage.lane === 'own') continue;
    const score = (passages.get(passage.id)?.score ?? 0) + HALF * share * passage.score;
    passages.set(passage.id, { ...passage, score });
  }
  const documents = new Map<number, { lane: Lane; score: number; passages: { id: number; score: number }[] }>();
  for (const { id, document, lane, score } of passages.values()) {
    const known = documents.get(document) ?? { lane, score: 0, passages: [] };
    known.score = Math.max(known.score, score);
    known.passages.push({ id, score });
    documents.set(document, known);
  }
  const subjects = (await hasSubjects(reader))
    ? await subjectScores(reader, [...query.terms, ...query.added], originals)
    : new Map<number, number>();
  // The documents that are one authority each, as those that the lists describe.
  const ofHits = [...passages.values()].filter(({ isOneAuthority }) => isOneAuthority).map(({ document }) => document);
  const sections = subjects.size > 0 ? [...new Set([...ofHits, ...subjects.keys()])] : [];
  const bestSection = () => Math.max(0, ...sections.map((id) => documents.get(id)?.score ?? 0));
  const byWords = bestSection();
  for (const [id, score] of subjects) {
    const known = documents.get(id) ?? { lane: 'law' as const, score: 0, passages: [] };
    documents.set(id, { ...known, score: known.score + SUBJECT * score });
  }
  // The lists say which section of their law is meant, and not which law.
  const factor = byWords > 0 ? byWords / bestSection() : 1;
  for (const id of sections) {
    const known = documents.get(id);
    if (known) documents.set(id, { ...known, score: factor * known.score });
  }
  const best = Math.max(0, ...[...documents.values()].map(({ score }) => score));
  const first = [...cited.map(({ id }) => id), ...[...attached.ids].filter((id) => documents.has(id))];
  for (const id of new Set(first)) {
    const known = documents.get(id) ?? { lane: 'law' as const, score: 0, passages: [] };
    documents.set(id, { ...known, score: known.score + best });
  }
  return [...documents]
    .map(([id, document]) => ({
      ...document,
      id,
      cited: cited.filter((one) => one.id === id),
      passages: document.passages.sort((one, other) => other.score - one.score),
    }))
    .sort((one, other) => other.score - one.score);
}

/** A single letter, as in "S corporation", is in too many passages. */
function isSearched({ word }: Term): boolean {
  return !/^[a-z]$/.test(word);
}

/** The weight of a subject, against the best passage. At 1, the section comes first for fewer questions; at 4, for no more. */
const SUBJECT = 2;
/** Passages of the leading lane for each one of the other lane. */
const LEADING = 3;

/** The passages of all documents in one order: those of the leading lane, with those of the other lane between them. */
export function passagesInOrder({ documents, others }: Pick<SearchResult, 'documents' | 'others'>): RankedPassage[] {
  const other = inOrder(others);
  return inOrder(documents)
    .flatMap((passage, at) => (at % LEADING === LEADING - 1 ? [passage, ...other.splice(0, 1)] : [passage]))
    .concat(other);
}

function inOrder(documents: readonly FoundDocument[]): RankedPassage[] {
  return documents
    .flatMap((document) => document.passages.map((passage) => ({ document, passage })))
    .sort((one, other) => scoreOf(other.document, other.passage) - scoreOf(one.document, one.passage));
}
