/** The suggestions and the last part of an answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
import { type Answered, ask, researcher } from './asking.ts';

function asked(documents: Readonly<Record<string, string>>, question: string): Promise<Answered> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  return ask(researcher({ folders: [folder] }), question, 'tax_research_normal');
}

const standard = (title: string, text: string) =>
  `---\ntitle: ${title}\nkind: accounting\n---\n# ${title}\n\n${text}\n`;
const REVENUE = standard(
  'ASC 606-10-25 Revenue',
  '## Contract\n\nA contract has terms.\n\n## Price\n\nThe price is stated.\n\n## Collection\n\nIt is probable.\n\n## Over time\n\nWork takes a year.\n\n## Held goods\n\nGoods that are billed and held for the customer pass when they are set apart.',
);
const QUESTION = 'When do goods pass that are billed and held for the customer?';

it('suggestions name no document that was found and not quoted, and none that only a memo cites', async () => {
  const { sources, suggestions } = await asked(
    {
      'revenue.md': REVENUE,
      'guidance.md': standard('ASC 606-10-55 Guidance', 'The customer asks.'),
      'costs.md': standard('ASC 340-40 Costs of a customer', 'The asset of ASC 606-10-25 is tested.'),
      'lease.md': standard('ASC 842-20 Leases', 'A lease may be held by the customer.'),
      'memo.md': '# Memo\n\nThe customer holds goods under ASC 842-20.\n',
    },
    QUESTION,
  );
  expect(sources[0]?.title).toMatch('ASC 606-10-25');
  expect(suggestions.filter((text) => text.includes('842'))).toEqual([]);
});

it('the sections nearest to the quoted one are suggested, also when it is the last', async () => {
  const { suggestions } = await asked({ 'revenue.md': REVENUE }, QUESTION);
  expect(suggestions[0]).toBe('What does ASC 606-10-25 say on “Over time”?');
});

it('an answer names the dates of its sources in their order, and says that others state none', async () => {
  const dated = (date: string, text: string) => `---\ndate: ${date}\n---\n${text}\n`;
  const { text } = await asked(
    {
      'a.md': dated('2025-03-01', 'Goods that are billed are held for the customer.'),
      'b.md': dated('2024-03-01', 'Goods are billed and held for the customer.'),
      'c.md': 'Goods that are billed and held for this customer.\n',
    },
    QUESTION,
  );
  expect(text).toContain(
    'amounts and dates are as of 2024-03-01 and 2025-03-01. No date was found for the other quoted documents.',
  );
});

it.each([
  ['§ 611. Allowance of deduction for depletion.', '§ 611 (Allowance of deduction for depletion)'],
  ['§ 611', '§ 611'],
  ['§ 611 BGB Vertragstypische Pflichten', '§ 611 BGB (Vertragstypische Pflichten)'],
  ['§ 611 Natural resources (mines) and Reg. § 1.611(a)-1', '§ 611 (Natural resources and Reg. § 1.611(a)-1)'],
  [`§ 611. ${'Allowance of deduction for depletion and '.repeat(3)}more`, '§ 611'],
])('a suggestion names the section “%s” as %s', async (title, name) => {
  const { suggestions } = await asked(
    {
      '611.md': `---\ntitle: ${title}\nkind: tax\n---\n# ${title}\n\nIn the case of mines, a deduction is allowed.\n`,
      '613.md':
        '# § 613. Percentage rates\n\nFor gravel, the percentage is 5 percent of the gross income, as the deduction under section 611.\n',
    },
    'What is the percentage for gravel of the gross income?',
  );
  expect(suggestions).toContain(`What does ${name} say?`);
});

it('an answer that begins with documents of the user suggests none of the authorities behind them', async () => {
  const { sources, suggestions } = await asked(
    {
      'revenue.md': REVENUE,
      'order.md':
        '# Order of Alder\n\n## Delivery\n\nAlder holds goods that are billed for the customer until they pass in May.\n\n## Payment\n\nAlder pays in June.\n',
    },
    'When do goods pass that are held and billed for the customer in May?',
  );
  expect(sources.map(({ title }) => title.split(' ')[0])).toEqual(expect.arrayContaining(['Order', 'ASC']));
  expect(sources[0]?.title).toMatch('Order of Alder');
  expect(suggestions).toEqual(['What does “Order of Alder” say on “Payment”?']);
});

it.each([
  ['§ 3 Payment', 'Payment'],
  ['3. Payment', 'Payment'],
  ['17 Payment', '17 Payment'],
])(
  'a suggested section of a contract has no section sign, which would be read as one of a law: %s',
  async (heading, named) => {
    const { suggestions } = await asked(
      {
        'order.md': `# Order of Alder\n\n## 1 Delivery\n\nAlder holds goods that are billed for the customer until May.\n\n## ${heading}\n\nAlder pays in June.\n`,
      },
      'Until when does Alder hold goods that are billed for the customer?',
    );
    expect(suggestions).toEqual([`What does “Order of Alder” say on “${named}”?`]);
  },
);
