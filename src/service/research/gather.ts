/** Gathers the quotations of an answer. The plan depends on the research mode. Yields the steps to show. */
import type { DatabaseSync } from 'node:sqlite';
import { plainQuestion, type ResearchQuestion } from '../../protocol/question.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import { type Candidate, candidatesOf, searchedText } from '../search/chooseQuotables.ts';
import { adjustmentOf, yearsIn } from '../search/inflation.ts';
import type { Clause } from '../search/query.ts';
import { type Relevance, relevanceOf } from '../search/relevance.ts';
import { createPassageScorer, type PassageScorer } from '../search/scorePassages.ts';
import { search } from '../search/search.ts';
import type { SearchResult } from '../search/searchResult.ts';
import { t } from '../translate.ts';
import { followNodes } from './follow.ts';
import { type Quotation, toQuotation, withDistinctTitles } from './quotation.ts';
import type { ResearchOutput } from './researcher.ts';
import { AUDIT_ROLES, TAX_ROLES } from './role.ts';
import type { Plan } from './routing.ts';

export interface Gathered {
  readonly result: SearchResult;
  readonly relevance: Relevance;
  /** In the order in which they are quoted and numbered. */
  readonly quotations: readonly Quotation[];
  /** Descriptions of the references that were followed. */
  readonly followed: readonly string[];
  /** The node that adjusts the amounts of the first quotation for inflation, if the question names a year that they may not be of. */
  readonly adjustment: Candidate | null;
}

/** Share of the sources that the main search may use if references are followed. */
const MAIN_SHARE = 0.75;
/**
 * Share of the sources that the main search and the parts of the question may use. References use the rest. The main search alone may
 * use as many if its first quotation is not sure, because another document is then more likely to answer than a reference is.
 */
const PARTS_SHARE = 0.9;
/** Share of the best score that an authority needs to be quoted if all better documents are the user's own. */
const MIN_RULE = 0.3;
/** Parts of a question that are searched for. */
const MAX_PARTS = 4;
const PASSAGES_PER_PART = 2;
/** References that are followed in each hop. */
const MAX_FOLLOWED = 4;

type Steps<Result> = AsyncGenerator<ResearchOutput, Result, void>;

/** Returns null if the signal aborts. */
export async function* gather(
  library: LibraryIndex,
  question: ResearchQuestion,
  context: readonly ResearchQuestion[],
  plan: Plan,
  signal: AbortSignal,
): Steps<Gathered | null> {
  const database = library.database();
  const audit = plan.prefer.includes('audit');
  const result = search(database, question, {
    context,
    prefer: plan.prefer,
    limit: Math.max(10, plan.sources),
  });
  const scorer = createPassageScorer(database, result.query);
  const minScore = (result.documents[0]?.score ?? 0) * plan.minRelativeScore;
  const relevant = withRule(
    result.documents.filter((document) => document.score >= minScore),
    result,
    plan.sources,
  );
  const nodes = rank(database, relevant, result.query, scorer, plan.likelihood);
  const relevance = relevanceOf(database, result, nodes[0] ? searchedText(nodes[0], scorer) : '');
  if (relevance === 'none') return { result, relevance, quotations: [], followed: [], adjustment: null };
  const years = yearsIn(result.query.question);
  const ranked = withAdjustments(nodes, years);
  const adjustment = nodes[0] ? adjustmentOf(nodes[0], nodes, years) : null;
  const parts = plan.split ? result.query.clauses.slice(0, MAX_PARTS) : [];
  if (parts.length > 1) yield { type: 'step', title: planTitle(parts) };

  const picks = createPicks(plan.perDocument);
  const share = relevance === 'good' || parts.length > 1 ? MAIN_SHARE : PARTS_SHARE;
  const limit = plan.hops > 0 ? Math.ceil(plan.sources * share) : plan.sources;
  const hasRule = ranked.some(({ document }) => document.isAuthority);
  for (const candidate of ranked) {
    // The last place is kept for a rule.
    const needsRule =
      hasRule &&
      picks.candidates.length === limit - 1 &&
      ![...picks.candidates, candidate].some(({ document }) => document.isAuthority);
    if (!needsRule) picks.add(candidate, limit);
  }
  if (parts.length > 1) yield* searchParts(database, parts, plan, picks, signal);
  const references = yield* followReferences(database, result, scorer, plan, picks, signal);
  if (signal.aborted) return null;

  const quotations = picks.candidates.map((candidate) =>
    toQuotation(candidate, scorer, audit, references.get(candidate) ?? null),
  );
  return {
    result,
    relevance: adjustment !== null && relevance === 'good' ? 'partly' : relevance,
    adjustment,
    quotations: withDistinctTitles(inReadingOrder(quotations, audit)),
    followed: [...references.values()],
  };
}

/**
 * At most `limit` of the relevant documents. If all are the user's own, whose facts the user knows, the best authority is the last of
 * them.
 */
function withRule(
  relevant: SearchResult['documents'],
  { documents }: SearchResult,
  limit: number,
): SearchResult['documents'] {
  const first = relevant.slice(0, limit);
  const rule = first.some(({ isAuthority }) => isAuthority)
    ? undefined
    : documents.find(({ isAuthority }) => isAuthority);
  return rule && rule.score >= (documents[0]?.score ?? 0) * MIN_RULE ? [...first.slice(0, limit - 1), rule] : first;
}

/** Documents whose nodes are compared. */
const MAX_DOCUMENTS = 12;
/** A node counts at least as much as one of this likelihood. */
const MIN_SHARE = 0.001;

/** The nodes of all documents in one order: the best node of the best document first, those that only ask questions last. */
function rank(
  database: DatabaseSync,
  documents: SearchResult['documents'],
  query: SearchResult['query'],
  scorer: PassageScorer,
  likelihood: number,
): Candidate[] {
  const byDocument = documents
    .slice(0, MAX_DOCUMENTS)
    .map((document) => candidatesOf(database, document, query, scorer));
  const first = byDocument.flatMap((candidates) => candidates[0] ?? []).find(({ onlyAsks }) => !onlyAsks);
  const value = (candidate: Candidate) =>
    candidate === first ? Infinity : candidate.document.score * Math.max(MIN_SHARE, candidate.share) ** likelihood;
  return byDocument
    .flat()
    .sort((one, other) => Number(one.onlyAsks) - Number(other.onlyAsks) || value(other) - value(one));
}

/** The nodes in their order, and behind each the one that adjusts its amounts. */
function withAdjustments(nodes: readonly Candidate[], years: readonly string[]): Candidate[] {
  return [...new Set(nodes.flatMap((node) => [node, adjustmentOf(node, nodes, years) ?? node]))];
}

interface Picks {
  readonly candidates: readonly Candidate[];
  /** Returns false if the node was already picked, or if `limit` or the limit per document is reached. */
  add(candidate: Candidate, limit: number): boolean;
}

function createPicks(perDocument: number): Picks {
  const candidates: Candidate[] = [];
  // The same memo often exists as a Word file and as a PDF. It is quoted once.
  const texts = new Set<string>();
  return {
    candidates,
    add(found, limit) {
      const ofDocument = candidates.filter((other) => other.document.id === found.document.id).length;
      const text = found.quotable.lines
        .map((line) => line.text)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (texts.has(text) || ofDocument >= perDocument || candidates.length >= limit) return false;
      texts.add(text);
      candidates.push(found);
      return true;
    },
  };
}

function planTitle(parts: readonly Clause[]): string {
  const titles = parts.map(({ terms }, at) => {
    const words = terms.slice(0, 6).map((term) => term.word);
    return `${at + 1}) ${words.join(' ')}`;
  });
  return t('Plan: {0}', titles.join('; '));
}

/** Searches for each part of the question alone, so that each part is answered. */
async function* searchParts(
  database: DatabaseSync,
  parts: readonly Clause[],
  plan: Plan,
  picks: Picks,
  signal: AbortSignal,
): Steps<void> {
  for (const part of parts) {
    if (signal.aborted) return;
    const words = part.terms.map((term) => term.word).join(' ');
    yield { type: 'step', title: t('Searching for {0}', words) };
    const result = search(database, plainQuestion(words), { prefer: plan.prefer, limit: 3 });
    const scorer = createPassageScorer(database, result.query);
    const best = rank(database, result.documents, result.query, scorer, plan.likelihood).slice(0, PASSAGES_PER_PART);
    if (relevanceOf(database, result, best[0] ? searchedText(best[0], scorer) : '') === 'none') continue;
    for (const candidate of best) picks.add(candidate, Math.ceil(plan.sources * PARTS_SHARE));
    await yieldToEventLoop();
  }
}

/** Follows the references in the picked passages, hop by hop. Returns the reference that led to each added passage, by passage id. */
async function* followReferences(
  database: DatabaseSync,
  { query }: SearchResult,
  scorer: PassageScorer,
  plan: Plan,
  picks: Picks,
  signal: AbortSignal,
): Steps<ReadonlyMap<Candidate, string>> {
  const references = new Map<Candidate, string>();
  let origins: readonly Candidate[] = picks.candidates.slice(0, MAX_FOLLOWED);
  for (let hop = 1; hop <= plan.hops && picks.candidates.length < plan.sources && !signal.aborted; hop += 1) {
    const next: Candidate[] = [];
    for (const { found, reference } of followNodes(database, origins, query, scorer).slice(0, MAX_FOLLOWED)) {
      if (!picks.add(found, plan.sources)) continue;
      references.set(found, reference);
      next.push(found);
      yield { type: 'step', title: t('Following {0}', reference) };
    }
    origins = next;
    await yieldToEventLoop();
  }
  return references;
}

/**
 * Authorities and the user's own documents apart, the part with the best quotation first. In each part by role, followed references
 * last. The best quotation is the first, whatever its role is.
 */
function inReadingOrder(quotations: readonly Quotation[], audit: boolean): Quotation[] {
  const roles: readonly string[] = audit ? AUDIT_ROLES : TAX_ROLES;
  const [best] = quotations;
  const order = (quotation: Quotation) => {
    const { reference, role } = quotation;
    const otherPart = (role === null) === (best?.role === null) ? 0 : 100;
    if (quotation === best) return -1;
    return otherPart + (reference === null ? 0 : roles.length) + (role === null ? 0 : roles.indexOf(role));
  };
  return [...quotations].sort((one, other) => order(one) - order(other));
}
