/** Gathers the quotations of an answer by the plan of its mode. Yields steps and returns what was gathered. */
import type { DatabaseSync } from 'node:sqlite';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import type { Clause } from '../search/query.ts';
import { type Relevance, relevanceOf } from '../search/relevance.ts';
import { createPassageScorer, type PassageScorer } from '../search/scorePassages.ts';
import { passagesInOrder, search } from '../search/search.ts';
import type { RankedPassage, SearchResult } from '../search/searchResult.ts';
import { follow } from './follow.ts';
import { type Quotation, toQuotation } from './quotation.ts';
import type { ResearchOutput } from './researcher.ts';
import { AUDIT_ROLES, TAX_ROLES } from './role.ts';
import type { Plan } from './routing.ts';

export interface Gathered {
  readonly result: SearchResult;
  readonly relevance: Relevance;
  /** In the order in which they are quoted and numbered. */
  readonly quotations: readonly Quotation[];
  /** The references that were followed, in words. */
  readonly followed: readonly string[];
}

/** Shares of an answer's sources. References and the parts of a question get what the main search leaves. */
const MAIN_SHARE = 0.5;
const PARTS_SHARE = 0.75;
/** Parts of a question that are searched for, passages of each, and references that are followed per hop. */
const MAX_PARTS = 4;
const PASSAGES_PER_PART = 2;
const MAX_FOLLOWED = 4;

type Steps<Result> = AsyncGenerator<ResearchOutput, Result, void>;

/** Returns null if the signal aborts. */
export async function* gather(
  library: LibraryIndex,
  question: string,
  context: readonly string[],
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
  const relevance = relevanceOf(database, result);
  if (relevance === 'none') return { result, relevance, quotations: [], followed: [] };
  const scorer = createPassageScorer(database, result.query);
  const parts = plan.split ? result.query.clauses.slice(0, MAX_PARTS) : [];
  if (parts.length > 1) yield { type: 'step', title: planTitle(parts) };

  const picks = createPicks(plan.perDocument);
  const minScore = (result.documents[0]?.score ?? 0) * plan.minRelativeScore;
  const relevant = result.documents.filter((document) => document.score >= minScore);
  const limit = plan.hops > 0 ? Math.ceil(plan.sources * MAIN_SHARE) : plan.sources;
  for (const passage of passagesInOrder(relevant)) picks.add(passage, limit);
  if (parts.length > 1) yield* searchParts(database, parts, plan, picks, signal);
  const references = yield* followReferences(database, result, scorer, plan, picks, signal);
  if (signal.aborted) return null;

  const quotations = picks.passages.map((passage) =>
    toQuotation(passage, scorer, audit, references.get(passage.passage.id) ?? null),
  );
  return {
    result,
    relevance,
    quotations: inReadingOrder(quotations, audit),
    followed: [...references.values()],
  };
}

interface Picks {
  readonly passages: readonly RankedPassage[];
  /** Ids of the passages. */
  readonly ids: ReadonlySet<number>;
  /** Returns false for a passage that is picked already, or if `limit` or the limit per document is reached. */
  add(passage: RankedPassage, limit: number): boolean;
}

function createPicks(perDocument: number): Picks {
  const passages: RankedPassage[] = [];
  const ids = new Set<number>();
  // The same memo often exists as a Word file and as a PDF. It is quoted once.
  const texts = new Set<string>();
  return {
    passages,
    ids,
    add(found, limit) {
      const ofDocument = passages.filter((other) => other.document.id === found.document.id).length;
      const text = found.passage.text.replace(/\s+/g, ' ').trim();
      if (ids.has(found.passage.id) || texts.has(text) || ofDocument >= perDocument || passages.length >= limit) {
        return false;
      }
      texts.add(text);
      ids.add(found.passage.id);
      passages.push(found);
      return true;
    },
  };
}

function planTitle(parts: readonly Clause[]): string {
  const titles = parts.map(({ terms }, at) => {
    const words = terms.slice(0, 6).map((term) => term.word);
    return `${at + 1}) ${words.join(' ')}`;
  });
  return `Plan: ${titles.join('; ')}`;
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
    yield { type: 'step', title: `Searching for ${words}` };
    const result = search(database, words, { prefer: plan.prefer, limit: 3 });
    if (relevanceOf(database, result) === 'none') continue;
    const best = passagesInOrder(result.documents).slice(0, PASSAGES_PER_PART);
    for (const passage of best) picks.add(passage, Math.ceil(plan.sources * PARTS_SHARE));
    await yieldToEventLoop();
  }
}

/** Follows the references of the picked passages, hop by hop. Returns what led to each passage that was added, by its id. */
async function* followReferences(
  database: DatabaseSync,
  { query }: SearchResult,
  scorer: PassageScorer,
  plan: Plan,
  picks: Picks,
  signal: AbortSignal,
): Steps<ReadonlyMap<number, string>> {
  const references = new Map<number, string>();
  let origins: readonly RankedPassage[] = picks.passages.slice(0, MAX_FOLLOWED);
  for (let hop = 1; hop <= plan.hops && picks.passages.length < plan.sources && !signal.aborted; hop += 1) {
    const next: RankedPassage[] = [];
    for (const { found, reference } of follow(database, origins, query, scorer, picks.ids).slice(0, MAX_FOLLOWED)) {
      if (!picks.add(found, plan.sources)) continue;
      references.set(found.passage.id, reference);
      next.push(found);
      yield { type: 'step', title: `Following ${reference}` };
    }
    origins = next;
    await yieldToEventLoop();
  }
  return references;
}

/** By role, followed references last. Except in audit research the best quotation is the first, whatever its role is. */
function inReadingOrder(quotations: readonly Quotation[], audit: boolean): Quotation[] {
  const roles: readonly string[] = audit ? AUDIT_ROLES : TAX_ROLES;
  const order = ({ reference, role }: Quotation) => (reference === null ? 0 : roles.length) + roles.indexOf(role);
  const byOrder = (one: Quotation, other: Quotation) => order(one) - order(other);
  const [first, ...others] = quotations;
  if (audit || !first) return [...quotations].sort(byOrder);
  return [first, ...others.sort(byOrder)];
}
