/** Sample conversations: an answer with twelve sources, a long table and an error. The texts are invented, the law is correct. */
import type { StoredSource } from '../../../src/conversation/conversation.ts';
import { conversationOf, source, turn } from './fakeHost.ts';

export const QUESTION = 'Can the laptop that we bought in October be expensed in full this year?';

export const ANSWER = `**Yes, if the company elects it.** A laptop used in the business is tangible personal property, so its cost may be expensed under § 179 in the year in which it is *placed in service* [1].

### What has to hold

1. The property is acquired **by purchase** for use in the active conduct of a trade or business [1].
2. The total placed in service in the year stays under the limits of § 179(b) [2]. The deduction is reduced dollar for dollar above the phase-out [2].
3. The deduction does not exceed the taxable income from the business; what is over is carried forward [3].

| Item | Rule | Where |
| :-- | :-- | --: |
| Who may elect | Taxpayers other than estates and trusts | § 179(d)(4) |
| When | With the original return, or an amended one | § 179(c) |
| Income limit | Taxable income of the business | § 179(b)(3) |

Without the election the laptop is five-year property, and \`168(k)\` may allow the same result [4]. Keep the invoice and the date on which it was put to use: $1,000 to $5,000 items are the ones that an examiner asks for first [5].

> The term “section 179 property” means property which is tangible property to which section 168 applies.

- [x] Date placed in service documented
- [ ] Election made on Form 4562
`;

const TITLES = [
  '§ 179 Election to expense certain depreciable business assets',
  '§ 179(b) Limitations',
  '§ 179(b)(3) Limitation based on income from trade or business',
  '§ 168 Accelerated cost recovery system',
  'Form 4562, Depreciation and Amortization: how the election is made and what has to be kept',
  '§ 263(a) Capital expenditures',
  '§ 280F Limitation on depreciation for certain property',
  'ASC 360-10-35 Property, plant and equipment: subsequent measurement',
  '§ 1245 Gain from dispositions of certain depreciable property',
  '§ 162 Trade or business expenses',
  'Fixed-asset memo',
  'additions-2025.csv',
];

export const SOURCES: StoredSource[] = TITLES.map((title, index) =>
  source({
    title,
    ...(index < 10
      ? {
          url: `https://www.law.example/uscode/26/${index + 1}`,
          section: `(${'abcdefghij'[index]})`,
          date: '2025-01-01',
        }
      : { location: { path: index === 10 ? 'memos/fixed-assets.md' : 'additions-2025.csv', line: 14, endLine: 21 } }),
    snippet:
      'A taxpayer may elect to treat the cost of any section 179 property as an expense which is not chargeable to capital account. Any cost so treated shall be allowed as a deduction for the taxable year in which the section 179 property is placed in service.',
    review: index === 0 ? 'reliedOn' : index === 1 ? 'opened' : index === 6 ? 'rejected' : 'unread',
  }),
);

export const SUGGESTIONS = [
  'What is the limit for the year?',
  'How is the election made on an amended return?',
  'Does § 280F change the answer for a laptop used at home?',
];

export const STEPS = [
  'Understanding the question',
  'Searching the Internal Revenue Code',
  'Reading § 179 and § 168(k)',
  'Comparing the limits',
  'Writing the answer',
];

export const LONG_TABLE = `The recovery periods of the assets on the list:

| Asset | Class | Period | Method | Convention | Cost | First year | Note |
| :-- | :-- | --: | :-- | :-- | --: | --: | :-- |
${Array.from(
  { length: 30 },
  (_, row) =>
    `| Laptop ${row + 1} | 00.12 | 5 years | 200 % declining balance | half-year | $${(2400 + row * 10).toLocaleString('en')} | $${(480 + row * 2).toLocaleString('en')} | placed in service in October |`,
).join('\n')}

All of them fall into class 00.12, information systems.
`;

export const PARAGRAPH =
  'The cost of the property is allowed as a deduction for the year in which it is placed in service.\n\n';

/** A conversation of `count` turns. */
export const longConversation = (count: number) =>
  conversationOf(
    Array.from({ length: count }, (_, index) =>
      turn(`t${index + 1}`, `Question number ${index + 1}?`, {
        text: `${PARAGRAPH.repeat(12)}End of answer ${index + 1}.`,
      }),
    ),
  );
