/** One question -> the quotations of its answer, by the plan of its mode. Yields steps; returns what was gathered. */

import type { LibraryIndex } from '../index/libraryIndex.ts';
import { type Relevance, relevanceOf } from '../search/relevance.ts';
import { createPassageScorer } from '../search/scorePassages.ts';
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
  /** What references were followed, in words. */
  readonly followed: readonly string[];
}

export async function* gather(
  library: LibraryIndex,
  question: string,
  context: readonly string[],
  plan: Plan,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, Gathered | null, void> {
  const database = library.database();
  const audit = plan.prefer.includes('audit');
  const options = { context, prefer: plan.prefer, limit: Math.max(10, plan.sources) };
  const result = search(database, question, options);
  const relevance = relevanceOf(database, result);
  if (relevance === 'none') return { result, relevance, quotations: [], followed: [] };
  const scorer = createPassageScorer(database, result.query);

  const parts = plan.split ? result.query.clauses.slice(0, 4) : [];
  if (parts.length > 1) {
    const titles = parts.map(
      (part, at) =>
        `${at + 1}) ${part.terms
          .map((term) => term.word)
          .slice(0, 6)
          .join(' ')}`,
    );
    yield { type: 'step', title: `Plan: ${titles.join('; ')}` };
  }
  const picked: RankedPassage[] = [];
  const seen = new Set<number>();
  // The same memo is often there as a Word file and as a PDF: it is quoted once.
  const texts = new Set<string>();
  const take = (found: RankedPassage, limit: number): boolean => {
    const same = picked.filter((other) => other.document.id === found.document.id).length;
    const words = found.passage.text.replace(/\s+/g, ' ').trim();
    if (seen.has(found.passage.id) || texts.has(words) || same >= plan.perDocument || picked.length >= limit)
      return false;
    texts.add(words);
    seen.add(found.passage.id);
    picked.push(found);
    return true;
  };
  // Room is kept for what references and the sides of the question bring.
  const own = plan.hops > 0 ? Math.ceil(plan.sources * 0.5) : plan.sources;
  const floor = (result.documents[0]?.score ?? 0) * plan.worth;
  for (const found of passagesInOrder(result.documents.filter((document) => document.score >= floor))) take(found, own);
  for (const part of parts.length > 1 ? parts : []) {
    if (signal.aborted) return null;
    const words = part.terms.map((term) => term.word).join(' ');
    yield { type: 'step', title: `Searching for ${words}` };
    const side = search(database, words, { prefer: plan.prefer, limit: 3 });
    if (relevanceOf(database, side) === 'none') continue;
    for (const found of passagesInOrder(side.documents).slice(0, 2)) take(found, Math.ceil(plan.sources * 0.75));
    await turn();
  }
  const via = new Map<number, string>();
  const followed: string[] = [];
  let frontier: readonly RankedPassage[] = picked.slice(0, 4);
  for (let hop = 1; hop <= plan.hops && picked.length < plan.sources; hop += 1) {
    if (signal.aborted) return null;
    const next: RankedPassage[] = [];
    for (const { found, how } of follow(database, frontier, result.query, scorer, seen).slice(0, 4)) {
      if (!take(found, plan.sources)) continue;
      via.set(found.passage.id, how);
      followed.push(how);
      next.push(found);
      yield { type: 'step', title: `Following ${how}` };
    }
    frontier = next;
    await turn();
  }
  const quotations = picked.map((found) => toQuotation(found, scorer, audit, via.get(found.passage.id) ?? null));
  return { result, relevance, quotations: inReadingOrder(quotations, audit), followed };
}

/** The best one first, whatever it is; then rule, exception, limit, definition, date; what was followed comes last. */
function inReadingOrder(quotations: readonly Quotation[], audit: boolean): Quotation[] {
  const roles: readonly string[] = audit ? AUDIT_ROLES : TAX_ROLES;
  const [first, ...rest] = quotations;
  if (!first) return [];
  const place = (quotation: Quotation) => (quotation.via === null ? 0 : 100) + roles.indexOf(quotation.role);
  if (audit) return [...quotations].sort((one, other) => place(one) - place(other));
  return [first, ...rest.sort((one, other) => place(one) - place(other))];
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
