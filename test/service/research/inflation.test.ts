/** Questions that name a year, about amounts that are adjusted for inflation. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion, type ResearchQuestion } from '../../../src/protocol/question.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

const RULE = (amount: string) => `# § 9901. Orchard expenses

## (a) Allowance of orchard expenses

There shall be allowed a deduction for orchard expenses.

## (b) Limit

(1) Dollar limit on orchard expenses

${amount}

(2) Trees on rented land

The orchard expenses of a tenant are limited to $700.

(3) Sale of trees

No limit applies to trees that are sold.

(4) Inflation adjustment

In the case of any taxable year beginning after 2018, the dollar amounts in paragraphs (1) and (2) shall each be increased by the cost-of-living adjustment determined under section 1(f)(3).

${'(5) Other matters\n\nThe Secretary shall prescribe rules on other matters that concern growers. '.padEnd(1900, 'Growers keep their records. ')}
`;

async function asked(amount: string, question: string | ResearchQuestion) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '9901.md'), RULE(amount));
  return ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
}

const AMOUNT = 'The orchard expenses shall not exceed $900,000.';

it('the rule that adjusts a quoted amount is quoted with it if the question names a year, and the answer is not sure', async () => {
  const { text, sources } = await asked(AMOUNT, 'dollar limit on orchard expenses for 2025');
  expect(sources[0]?.snippet).toContain('$900,000');
  const adjustment = sources.findIndex(({ snippet }) => snippet.includes('shall each be increased'));
  expect(adjustment).toBeGreaterThan(0);
  expect(text).toContain(
    `Its amounts are adjusted for inflation [${adjustment + 1}] and may not be those of 2025. Its text states no date.`,
  );
});

it.each([
  ['a question that names no year', AMOUNT, 'dollar limit on orchard expenses'],
  ['an amount of that year', `${AMOUNT} For 2025 the amount is $910,000.`, 'dollar limit on orchard expenses for 2025'],
  ['a rule that is not adjusted', AMOUNT, 'sale of orchard trees in 2025'],
])('the answer says nothing of inflation for %s', async (_case, amount, question) => {
  const { text } = await asked(amount, question);
  expect(text).not.toContain('adjusted for inflation');
});

it('the rule that adjusts an amount of the Code is quoted, whatever the section', async () => {
  const made = researcher({ folders: [IRC] });
  for (const [question, pin] of [
    ['section 179 limit for 2025', '(b)(6)'],
    ['How much may I give to one person in 2024 without a gift tax?', '(b)'],
  ] as const) {
    const { text, sources } = await ask(made, question, 'tax_research_fast_research');
    expect(text, question).toContain('are adjusted for inflation');
    expect(sources.map(({ title }) => title).join('\n'), question).toContain(pin);
  }
});

const inTaxYear = (text: string, year: string): ResearchQuestion => ({
  ...plainQuestion(text),
  matter: [{ field: 'taxYear', name: 'Year', value: year }],
});

it('the tax year of the matter counts as the year of a question that names none', async () => {
  const { text } = await asked(AMOUNT, inTaxYear('dollar limit on orchard expenses', '2025'));
  expect(text).toContain('may not be those of 2025.');
});

it('the year of a question counts, not the tax year of the matter', async () => {
  const { text } = await asked(AMOUNT, inTaxYear('dollar limit on orchard expenses for 2024', '2025'));
  expect(text).toContain('may not be those of 2024.');
});
