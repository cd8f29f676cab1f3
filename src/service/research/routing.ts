/** Chooses the research mode of a question. A step states the rule that was applied. */
import { fieldOf } from '../../authority/fieldOf.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { ResearchRequest } from '../researcher.ts';
import { findCitations } from '../search/authority.ts';
import { questionText } from '../search/query.ts';
import { t } from '../translate.ts';

export interface Route {
  readonly mode: ResearchMode;
  /** Name of the mode and the reason, if the mode was chosen here. */
  readonly reason: string | null;
}

const NAMES: Readonly<Record<ResearchMode, () => string>> = {
  tax_research_normal: () => t('normal research'),
  tax_research_fast_research: () => t('fast research'),
  tax_research_deep_research: () => t('deep research'),
  audit_research: () => t('audit research'),
  tax_research_web_search: () => t('web search'),
};

/** Words of a part of a question, more than. */
const MIN_PART = 3;
/** Words from which a question has several parts. */
const MAX_SIMPLE_WORDS = 45;

export function route(request: Pick<ResearchRequest, 'askMode' | 'allowedAskModes'>, asked: ResearchQuestion): Route {
  if (request.askMode !== 'auto') return { mode: request.askMode, reason: null };
  const allowed = request.allowedAskModes;
  for (const { mode, reason } of candidates(questionText(asked))) {
    if (!allowed || allowed.includes(mode)) return { mode, reason: `${NAMES[mode]()}: ${reason}` };
  }
  const mode = allowed?.[0] ?? 'tax_research_fast_research';
  return { mode, reason: t('{0}: the request allows no other', NAMES[mode]()) };
}

/** Modes with reasons, the most suitable first. */
function candidates(question: string): Route[] {
  const words = question.split(/\s+/).length;
  const found: Route[] = [];
  const field = fieldOf(question);
  if (field === 'accounting' || field === 'audit') {
    found.push({ mode: 'audit_research', reason: t('the question is about accounting or auditing standards') });
  }
  if (partsOf(question) > 2 || words > MAX_SIMPLE_WORDS || findCitations(question).length > 2) {
    found.push({ mode: 'tax_research_deep_research', reason: t('the question has several parts') });
  }
  found.push({ mode: 'tax_research_fast_research', reason: t('the question asks for one thing') });
  found.push({ mode: 'tax_research_normal', reason: t('fast research is not allowed here') });
  found.push({ mode: 'tax_research_deep_research', reason: t('shorter research is not allowed here') });
  found.push({ mode: 'audit_research', reason: t('tax research is not allowed here') });
  return found;
}

/** The sentences of a question, and what "and" joins, if they are more than a word. */
function partsOf(question: string): number {
  const parts = question.split(
    /[.?!;:](?=\s|$)|\s[-–—]\s|,?\s(?:and|but|or|versus|vs\.?|und|aber|oder)\s|,\s(?=(?:what|who|when|which|how|is|are|does|do)\b)/i,
  );
  return parts.filter((part) => part.trim().split(/\s+/).length > MIN_PART).length;
}

/** What a mode does. */
export interface Plan {
  /** Quotations of the leading lane, at most. */
  readonly sources: number;
  /** Quotations from one document, at most. */
  readonly perDocument: number;
  /** How many references in a row are followed. */
  readonly hops: number;
  readonly roles: 'tax' | 'audit';
}

const PLAN: Plan = { sources: 6, perDocument: 3, hops: 0, roles: 'tax' };

export const PLANS: Readonly<Record<ResearchMode, Plan>> = {
  tax_research_fast_research: { ...PLAN, sources: 4 },
  tax_research_normal: PLAN,
  tax_research_deep_research: { ...PLAN, sources: 12, perDocument: 5, hops: 2 },
  audit_research: { ...PLAN, sources: 8, hops: 1, roles: 'audit' },
  tax_research_web_search: PLAN,
};
