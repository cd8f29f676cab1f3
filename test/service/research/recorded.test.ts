/**
 * Which passages are quoted for questions about the fixtures, compared with a recording. A difference is a change of behavior: check it,
 * and record it with `npx vitest run --project unit test/service/research/recorded.test.ts -u`.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AskMode } from '../../../src/protocol/chatCompletions.ts';
import { ASKS_HUNDREDS_OF_QUESTIONS } from '../../support/timeouts.ts';
import { FIXTURES } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

const QUESTIONS: readonly (readonly [string, AskMode])[] = [
  ['What is the dollar limit for section 179 expensing?', 'tax_research_normal'],
  ['Can a gift be excluded from income?', 'tax_research_normal'],
  ['basis of property acquired from a decedent', 'tax_research_fast_research'],
  ['like-kind exchange of real property', 'tax_research_deep_research'],
  ['When must replacement property be identified under § 1031(a)(3)?', 'tax_research_fast_research'],
  ['Is interest on a state bond taxable?', 'audit_research'],
  ['transfer of property between spouses incident to divorce', 'tax_research_normal'],
  ['How much of a capital loss can an individual deduct?', 'tax_research_normal'],
  ['What rate applies to long-term capital gains?', 'tax_research_deep_research'],
  ['involuntary conversion period for replacement', 'tax_research_normal'],
  ['Does § 1014(e) apply to appreciated property given within one year of death?', 'tax_research_fast_research'],
  ['What is the weather in Paris?', 'tax_research_normal'],
  ['depreciation of residential rental property over 27.5 years', 'tax_research_normal'],
  ['hobby losses', 'tax_research_normal'],
  ['Check this', 'audit_research'],
  ['Which exceptions does section 1041 have?', 'tax_research_deep_research'],
];

it('questions about the fixtures are answered with the recorded passages', ASKS_HUNDREDS_OF_QUESTIONS, async () => {
  const made = researcher({ folders: [join(FIXTURES, 'irc')] });
  const lines: string[] = [];
  for (const [question, mode] of QUESTIONS) {
    const { text, sources, steps, suggestions } = await ask(made, question, mode);
    lines.push(
      `${question} (${mode})`,
      // How far the first question sees the index read depends on time.
      ...steps.filter((step) => !step.startsWith('Reading the library')).map((step) => `  step ${step}`),
      ...sources.map(
        (source) =>
          `  source ${source.title} | ${source.section} | ${source.line}-${source.endLine} | ${source.snippet.length}`,
      ),
      ...suggestions.map((suggestion) => `  suggestion ${suggestion}`),
      ...text.split('\n').map((line) => `  | ${line.length <= 100 ? line : `${line.slice(0, 100)} (${line.length})`}`),
    );
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(join(FIXTURES, 'recorded/answers.txt'));
});
