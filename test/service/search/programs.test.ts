import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { inWords } from '../../../src/service/search/identifiers.ts';
import { about, ask, researcher } from '../research/asking.ts';
import { IRC, temporaryFolder } from '../temporary.ts';

const PROGRAM = '# The dollar limit of section 179 is reduced by what was placed in service\nLIMIT_179 = 2_500_000\n';

async function sourcesOf(question: string, path = '') {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rates.py'), PROGRAM);
  writeFileSync(
    join(folder, 'memo.md'),
    '# Memo\n\nThe limit for the press line that was placed in service is open.\n',
  );
  const attachments = path === '' ? [] : [{ path, text: PROGRAM, whole: true }];
  const { sources } = await ask(researcher({ folders: [folder, IRC] }), { ...plainQuestion(question), attachments });
  return sources.map((source) => source.path.split('/').at(-1));
}

it('a program does not lead the answer to a question for a rule', async () => {
  const sources = await sourcesOf('By what is the dollar limit reduced that was placed in service?');
  expect(sources[0]).toMatch(/^179-/);
  expect(sources).toContain('rates.py');
});

it.each(['Which dollar limit does our code use?', 'Which dollar limit is in rates.py?', 'Where is LIMIT_179 set?'])(
  'a program answers a question that asks for it: %s',
  async (question) => expect((await sourcesOf(question))[0]).toBe('rates.py'),
);

it('an attached program answers a question about it', async () => {
  expect((await sourcesOf('By what is the dollar limit reduced?', 'rates.py'))[0]).toBe('rates.py');
});

it.each([
  'export function section179Deduction(cost: number): number {\n  return Math.min(cost, 2_500_000);',
  'export const SECTION_179_LIMIT = 2_500_000;',
])('the section that an identifier of the selected code names leads: %s', async (code) => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'currency.md'),
    '# Functional currency\n\nWhat a function or a constant of a ledger is worth.\n',
  );
  const made = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(made, about('Which rule does this function implement?', 'src/limits.ts', 8, code));
  expect(sources[0]?.path.split('/').at(-1)).toMatch(/^179-/);
});

it('the groups of digits of an amount in code are one amount', () => {
  expect(inWords('src/limits.ts', 'taxRate2026 = 2_500_000')).toBe('tax Rate 2026 = 2500000');
  expect(inWords('memo.md', 'section179Deduction')).toBe('section179Deduction');
});
