import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ResearchQuestion } from '../../../src/protocol/question.ts';
import { temporaryFolder } from '../temporary.ts';
import { about, ask, researcher } from './asking.ts';

async function firstLine(text: string, question: string | ResearchQuestion) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'meals.md'), text);
  const answer = await ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
  return answer.text.split('\n')[0];
}

const MEALS = '# Meals\n\nMeals with customers are deductible at 50 percent, up to $1,200,000 a year.\n';

it.each([
  ['a form of a quoted word', 'What percentage of meals with customers is a deduction?'],
  ['a word that asks for the quoted amount', 'What is the limit for meals with customers?'],
  ['an amount in other digits', 'Are meals with customers deductible above $1.2m?'],
])('the first line does not name %s as missing', async (_case, question) => {
  expect(await firstLine(MEALS, question)).not.toContain('No quoted passage contains');
});

it('the first line names a word that no quotation has, and does not say what follows from it', async () => {
  const folder = join(import.meta.dirname, '../../../samples');
  const made = researcher({ folders: [folder] });
  const { text } = await ask(made, "What's the limit on meals deduction?", 'tax_research_fast_research');
  expect(text.split('\n')[0]).toMatch(/^The library touches on this in .+ No quoted passage contains “meals”\./);
  expect(text.split('\n')[0]).not.toMatch(/may not answer/);
});

it('the first line of an answer about selected text says that the text was compared', async () => {
  const question = about('Check this text.', 'memo.md', 1, 'We deducted the meals with customers in full.');
  expect(await firstLine(MEALS, question)).toMatch(/^The selected text has words in common with 1 passage/);
});

it.each([
  ['states no date', MEALS, 'Its text states no date.'],
  ['has one in its head', MEALS.replace('\n\n', '\n\nFinal, May 3, 2023. '), 'Its text is as of 2023-05-03.'],
  ['states one', `---\ndate: 2023-05-01\n---\n${MEALS}`, 'Its text is as of 2023-05-01.'],
])('if a year is asked for, the first line says whether the quoted text %s', async (_case, text, sentence) => {
  expect(await firstLine(text, 'Are meals with customers deductible in 2025?')).toContain(sentence);
  expect(await firstLine(text, 'Are meals with customers deductible?')).not.toContain(sentence);
  expect(await firstLine(`${text}From 2025 meals are deductible.\n`, 'Are meals deductible in 2025?')).not.toContain(
    sentence,
  );
});
