/** What a written answer may do in each research mode. */
import type { ResearchMode } from '../../protocol/chatCompletions.ts';

export interface WriterMode {
  /** Passages that are read, at most. */
  readonly read: number;
  /** Passages that the writing prompt contains, at most. */
  readonly cited: number;
  /** Parts of a plan, each with a search; 0 without a plan. */
  readonly parts: number;
  /** How many times what a draft says is missing is looked up, and the answer written again. */
  readonly rewrites: number;
  /** Neighbors and references that are added. */
  readonly related: number;
  /** Words for each section and for the conclusion, because some providers instruct their models to answer in very few words. */
  readonly lengths: { readonly section: number; readonly conclusion: number };
}

const NORMAL: WriterMode = {
  read: 10,
  cited: 10,
  parts: 0,
  rewrites: 1,
  related: 4,
  lengths: { section: 100, conclusion: 70 },
};

export const WRITER_MODES: Readonly<Record<ResearchMode, WriterMode>> = {
  tax_research_fast_research: {
    ...NORMAL,
    rewrites: 0,
    read: 6,
    cited: 6,
    related: 2,
    lengths: { section: 50, conclusion: 50 },
  },
  tax_research_normal: NORMAL,
  tax_research_web_search: NORMAL,
  tax_research_deep_research: {
    read: 25,
    cited: 25,
    parts: 5,
    rewrites: 3,
    related: 6,
    lengths: { section: 120, conclusion: 80 },
  },
  audit_research: {
    read: 25,
    cited: 12,
    parts: 0,
    rewrites: 1,
    related: 4,
    lengths: { section: 80, conclusion: 60 },
  },
};

/** Conditions of a standard that an audit answer judges, one call each. */
export const MAX_CONDITIONS = 12;
/** Passages of the user's documents for one condition. */
export const EVIDENCE = 4;
