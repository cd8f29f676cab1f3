/**
 * Questions that say only what to do with selected text: "Check this text against the rules that apply." Their words are not searched for,
 * because "rules" and "authority" are in many sections that have nothing to do with the text.
 */
import type { ResearchQuestion } from '../../protocol/question.ts';

/** The questions that *Ask About Selection* offers by default. A question of the user may name what to look for. */
const GENERAL = new Set([
  'Explain the tax treatment of what is described here: which rules apply, what they require, and what the result is.',
  'Explain the accounting treatment of what is described here: which standards apply, what they require, and what the result is.',
  'Explain the audit requirements for what is described here: which standards apply, and what they require of the auditor.',
  'Check this text against the rules that apply. Say what is right, what is wrong, and what is doubtful, each with its authority.',
  'Find the authority for what is stated here: the sections, regulations or topics that support it or speak against it.',
  'What is missing here? Name the facts, conditions, elections, limits and disclosures that the rules ask for and this text does not cover.',
]);

/** Whether the question is one of the list and there is selected text, which says alone what to search for. */
export function isGeneral({ text, selections }: ResearchQuestion): boolean {
  return selections.length > 0 && GENERAL.has(text.trim());
}
