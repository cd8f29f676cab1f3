/** Chooses the research mode of a question. A step states the rule that was applied. */
import { parseAuthorities } from '../../authority/parseAuthorities.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import type { Query } from '../search/query.ts';
import { t } from '../translate.ts';
import type { ResearchRequest } from './researcher.ts';

export interface Route {
  readonly mode: ResearchMode;
  /** Name of the mode and the reason, if the mode was chosen here. */
  readonly reason: string | null;
}

const NAMES: Readonly<Record<ResearchMode, string>> = {
  tax_research_normal: t('normal research'),
  tax_research_fast_research: t('fast research'),
  tax_research_deep_research: t('deep research'),
  audit_research: t('audit research'),
  tax_research_web_search: t('web search'),
};

const ACCOUNTING =
  /\b(?:audit(?:s|or|ors|ing)?(?!ed by the irs)|workpapers?|accounting (?:treatment|standards?)|gaap|ifrs|asc|asu|pcaob|au-c|isa|material(?:ity| misstatement)|internal controls?|assertions?|confirmations?|financial statements?|disclosures?|auditee|impairment|right-of-use|performance obligations?|going concern)\b/i;
/** An audit by the IRS is a tax question. */
const TAX_AUDIT = /\b(?:irs|tax|bba|partnership) audit|audited by (?:the )?irs|tax court/i;

/** Words from which a question is searched for in parts. */
const MAX_SIMPLE_WORDS = 45;

export function route(request: ResearchRequest, query: Query): Route {
  if (request.askMode !== 'auto') return { mode: request.askMode, reason: null };
  const allowed = request.allowedAskModes;
  for (const { mode, reason } of candidates(query)) {
    if (!allowed || allowed.includes(mode)) return { mode, reason: `${NAMES[mode]}: ${reason}` };
  }
  const mode = allowed?.[0] ?? 'tax_research_fast_research';
  return { mode, reason: t('{0}: the request allows no other', NAMES[mode]) };
}

/** Modes with reasons, the most suitable first. */
function candidates(query: Query): Route[] {
  const words = query.question.split(/\s+/).length;
  const found: Route[] = [];
  const standards = parseAuthorities(query.question).some((citation) => citation.type === 'standard');
  if (standards || (ACCOUNTING.test(query.question) && !TAX_AUDIT.test(query.question))) {
    found.push({ mode: 'audit_research', reason: t('the question is about accounting or auditing standards') });
  }
  if (query.clauses.length > 2 || words > MAX_SIMPLE_WORDS || query.citations.length > 2) {
    found.push({ mode: 'tax_research_deep_research', reason: t('the question has several parts') });
  }
  found.push({ mode: 'tax_research_fast_research', reason: t('the question asks for one thing') });
  found.push({ mode: 'tax_research_normal', reason: t('fast research is not allowed here') });
  found.push({ mode: 'tax_research_deep_research', reason: t('shorter research is not allowed here') });
  found.push({ mode: 'audit_research', reason: t('tax research is not allowed here') });
  return found;
}

/** What a mode does. */
export interface Plan {
  /** Quotations, and so sources, at most. */
  readonly sources: number;
  /** Quotations from one document, at most. */
  readonly perDocument: number;
  /** Whether each part of the question is searched for separately. */
  readonly split: boolean;
  /** How many references in a row are followed. */
  readonly hops: number;
  /** Share of the best document's score below which a document is not quoted. */
  readonly minRelativeScore: number;
  /** How much the likelihood of a passage counts against the score of its document. */
  readonly likelihood: number;
  /** Kinds of documents that are preferred. */
  readonly prefer: readonly string[];
}

export const PLANS: Readonly<Record<ResearchMode, Plan>> = {
  tax_research_fast_research: {
    sources: 4,
    perDocument: 3,
    split: false,
    hops: 0,
    minRelativeScore: 0.6,
    likelihood: 0.1,
    prefer: [],
  },
  tax_research_normal: {
    sources: 6,
    perDocument: 3,
    split: false,
    hops: 0,
    minRelativeScore: 0.55,
    likelihood: 0.1,
    prefer: [],
  },
  tax_research_deep_research: {
    sources: 12,
    perDocument: 5,
    split: true,
    hops: 2,
    minRelativeScore: 0.45,
    likelihood: 0.15,
    prefer: [],
  },
  audit_research: {
    sources: 8,
    perDocument: 3,
    split: true,
    hops: 1,
    minRelativeScore: 0.45,
    likelihood: 0.1,
    prefer: ['audit', 'accounting', 'workpaper'],
  },
  tax_research_web_search: {
    sources: 6,
    perDocument: 3,
    split: false,
    hops: 0,
    minRelativeScore: 0.55,
    likelihood: 0.1,
    prefer: [],
  },
};
