import { expect, it } from 'vitest';
import { checkGrounding } from '../support/grounding.ts';

type Source = { readonly title: string; readonly text: string };
/** Sources are the sections 9001, 9002 and so on. */
const sourcesOf = (...texts: readonly string[]): Source[] =>
  texts.map((text, at) => ({
    title: `§ ${9001 + at}. Passage`,
    text: `${text} This sentence only makes the passage longer.`,
  }));

type Row = readonly [question: string, answer: string, sources: readonly Source[]];
type FaultRow = readonly [kind: string, part: string, question: string, answer: string, sources: readonly Source[]];

it.each<Row>([
  ['Pays $60,000.', '20 percent of $60,000 is $12,000 [1].', sourcesOf('withhold 20 percent of such distribution.')],
  [
    'Pays $60,000.',
    'The withholding is $12,000 (20 % of $60,000) [1].',
    sourcesOf('withhold 20 percent of such distribution.'),
  ],
  ['Pays $60,000.', '$60,000 × 0.20 = $12,000 [1].', sourcesOf('withhold 20 percent of such distribution.')],
  [
    'Pays $60,000.',
    '$60,000 x 20% = $12,000, which leaves $48,000 [1].',
    sourcesOf('withhold 20 percent of such distribution.'),
  ],
  ['Pays $60,000.', '$60,000 / 3 = $20,000 a year [1].', sourcesOf('ratably over 3 taxable years.')],
  ['Pays $60,000.', 'Spread over 3 years, that is $20,000 per year [1].', sourcesOf('ratably over 3 taxable years.')],
  ['Pays $60,000.', 'Half, that is $30,000, is excluded [1].', sourcesOf('exclude 50 percent of the amount.')],
  ['Four people at $9,500 each.', '4 × $9,500 = $38,000 in total.', sourcesOf('a limit of $10,000.')],
  [
    'Four people at $9,500 each.',
    'In total she gave $38,000 (four gifts of $9,500) [1].',
    sourcesOf('a limit of $10,000.'),
  ],
  [
    'Income is $118,000.',
    '$118,000 − $100,000 = $18,000; half of that is $9,000, so $25,000 − $9,000 = $16,000 remain [1].',
    sourcesOf('$25,000 reduced by 50 percent of the amount by which income exceeds $100,000.'),
  ],
  [
    'Income is $118,000.',
    'The excess over $100,000 is $18,000. Half of it, $9,000, reduces the $25,000 to $16,000 [1].',
    sourcesOf('$25,000 reduced by 50 percent of the amount by which income exceeds $100,000.'),
  ],
  [
    '5 months late with $10,000.',
    '5 × 0.5 percent = 2.5 percent, i.e. $250 [1].',
    sourcesOf('0.5 percent of the amount for each month'),
  ],
  ['Base $40,000.', '$40,000 + $8,200 = $48,200 [1].', sourcesOf('the tax is $8,200 plus')],
  ['Base $40,000.', 'The sum of $40,000 and $8,200 is $48,200 [1].', sourcesOf('the tax is $8,200 plus')],
  [
    'Base $50,000.',
    '$8,200 plus 24 % of the excess of $50,000 over $40,000, i.e. $8,200 + $2,400 = $10,600 [1].',
    sourcesOf('$8,200 plus 24 percent of the excess over $40,000'),
  ],
  [
    'Died February 11, 2022.',
    'The return is due on November 11, 2022, nine months later [1].',
    sourcesOf('within 9 months after the date of the decedent’s death'),
  ],
  [
    'Sold on March 1, 2024.',
    'She has until April 15, 2024, i.e. 45 days [1].',
    sourcesOf('which is 45 days after the date'),
  ],
  [
    'For tax year 2024?',
    'The return is due April 15, 2025 [1].',
    sourcesOf('on or before the 15th day of April following'),
  ],
  ['For 2024?', 'In 2024 the limit of $10,000 applies [1].', sourcesOf('The limit is $10,000.')],
  [
    '',
    'Step 1: file within 30 days [1].\nStep 2: pay $10,000 [1].',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    '',
    '(1) file within 30 days [1];\n(2) pay $10,000 [1].',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    '',
    '(i) file within 30 days [1];\n(ii) pay $10,000 [1].',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    '',
    '## 2. Deadlines\n\n- 30 days [1]\n- **Amount:** $10,000 [1]\n\n## 3.1 Rates\n\nThe rate is 8 % [1].',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    '',
    '| Item | 2 |\n|---|---|\n| Days | 30 [1] |\n| Amount | 10,000 |\n| Rate (%) | 8 |',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    '',
    'The limit is $10,000. [1] The rate is 8 percent. [2]',
    sourcesOf('The limit is $10,000.', 'The rate is 8 percent.'),
  ],
  [
    '',
    'The limit is $10,000 [1], and the rate is 8 percent [2].',
    sourcesOf('The limit is $10,000.', 'The rate is 8 percent.'),
  ],
  ['', 'The limit is $10,000 【1】.', sourcesOf('The limit is $10,000.')],
  [
    '',
    'See U.S.C. tit. 26 and Treas. Reg. generally. The limit is $10,000 [1]. Ask J. R. Smith Inc. for 30 days. No. 5 is fine.',
    sourcesOf('The limit is $10,000 for 30 days.'),
  ],
  ['', 'Generally, a preparer should keep copies. Consult counsel.', sourcesOf('The limit is $10,000.')],
  ['', 'First, pay. Second, file. Third, wait for 2 or 3 letters from the IRS.', sourcesOf('The limit is $10,000.')],
  [
    'My 3 kids are 5, 7 and 12 and I earn $90,000.',
    'With three children aged 5, 7 and 12 and $90,000 of income, the credit is $2,000 [1].',
    sourcesOf('a credit of $2,000.'),
  ],
  [
    'We are a couple, both 67.',
    'As both of you are 67, the deduction is $600 each, $1,200 together [1].',
    sourcesOf('an additional $600 each.'),
  ],
  ['', 'Each spouse gets $600, so a couple gets $1,200 [1].', sourcesOf('an additional $600 each.')],
  ['', 'Each spouse gets $600, so a couple gets 2 × $600 = $1,200 [1].', sourcesOf('an additional $600 each.')],
  ['', 'The tax doubles from $600 to $1,200 [1].', sourcesOf('an additional $600 each.')],
  [
    '',
    'The limit is $10,000 ($5,000 if filing separately) [1].',
    sourcesOf('$10,000 ($5,000 in the case of a married individual filing a separate return)'),
  ],
  [
    '',
    'At least 2 years out of 5 are needed [1].',
    sourcesOf('during the 5-year period … for periods aggregating 2 years or more.'),
  ],
  ['', 'two-out-of-five-year test [1]', sourcesOf('during the 5-year period for periods aggregating 2 years or more.')],
  ['', 'About a fifth of the basis [1].', sourcesOf('20 percent of basis')],
  ['', 'The 110-percent and 90-percent rules [1].', sourcesOf('110 percent or 90 percent')],
  ['', 'one hundred percent [1]', sourcesOf('100 percent of the amount')],
  ['', 'within 2½ months [1]', sourcesOf('on or before the 15th day of the third month: 2½ months after')],
  ['', 'the 15th day of the third month [1]', sourcesOf('on or before the 15th day of the 3rd month following')],
  [
    '',
    'See § 9001(a), which caps it at $10,000 [1].',
    [{ title: '§ 9001. P', text: '## (a) Cap\n\nThe cap is $10,000 for everyone in the world.' }],
  ],
  [
    '',
    'Section 9002 sets the rate, and section 9001 the cap [1][2].',
    sourcesOf('The limit is $10,000.', 'The rate is 8 percent.'),
  ],
  ['Does § 61 apply?', 'Yes, § 61 applies.', sourcesOf('The limit is $10,000.')],
  ['', 'A “small business” and the “first sale” count [1].', sourcesOf('The limit is $10,000.')],
  [
    '',
    'The statute says: “The limit is $10,000 for 30 days. It applies to all.” [1]',
    sourcesOf('The limit is $10,000 for 30 days. It applies to all.'),
  ],
  ['', 'He must pay 5 to 10 times the fee [1].', sourcesOf('from 5 to 10 times the fee')],
  [
    '',
    'For the year 2022 (see https://www.irs.gov/pub/2019/p17.pdf) pay 8 percent [1].',
    sourcesOf('In 2022 the rate is 8 percent.'),
  ],
  ['', 'Die Grenze beträgt 10.000 $ [1].', sourcesOf('The limit is $10,000.')],
  ['', 'The threshold is $10,000 or less; anything above $10,000 is taxed [1].', sourcesOf('not exceeding $10,000.')],
  ['', 'Persons 50 and over may add $1,000 [1].', sourcesOf('who have attained age 50 may add $1,000')],
  ['', 'Those under 17 qualify [1].', sourcesOf('has not attained age 17')],
  ['', 'A 10-year-old and a 20-year lease [1].', sourcesOf('10 years of age; a lease of 20 years')],
  ['', 'Up to $3 million of QSBS [1].', sourcesOf('$3,000,000 of stock')],
  [
    '',
    'The standard deduction is twelve thousand dollars for 2018–2025 [1].',
    sourcesOf('$12,000 in the case of a year beginning after December 31, 2017, and before January 1, 2026'),
  ],
  ['', 'It was enacted by Pub. L. 115-97 [1].', sourcesOf('$12,000 (Pub. L. 115–97, § 11021)')],
  [
    '',
    '§ 9001(a)–(c) [1] apply.',
    [
      {
        title: '§ 9001. P',
        text: '## (a) Cap\n\nx\n\n## (b) y\n\nz\n\n## (c) w\n\nThe cap is $10,000 for everyone in the world.',
      },
    ],
  ],
  [
    '',
    'Under subsections (a) and (b) [1] it applies.',
    [
      {
        title: '§ 9001. P',
        text: '## (a) Cap\n\nx\n\n## (b) y\n\nz\n\n## (c) w\n\nThe cap is $10,000 for everyone in the world.',
      },
    ],
  ],
  [
    '',
    'Under § 9001(a)(1)(B) [1] it applies.',
    [
      {
        title: '§ 9001. P',
        text: '## (a) Cap\n\n(1) one\n\n(A) x, and (B) y for everyone in the world and elsewhere.',
      },
    ],
  ],
  ['', 'The 80-percent rule is a four-fifths rule [1].', sourcesOf('80 percent of the stock')],
  ['', 'Every 4 weeks [1].', sourcesOf('every 4 weeks, not 28 days')],
  ['', '28 days [1].', sourcesOf('every 4 weeks in the year')],
  ['', 'No gain if held 5+ years [1].', sourcesOf('held for more than 5 years')],
  ['', '$10,000+ counts [1].', sourcesOf('The limit is $10,000.')],
  ['', '~$10,000 counts [1].', sourcesOf('The limit is $10,000.')],
  ['', '(a) the sum of $10,000 and (b) 8 percent [1]', sourcesOf('The limit is $10,000 and 8 percent.')],
  ['', 'Limit: $10,000; rate: 8%; term: 30d [1].', sourcesOf('The limit is $10,000 for 30 days at 8 percent.')],
  ['', 'Rates of 10%, 12%, 22% and 24% [1].', sourcesOf('10 percent, 12 percent, 22 percent, 24 percent')],
  ['', 'Rates of 10, 12, 22 and 24 percent [1].', sourcesOf('10 percent, 12 percent, 22 percent, 24 percent')],
  ['', 'Fees of $10, $12 and $24 [1].', sourcesOf('$10, $12, $24')],
  ['', 'the calendar year 2011 [1]', sourcesOf('for calendar year 2011 or later')],
])('With the question "%s" nothing is reported for "%s"', (question, answer, sources) => {
  expect(checkGrounding({ question, answer, sources })).toEqual([]);
});

it.each<FaultRow>([
  [
    'amount',
    '$13,000',
    'Pays $60,000.',
    'The withholding is $13,000 (20 % of $60,000) [1].',
    sourcesOf('withhold 20 percent of such distribution.'),
  ],
  [
    'amount',
    '$13,000',
    'Pays $60,000.',
    '20 % × $60,000 = $13,000 [1].',
    sourcesOf('withhold 20 percent of such distribution.'),
  ],
  [
    'amount',
    '$17,000',
    'Income is $118,000.',
    'The allowance is $17,000 [1].',
    sourcesOf('$25,000 reduced by 50 percent of the amount by which income exceeds $100,000.'),
  ],
  [
    'date',
    'December',
    'Died February 11, 2022.',
    'The return is due on December 11, 2022, nine months later [1].',
    sourcesOf('within 9 months after the date of the decedent’s death'),
  ],
  ['date', '2023', '', 'In 2023 the limit of $10,000 applies [1].', sourcesOf('The limit is $10,000.')],
  [
    'percent',
    'rate is 9',
    '',
    '1. The limit is $10,000 [1].\n2. It applies for 30 days [1].\n3. The rate is 9 percent [1].',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    'count',
    '12,000',
    '',
    '| Item | Value |\n|---|---|\n| Days | 30 [1] |\n| Amount | 12,000 [1] |\n| Rate (%) | 8 |',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    'count',
    '45',
    '',
    '| Item | Value |\n|---|---|\n| Days | 45 [1] |\n| Amount | 10,000 [1] |',
    sourcesOf('The limit is $10,000 for 30 days at 8 percent.'),
  ],
  [
    'wrong-source',
    '$10,000',
    '',
    'The limit is $10,000. [2] The rate is 8 percent. [2]',
    sourcesOf('The limit is $10,000.', 'The rate is 8 percent.'),
  ],
  ['missing-source', '[4]', '', 'The limit is $10,000 [4].', sourcesOf('The limit is $10,000.')],
  ['missing-source', '[0]', '', 'The limit is $10,000 [0].', sourcesOf('The limit is $10,000.')],
  ['missing-source', '[1, 4]', '', 'The limit is $10,000 [1, 4].', sourcesOf('The limit is $10,000.')],
  ['percent', '39.6', '', 'The tax is 39.6 % [1].', sourcesOf('a rate of 37 percent')],
  [
    'count',
    '4th',
    '',
    'the 15th day of the 4th month [1]',
    sourcesOf('on or before the 15th day of the 3rd month following'),
  ],
  ['foreign-authority', '§ 61', '', 'The gross income test of § 61 applies.', sourcesOf('The limit is $10,000.')],
  ['count', '365', '', 'Call 24 hours a day, 365 days a year.', sourcesOf('The limit is $10,000.')],
  ['foreign-authority', '115-97', '', 'It was enacted by P.L. 115-97 [1].', sourcesOf('$12,000 only')],
  [
    'section',
    '(e)',
    '',
    'Under subsections (a) and (e) [1] it applies.',
    [
      {
        title: '§ 9001. P',
        text: '## (a) Cap\n\nx\n\n## (b) y\n\nz\n\n## (c) w\n\nThe cap is $10,000 for everyone in the world.',
      },
    ],
  ],
  [
    'percent',
    '15',
    '',
    'Rates of 10, 15, 22 and 24 percent [1].',
    sourcesOf('10 percent, 12 percent, 22 percent, 24 percent'),
  ],
  ['count', '61st', '', 'from the 61st day on [1]', sourcesOf('more than 60 days')],
])(
  'A finding of the kind %s is reported for the sentence with "%s" and for no other (question "%s", answer "%s")',
  (kind, part, question, answer, sources) => {
    const findings = checkGrounding({ question, answer, sources });
    expect(findings.map((finding) => finding.kind)).toContain(kind);
    for (const { sentence } of findings) expect(sentence).toContain(part);
  },
);

it('a part below the title of a subsection is a part of that subsection', () => {
  const source = {
    title: '§ 168(k) Special allowance',
    section: 'The rule · (k)(1)',
    text: 'The allowance is deducted.',
  };
  const values = (answer: string) =>
    checkGrounding({ question: '', answer, sources: [source] }).map(({ words }) => words);
  expect(values('Quoted: 2 passages from 1 document. The closest is § 168(k)(1) [1].')).toEqual([]);
  expect(values('Quoted: 2 passages from 1 document. The closest is § 168(k)(2) [1].')).toEqual(['§ 168(k)(2)']);
});

it('the dates of a quoted table whose cells are lines are found in their source', () => {
  const rows = ['The due date is:', '1st', 'April 15', '2nd', 'June 15'];
  const [source] = sourcesOf(`${rows.join('\n\n')}.`);
  if (!source) throw new Error('There is no source.');
  expect(checkGrounding({ question: '', answer: `> ${rows.join('\n>\n> ')} [1]`, sources: [source] })).toEqual([]);
  const other = `> ${rows.join('\n>\n> ').replace('June 15', 'June 16')} [1]`;
  expect(checkGrounding({ question: '', answer: other, sources: [source] }).map(({ words }) => words)).toContain(
    'June 16',
  );
});

it.each([
  'Quoted: 14 passages from 9 documents. The closest is § 168(k)(1) [1].',
  'Zitiert: 14 Textstellen aus 9 Dokumenten. Am nächsten kommt § 168(k)(1) [1].',
])('what an answer of the library counts is not looked for in its sources: %s', (answer) => {
  const source = { title: '§ 168(k)(1) Special allowance', text: 'The allowance is deducted in 2 passages in 2026.' };
  expect(checkGrounding({ question: '', answer, sources: [source] })).toEqual([]);
});

it.each([
  'Headcount grew 30 percent, from 40 to 52 [1].',
  'The limit rose fivefold, from $500 to $2,500 [1].',
  'The home was held for nine years, from 2016 to 2025 [1].',
  'The margin falls by 0.5 percentage points, from 2.50 to 2.00 percent [1].',
])('The rate, multiple or span of “%s” is reported, because no source prints it', (answer) => {
  const sources = sourcesOf('from 40 to 52; from $500 to $2,500; from 2016 to 2025; from 2.50 to 2.00 percent.');
  expect(checkGrounding({ question: '', answer, sources })).toHaveLength(1);
});
