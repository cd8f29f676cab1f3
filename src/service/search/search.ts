/** Finds the documents that deal with a question in two lanes, the user's own documents and authorities, each with its best passages. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { Hit, Lane, LibraryReader } from '../store/libraryReader.ts';
import { amendmentsNext } from './amendments.ts';
import { type Attached, findAttached } from './attachedFiles.ts';
import { isOwnClause } from './authority.ts';
import { type CitedDocument, chooseCited } from './citedDocuments.ts';
import { withoutSelected } from './excludeSelection.ts';
import { fetchDocuments } from './fetchPassages.ts';
import { toIndexed } from './indexedTerms.ts';
import { coverageOfBest, leadingLane, ownTerms } from './lead.ts';
import { ledTo, meantDocuments, meantFirst } from './meantDocuments.ts';
import { programsLater } from './programs.ts';
import { analyse, HALF, lastAsking, type Query, type Term } from './query.ts';
import {
  type FoundDocument,
  type RankedDocument,
  type RankedPassage,
  type SearchOptions,
  type SearchResult,
  scoreOf,
} from './searchResult.ts';
import { sharedWords } from './sharedWords.ts';
import { stayWithSubject, subjectAfter } from './stayWithSubject.ts';
import { hasSubjects, subjectScores } from './subjects.ts';
import { createTermStatistics, type TermStatistics } from './termStatistics.ts';
import { currentFirst } from './versions.ts';
import { askedValue } from './wanted.ts';

/** Documents of each lane that are returned. */
const MAX_DOCUMENTS = 12;
/** Questions of a conversation that are searched for again to find what the last one was about. */
const EARLIER = 3;

/** `depth`: how many earlier questions may be searched for as well. */
export async function search(
  reader: LibraryReader,
  question: ResearchQuestion,
  options: SearchOptions = {},
  depth = EARLIER,
): Promise<SearchResult> {
  const statistics = createTermStatistics(reader);
  const { context = [] } = options;
  const at = lastAsking(context);
  const last = depth === 0 ? undefined : context[at];
  const before = last && (await search(reader, last, { ...options, context: context.slice(0, at) }, depth - 1));
  const found = await searchAfter(reader, statistics, question, options, before);
  return stayWithSubject(reader, { ...found, subject: before ? subjectAfter(before) : [] }, question);
}

/** `last` has what was found for the last question that asks something. */
async function searchAfter(
  reader: LibraryReader,
  statistics: TermStatistics,
  question: ResearchQuestion,
  options: SearchOptions,
  last: SearchResult | undefined,
): Promise<Omit<SearchResult, 'subject'>> {
  const { context = [] } = options;
  const { continues } = analyse(question, context);
  const at = lastAsking(context);
  const before = continues === 'no' ? undefined : last;
  const found = await searchWith(reader, statistics, question, options, before);
  const covered = ({ documents }: Pick<SearchResult, 'documents'>) =>
    coverageOfBest(statistics, ownTerms(found.query), documents);
  const [first] = found.documents;
  // A short question continues the subject if its answer begins with a document of the answer before.
  const stays = continues === 'yes' || !before || ledTo(before.documents).some(({ id }) => id === first?.id);
  const continued = { ...found, opened: stays ? found.query.opened : context.length };
  if (at === -1 || continues === 'no') return continued;
  if (first?.cited && isOwnClause(first.cited)) return continued;
  // What certainly continues the last question may have words that only other documents have: "What about an HSA?"
  const fits =
    continues === 'yes'
      ? covered(found) > 0
      : covered(found) >= HALF && covered({ documents: found.documents.slice(0, 1) }) > 0;
  if (fits && stays) return continued;
  // Words of earlier questions refine what fits. They do not make it fit.
  const alone = await searchWith(reader, statistics, question, { ...options, context: [] });
  if (fits) return { ...continued, alone: alone.documents };
  const { language } = found.query;
  // A document in another language shares only words that are spelled alike.
  const isRead = language === null || language === alone.documents[0]?.language;
  if (continues === 'yes' && !(isRead && covered(alone) >= HALF)) return continued;
  return covered(alone) >= covered(found) ? { ...alone, opened: context.length, isNewSubject: true } : continued;
}

async function searchWith(
  reader: LibraryReader,
  statistics: TermStatistics,
  question: ResearchQuestion,
  options: SearchOptions,
  before?: SearchResult,
): Promise<Omit<SearchResult, 'opened' | 'subject'>> {
  const asked = analyse(question, options.context ?? [], before?.opened);
  const [cited, attached] = await Promise.all([
    chooseCited(reader, asked, before?.lead === 'own' ? ledTo(before.documents) : []),
    findAttached(reader, asked.about === 'attached' ? [] : question.attachments, question.text),
  ]);
  const indexed = await toIndexed(statistics, asked);
  const ranked = await rank(reader, indexed, cited.documents, attached);
  const limit = options.limit ?? MAX_DOCUMENTS;
  // What a question was about is no source for one that continues it.
  const selections = [...indexed.selections, ...indexed.earlierSelections, ...(options.excluded ?? [])];
  const bestOf = (lane: Lane): RankedDocument[] =>
    ranked.filter((document) => document.lane === lane).slice(0, limit + selections.length);
  const best = { own: bestOf('own'), law: bestOf('law') };
  const documents = await fetchDocuments(reader, [...best.own, ...best.law]);
  const fetched = new Map(documents.map((document) => [document.id, document]));
  const meant = before && asked.follows ? await meantDocuments(reader, statistics, indexed, before, documents) : null;
  const query = meant?.isBefore ? { ...indexed, about: 'earlier' as const } : indexed;
  const inLane = (lane: Lane): FoundDocument[] => {
    const found = best[lane].flatMap(({ id }) => fetched.get(id) ?? []);
    const others = withoutSelected(selections, lane === meant?.lane ? meantFirst(found, meant.documents) : found);
    return (
      lane === 'own'
        ? programsLater(indexed.question, attached.ids, amendmentsNext(currentFirst(others, indexed.question)))
        : others
    ).slice(0, limit);
  };
  const lanes = { own: inLane('own'), law: inLane('law') };
  const hasAttached = ranked.some(({ id, lane }) => attached.ids.has(id) && lane === 'own');
  const lead = leadingLane(statistics, query, lanes, hasAttached, meant?.lane ?? null, before?.lead ?? null);
  return {
    query,
    statistics,
    isNewSubject: false,
    alone: null,
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
  // A file mostly says who wrote it at its beginning, in no word of the question.
  const heads = await reader.firstPassages(askedValue(query.question) === 'author' ? [...attached.ids] : []);
  for (const [id, head] of heads) {
    const known = documents.get(id) ?? { lane: 'own' as const, score: best, passages: [] };
    known.passages = [{ id: head, score: best }, ...known.passages.filter((one) => one.id !== head)];
    documents.set(id, known);
  }
  const laneOf = new Map(cited.map(({ id, lane }) => [id, lane]));
  const first = [...laneOf.keys(), ...[...attached.ids].filter((id) => documents.has(id))];
  for (const id of new Set(first)) {
    const known = documents.get(id) ?? { lane: laneOf.get(id) ?? 'law', score: 0, passages: [] };
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
