/** Which research mode a question gets. The rules are stated to the user in a step. */
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import { findCitations } from '../search/authority.ts';
import type { Query } from '../search/query.ts';
import type { ResearchRequest } from './researcher.ts';

export interface Route {
  readonly mode: ResearchMode;
  /** Why, if the mode was chosen here. */
  readonly why: string | null;
}

const NAMES: Readonly<Record<ResearchMode, string>> = {
  tax_research_normal: 'normal research',
  tax_research_fast_research: 'fast research',
  tax_research_deep_research: 'deep research',
  audit_research: 'audit research',
  tax_research_web_search: 'web search',
};

const ACCOUNTING =
  /\b(?:audit(?:s|or|ors|ing)?(?!ed by the irs)|workpapers?|gaap|ifrs|asc|asu|pcaob|au-c|isa|material(?:ity| misstatement)|internal controls?|assertions?|confirmations?|financial statements?|disclosures?|auditee|impairment|right-of-use|performance obligations?|going concern)\b/i;
/** The tax authority's audit is a tax question. */
const TAX_AUDIT = /\b(?:irs|tax|bba|partnership) audit|audited by (?:the )?irs|tax court/i;

/** More words than this make a question worth more than one search. */
const LONG = 45;

export function route(request: ResearchRequest, query: Query): Route {
  if (request.askMode !== 'auto') return { mode: request.askMode, why: null };
  const allowed = request.allowedAskModes;
  for (const { mode, why } of wishes(query)) {
    if (!allowed || allowed.includes(mode)) return { mode, why: `${NAMES[mode]}: ${why}` };
  }
  const mode = allowed?.[0] ?? 'tax_research_fast_research';
  return { mode, why: `${NAMES[mode]}: it is what the request allows` };
}

/** From the most fitting to the least, each with its reason. */
function wishes(query: Query): Route[] {
  const words = query.question.split(/\s+/).length;
  const found: Route[] = [];
  const standards = findCitations(query.question).some((citation) => citation.key.includes(' '));
  if (standards || (ACCOUNTING.test(query.question) && !TAX_AUDIT.test(query.question))) {
    found.push({ mode: 'audit_research', why: 'the question speaks of accounting or audit standards' });
  }
  if (query.clauses.length > 2 || words > LONG || query.citations.length > 2) {
    found.push({ mode: 'tax_research_deep_research', why: 'the question has several parts' });
  }
  found.push({ mode: 'tax_research_fast_research', why: 'the question asks for one thing' });
  found.push({ mode: 'tax_research_normal', why: 'fast research is not allowed here' });
  found.push({ mode: 'tax_research_deep_research', why: 'shorter research is not allowed here' });
  found.push({ mode: 'audit_research', why: 'tax research is not allowed here' });
  return found.map(({ mode, why }) => ({ mode, why }));
}

/** What each mode may do. */
export interface Plan {
  /** Quotations, and so sources, at most. */
  readonly sources: number;
  /** Quotations from one document, at most. */
  readonly perDocument: number;
  /** Whether each side of the question is searched for by itself. */
  readonly split: boolean;
  /** How far references and definitions are followed. */
  readonly hops: number;
  /** A document that scores less than this share of the best one is not quoted. */
  readonly worth: number;
  /** Kinds of documents that come first. */
  readonly prefer: readonly string[];
}

export const PLANS: Readonly<Record<ResearchMode, Plan>> = {
  tax_research_fast_research: { sources: 3, perDocument: 2, split: false, hops: 0, worth: 0.6, prefer: [] },
  tax_research_normal: { sources: 6, perDocument: 3, split: false, hops: 0, worth: 0.55, prefer: [] },
  tax_research_deep_research: { sources: 12, perDocument: 3, split: true, hops: 2, worth: 0.45, prefer: [] },
  audit_research: {
    sources: 8,
    perDocument: 3,
    split: true,
    hops: 1,
    worth: 0.3,
    prefer: ['audit', 'accounting', 'workpaper'],
  },
  tax_research_web_search: { sources: 6, perDocument: 3, split: false, hops: 0, worth: 0.55, prefer: [] },
};
