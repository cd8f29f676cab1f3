/** How many requests a written answer may send to the language model, and when the model reads its sentences again. */
import { type AskMode, RESEARCH_MODES, type ResearchMode } from './chatCompletions.ts';
import type { SecondReading } from './secondReading.ts';

/** Without the second reading. */
const REQUESTS: Readonly<Record<ResearchMode, number>> = {
  tax_research_fast_research: 3,
  tax_research_normal: 4,
  tax_research_web_search: 4,
  tax_research_deep_research: 6,
  audit_research: 16,
};

export function readsAgain(setting: SecondReading, mode: ResearchMode): boolean {
  if (setting === 'off' || mode === 'tax_research_fast_research') return false;
  return setting === 'exceptFast' || mode === 'tax_research_deep_research' || mode === 'audit_research';
}

export const requestLimit = (mode: ResearchMode, isReadAgain: boolean): number => REQUESTS[mode] + Number(isReadAgain);

/** The largest limit of the research modes that may be selected. `allowed`: those of the mode `auto`; all without any. */
export function mostRequests(mode: AskMode, allowed: readonly AskMode[], setting: SecondReading): number {
  const listed: readonly string[] = mode === 'auto' ? allowed : [mode];
  const modes = RESEARCH_MODES.filter((one) => listed.length === 0 || listed.includes(one));
  return Math.max(0, ...modes.map((one) => requestLimit(one, readsAgain(setting, one))));
}
