/** Gathers the quotations of an answer. The plan depends on the research mode. Yields the steps to show. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import { formatOf } from '../documents/formats.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import type { ResearchOutput } from '../researcher.ts';
import { absentPins } from '../search/absentPins.ts';
import { isRemoved } from '../search/boilerplate.ts';
import { type Candidate, candidatesOf, searchedText, valueTest } from '../search/chooseQuotables.ts';
import { readParts } from '../search/documentNodes.ts';
import { effectiveDateOf } from '../search/effectiveDate.ts';
import { adjustmentOf, yearsOf } from '../search/inflation.ts';
import { asksForFact, coverageOf, ownTerms } from '../search/lead.ts';
import { lastAsking, ownQuery, type Query, questionText } from '../search/query.ts';
import { textOf } from '../search/quotable.ts';
import { type Relevance, relevanceOf } from '../search/relevance.ts';
import { createPassageScorer, type PassageScorer } from '../search/scorePassages.ts';
import { search } from '../search/search.ts';
import type { SearchResult } from '../search/searchResult.ts';
import { askedValue, hasValue } from '../search/wanted.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { t } from '../translate.ts';
import { isAmountTable, type StatedAmounts, statedAmounts } from './amounts.ts';
import { followNodes } from './follow.ts';
import { type Quotation, toQuotation, withDistinctTitles } from './quotation.ts';
import { AUDIT_ROLES, TAX_ROLES } from './role.ts';
import type { Plan } from './routing.ts';

export interface Gathered {
  readonly result: SearchResult;
  readonly relevance: Relevance;
  /** The question before, if this one was read with it. */
  readonly before: string | null;
  /** The years that the question names, or else the tax year of the matter. */
  readonly years: readonly string[];
  /** In the order in which they are quoted and numbered. */
  readonly quotations: readonly Quotation[];
  /** Descriptions of the references that were followed. */
  readonly followed: readonly string[];
  /** The node that adjusts the amounts of the first quotation for inflation, if the question names a year that they may not be of. */
  readonly adjustment: Candidate | null;
  /** What tables of the library state for the quoted paragraphs. */
  readonly amounts: StatedAmounts;
}

/** Share of the sources that the main search may use if references are followed. */
const MAIN_SHARE = 0.75;
/** References that are followed in each hop. */
const MAX_FOLLOWED = 4;
/** The part of the score of the best node that a node has to have to be quoted as well. Below, it mostly is about something else. */
const RELEVANT = 0.6;
/** The share of the question that a passage of the other lane has, against the best one of the leading lane, to be quoted as well. */
const ALSO = 0.6;
/** The first documents of each lane, which are read as a whole. Of later ones, hardly any is quoted. */
const READ = 8;
/** Quotations of the other lane, after those of the leading one. */
const OTHERS = 2;

const NO_AMOUNTS: StatedAmounts = { of: new Map(), all: [], problems: [] };

type Steps<Result> = AsyncGenerator<ResearchOutput, Result, void>;

/** Throws the reason of the signal of the reader if it aborts. */
export async function* gather(
  library: Pick<LibraryIndex, 'readBytes'>,
  reader: LibraryReader,
  question: ResearchQuestion,
  context: readonly ResearchQuestion[],
  plan: Plan,
): Steps<Gathered> {
  // A program applies rules. A document may state what the next question asks for.
  const excluded = context.flatMap(({ selections }) => selections).filter(({ path }) => formatOf(path) === 'code');
  const found = await search(reader, question, { context, excluded });
  const { statistics } = found;
  const query = ownQuery(found.query);
  const scorer = createPassageScorer(statistics, query);
  const rank = await rankerOf(reader, found, query, scorer);
  const nodes = rank(found.documents);
  const absent = absentPins(found.query, found.documents, nodes);
  const result = { ...found, missingAuthorities: [...found.missingAuthorities, ...absent] };
  const [best] = nodes;
  const quoted = best
    ? { text: searchedText(best, scorer), language: best.document.language, answersNothing: best.answersNothing }
    : null;
  const relevance = relevanceOf(statistics, result, quoted);
  const years = yearsOf(question);
  const before = questionBefore(context, found);
  if (relevance === 'none')
    return { result, relevance, before, years, quotations: [], followed: [], adjustment: null, amounts: NO_AMOUNTS };
  const adjustment = best ? adjustmentOf(best, nodes, years) : null;

  const picks = createPicks(plan.perDocument);
  const limit = plan.hops > 0 ? Math.ceil(plan.sources * MAIN_SHARE) : plan.sources;
  // In place of a rule that is not in force, no other one is quoted.
  const isEnded = best !== undefined && isCited(best) && isRemoved(best.quotable);
  const isNarrow = result.lead === 'own' || nodes.some(isCited);
  const chosen = isEnded ? nodes.filter(isCited) : (isNarrow ? relevant(nodes) : nodes).filter(isInForce(nodes));
  for (const candidate of withAdjustments(chosen, nodes, years)) picks.add(candidate, limit);
  const references = yield* followReferences(reader, result, scorer, plan, picks);
  const terms = ownTerms(result.query);
  const coverage = ({ document, quotable }: Candidate) =>
    coverageOf(statistics, terms, document, {
      heading: quotable.headings.join(' '),
      text: quotable.lines.map((line) => line.text).join('\n'),
    });
  // A question about a selection may be for any of its words.
  const isAboutSelection = result.query.selections.length > 0;
  const needed = isAboutSelection || !best ? 0 : ALSO * coverage(best);
  const end = picks.candidates.length + OTHERS;
  const others = result.lead === 'own' && asksForFact(statistics, result.query) ? [] : rank(result.others);
  for (const candidate of others) if (coverage(candidate) >= needed) picks.add(candidate, end);

  const [first] = picks.candidates;
  const effect = first ? effectiveDateOf(first, nodes, years) : null;
  const audit = plan.roles === 'audit';
  const unordered = [...new Set([...picks.candidates, ...(effect ? [effect] : [])])].map((candidate) =>
    toQuotation(candidate, query, scorer, audit, references.get(candidate) ?? null),
  );
  const quotations = withDistinctTitles(inReadingOrder(unordered, audit));
  return {
    result,
    relevance:
      relevance === 'good' && (adjustment !== null || lacksValue(query, best, quotations)) ? 'partly' : relevance,
    before,
    years,
    adjustment,
    quotations,
    amounts: await amountsOf(library, reader, quotations, years),
    followed: [...references.values()],
  };
}

function questionBefore(context: readonly ResearchQuestion[], { query, isNewSubject }: SearchResult): string | null {
  const isReadAlone = isNewSubject || query.terms.every(({ from }) => from !== 'earlier');
  const last = isReadAlone ? undefined : context[lastAsking(context)];
  return last ? questionText(last) : null;
}

/**
 * Whether the question asks for a value, and no quotation has one. Only the first one may name who wrote a document, what is counted, "How many
 * employees are paid hourly?", and in own documents a time: "when" in a question for the law can mean a condition.
 */
function lacksValue(query: Query, best: Candidate | undefined, quotations: readonly Quotation[]): boolean {
  const value = askedValue(query.question);
  const isFirst = value === 'number' || (value === 'time' && best?.document.isAuthority === false);
  if (best && isFirst) return valueTest(query, best.document.language)?.(textOf(best.quotable)) === false;
  const stating = value === 'author' ? quotations.slice(0, 1) : quotations;
  return value !== null && !stating.some(({ source }) => hasValue(source.snippet, value));
}

/** Only the quotations that may stay, and the amounts that tables state for them. */
export async function withoutQuotations(
  library: Pick<LibraryIndex, 'readBytes'>,
  reader: LibraryReader,
  gathered: Gathered,
  isLeftOut: (quotation: Quotation) => boolean,
): Promise<Gathered> {
  const quotations = gathered.quotations.filter((quotation) => !isLeftOut(quotation));
  return { ...gathered, quotations, amounts: await amountsOf(library, reader, quotations, gathered.years) };
}

function amountsOf(
  library: Pick<LibraryIndex, 'readBytes'>,
  reader: LibraryReader,
  quotations: readonly Quotation[],
  years: readonly string[],
): Promise<StatedAmounts> {
  const paragraphs = quotations.map(({ paragraph }) => paragraph);
  return statedAmounts(library, reader, paragraphs, years);
}

/** Reads the first documents of both lanes. The result orders the nodes of documents of a lane, those that answer nothing last. */
async function rankerOf(
  reader: LibraryReader,
  result: SearchResult,
  query: SearchResult['query'],
  scorer: PassageScorer,
): Promise<(documents: SearchResult['documents']) => Candidate[]> {
  const first = [...result.documents.slice(0, READ), ...result.others.slice(0, READ)];
  const quoted = first.filter(({ path }) => !isAmountTable(path));
  const read = await readParts(reader, quoted);
  const parts = new Map(quoted.map((document, at) => [document, read[at] ?? []]));
  return (documents) =>
    documents
      .flatMap((document) => candidatesOf(document, parts.get(document) ?? [], query, scorer))
      .sort((one, other) => Number(one.answersNothing) - Number(other.answersNothing) || value(other) - value(one));
}

const value = ({ document, share }: Candidate): number => document.score * share;

function relevant(nodes: readonly Candidate[]): Candidate[] {
  const [best] = nodes;
  return best ? nodes.filter((node) => isCited(node) || value(node) >= RELEVANT * value(best)) : [];
}

/** Of two laws with a cited section of the same number, one that is not in force answers nothing. */
const isInForce =
  (nodes: readonly Candidate[]) =>
  ({ document: { cited }, quotable }: Candidate): boolean =>
    !isRemoved(quotable) ||
    !nodes.some((node) => node.document.cited?.text === cited?.text && !isRemoved(node.quotable));

/** Whether the question cites the document of the node. */
const isCited = ({ document }: Candidate): boolean => document.cited?.certain === true;

/** The chosen nodes in their order, and after each the one of all nodes that adjusts its amounts. */
function withAdjustments(
  chosen: readonly Candidate[],
  nodes: readonly Candidate[],
  years: readonly string[],
): Candidate[] {
  return [...new Set(chosen.flatMap((node) => [node, adjustmentOf(node, nodes, years) ?? node]))];
}

/** The document, or the section of a law in one file. */
function sectionOf({ document, quotable }: Candidate): string {
  const isWhole = !document.isAuthority || document.authority !== '';
  return `${document.id} ${isWhole ? '' : quotable.lines[0]?.passage.section}`;
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
      if (candidates.length >= limit) return false;
      const ofDocument = candidates.filter((other) => sectionOf(other) === sectionOf(found)).length;
      const text = found.quotable.lines
        .map((line) => line.text)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (texts.has(text) || ofDocument >= perDocument) return false;
      texts.add(text);
      candidates.push(found);
      return true;
    },
  };
}

/** Follows the references in the picked passages, hop by hop. Returns the reference that led to each added node. */
async function* followReferences(
  reader: LibraryReader,
  { query }: SearchResult,
  scorer: PassageScorer,
  plan: Plan,
  picks: Picks,
): Steps<ReadonlyMap<Candidate, string>> {
  const references = new Map<Candidate, string>();
  let origins: readonly Candidate[] = picks.candidates.slice(0, MAX_FOLLOWED);
  for (let hop = 1; hop <= plan.hops && picks.candidates.length < plan.sources; hop += 1) {
    const next: Candidate[] = [];
    const followed = await followNodes(reader, origins, query, scorer);
    for (const { found, reference } of followed.slice(0, MAX_FOLLOWED)) {
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
