/**
 * What the grounding check reads and finds in many texts, compared with a recording. A difference is a change of behavior: check it,
 * and record it with `npx vitest run --project unit test/conversation/grounding/recorded.test.ts -u`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCases } from '../../../bench/grounding/cases.ts';
import { generateCases, plainSentences, readPassages } from '../../../bench/grounding/generate.ts';
import { root } from '../../../scripts/support/paths.ts';
import { outlineOf } from '../../../src/conversation/grounding/outline.ts';
import { type ReadText, readAtoms } from '../../../src/conversation/grounding/readAtoms.ts';
import { sentencesOf } from '../../../src/conversation/grounding/sentences.ts';
import { checkGrounding, type GroundingInput } from '../../../src/conversation/grounding.ts';

const fixtures = join(root, 'test/fixtures');
const passages = readPassages(join(fixtures, 'irc'));
const recorded = (name: string) => join(fixtures, 'recorded', name);

/** Every form in which a figure or a date is written, with a neighbor that changes its meaning. */
const MONTHS = ['January', 'Feb.', 'Mar', 'june', 'Sept. ', 'DECEMBER'];
const DATES = [
  ...MONTHS.flatMap((month) => [
    `${month} 5, 2020`,
    `${month} 31 2020`,
    `5 ${month} 2020`,
    `${month} 2020`,
    `${month} 32, 2020`,
    `the 5th of ${month}`,
    `before ${month} 1, 1990, or after ${month} 31, 1995`,
  ]),
  ...[
    '2020-01-31',
    '2020-13-01',
    '2020-00-10',
    '2020-1-5',
    '1/2/2020',
    '13/2/2020',
    '2/13/2020',
    '31.12.2020',
    '2020/5/6',
    '0/5/2020',
    '12/32/2020',
  ],
  ...[
    'in 2020',
    'the year 2021',
    'tax year 1999',
    'calendar year 2020-21',
    '2018-2025',
    '2018 through 2025',
    '1899',
    '2101',
    'year-end 1987',
    'the end of 2021',
    'the end of calendar year 2020',
    'the close of 2019',
    'the last day of 2020',
    'the beginning of 2018',
    'the start of tax year 2017',
    'first day of 2020',
    'since 2018',
    'after 2017',
    'before 2026',
    'not later than 2020',
    'on or after 2021',
    'from 2021 to 2023',
    'by 2025',
    'until 2024',
    'FY 2020',
    "'20",
    'the 1990s',
    'mid-2020',
    'early 2021',
    'Q3 2020',
  ],
];
const AMOUNTS = [
  ...[
    '$1,000',
    '$ 1,000',
    '1,000 dollars',
    'USD 5',
    '€5',
    '5 euros',
    '£3.50',
    '¥100',
    '($1,234)',
    '-$5',
    '$5-$10',
    '$5 to 10',
    '$1.16 million',
    '$1.2 billion',
    '$3 thousand',
    '$5k',
    '$5M',
    '1,16',
    '1.160.000',
    "1'000",
    '1 000 000',
    '1,00,000',
    '$.50',
    '$0.05',
    '1,000,000.25',
  ],
  ...[
    '5%',
    '5 %',
    '5 percent',
    '5 per cent',
    'five percent',
    '0.5 percentage points',
    '12.50 percent',
    '1,5 %',
    '100-percent',
    '25 basis points',
    'half a percent',
    '½',
    '1½',
    '2 1/2',
    '1/2',
    '3/4 of',
    'one-half',
    'two thirds',
    'a quarter',
    'one and a half',
  ],
  ...[
    'one hundred',
    'one hundred and fifty',
    'twenty-five',
    'two thousand five hundred',
    'a million',
    'zero',
    'ten dozen',
    'first',
    'second',
    'twenty-first',
    '1st',
    '22nd',
    'the third year',
  ],
  ...[
    '5 years',
    'a 5-year period',
    '18 months',
    '30 days',
    'thirty days',
    'two weeks',
    '12 months',
    'one year',
    '39-year property',
    '27.5 years',
    '6-month',
    '24 hours',
    'a half-year',
    'fortnight',
    '90-day',
    'quarterly',
  ],
  ...[
    '10 shares',
    '50 employees',
    '3 partners',
    'about 10',
    'approximately $5',
    'roughly half',
    'more than 10',
    'at least 5',
    'fewer than 100',
    'up to $25',
    'at most 3',
    'no more than 2',
    'not exceeding $1',
    'twice',
    'double',
    '3 times',
    'threefold',
    '2x',
  ],
  ...[
    'Form 4562',
    'Schedule C',
    'line 12',
    'page 3',
    'No. 5',
    'Chapter 7',
    'Part III',
    'item 4',
    'example 2',
    'column (b)',
    'Table 1',
    'phone 555-1234',
    '1.1.2',
    'v2.0',
  ],
  ...[
    '§ 179(b)(1)',
    'section 168(k)',
    '26 U.S.C. § 263A',
    'Reg. 1.704-1(b)(2)',
    'Treas. Reg. § 1.61-1',
    'ASC 606-10-25',
    'Rev. Rul. 59-60',
    'Rev. Proc. 2018-25',
    'Notice 2020-1',
    'Pub. L. 115-97',
    '347 U.S. 1',
    'paragraph (2)',
    'subparagraph (A) or (B)',
    'clause (ii) of subparagraph (A)',
    '179(d)',
    '§§ 1031 and 1033',
    'sections 1 through 5',
    '§ 401(k) plan',
    'IRC 199A',
  ],
  ...[
    '$100 × 5 = $500',
    '$1,000 - $200 = $800',
    '50% of $200 is $100',
    '$5 + $6 = $11',
    '$100 / 4 = $25',
    'the sum of $5 and $6',
  ],
];

const fraction = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

function written(text: string, { citations, dates, quantities }: ReadText): string {
  const atoms = [
    ...citations.map((one) => ({
      ...one,
      shown: `cites ${one.key} [${one.pins.join(' ')}] ${one.level}${one.explicit ? '' : ' by form'}`,
    })),
    ...dates.map((one) => {
      const other = one.otherReading ? ` or ${one.otherReading.month}/${one.otherReading.day}` : '';
      return {
        ...one,
        shown: `date ${one.year}-${one.month}-${one.day}${other} ${one.side ?? ''} ${one.boundary ?? ''}`,
      };
    }),
    ...quantities.map((one) => {
      const flags = ['spelled', 'approximate', 'scaled'].filter((flag) => one[flag as 'spelled']);
      const step = one.step ? ` step ${fraction(one.step)}` : '';
      return {
        ...one,
        shown: `${fraction(one.value)} (${fraction(one.written)}) ${one.unit} ${one.currency}${one.noun} ${flags}${step}`,
      };
    }),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  const shown = atoms.map(({ start, end, shown }) => `  ${start}-${end} ${shown.replace(/\s+/g, ' ').trim()}`);
  return [text.replace(/\s+/g, ' '), ...shown].join('\n');
}

function findings(name: string, input: GroundingInput): string {
  const found = checkGrounding(input).map(
    ({ sentence: _, ...finding }) =>
      `  ${JSON.stringify(finding, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
  );
  return [name, ...found].join('\n');
}

it('figures, dates and citations of every form are read as recorded', async () => {
  const texts = [...DATES, ...AMOUNTS].map((text) => `The rule: ${text} applies.`);
  await expect(texts.map((text) => written(text, readAtoms(text))).join('\n')).toMatchFileSnapshot(
    recorded('atoms.txt'),
  );
});

it('figures, dates and citations of sentences of the Code are read as recorded', async () => {
  const sentences = passages
    .flatMap(({ text }) => plainSentences(text))
    .filter((text) => /\d/.test(text) && text.length < 400);
  const chosen = sentences.filter((_, index) => index % Math.ceil(sentences.length / 250) === 0);
  await expect(chosen.map((text) => written(text, readAtoms(text))).join('\n')).toMatchFileSnapshot(
    recorded('code.txt'),
  );
});

it('passages of the Code are divided into sentences and nodes as recorded', async () => {
  const chosen = passages.filter((_, index) => index % 8 === 0).slice(0, 30);
  const lines = chosen.flatMap(({ title, text }) => {
    const outline = outlineOf(text, [], []);
    return [
      title,
      ...sentencesOf(text).map(
        ({ start, end, form, text: sentence }) =>
          `  ${start}-${end} ${form} ${sentence.slice(0, 40).replace(/\s+/g, ' ')}`,
      ),
      ...[...outline.parts].map((part) => `  ${JSON.stringify(part)}`),
    ];
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(recorded('sentences.txt'));
});

it('the findings in written cases are as recorded', async () => {
  const cases = parseCases(readFileSync(join(fixtures, 'cases/grounding.json'), 'utf8'));
  await expect(cases.map((each) => findings(each.id, each)).join('\n')).toMatchFileSnapshot(recorded('findings.txt'));
});

it('the findings in cases made from the Code are as recorded', async () => {
  const cases = generateCases(passages, 200, 7);
  const lines = cases.map((each) => findings(each.answer.replace(/\s+/g, ' '), each));
  await expect(lines.join('\n')).toMatchFileSnapshot(recorded('madeFindings.txt'));
});

it('the findings in many more cases made from the Code are as recorded, in short', async () => {
  const lines = generateCases(passages, 900, 8).map((each, index) => {
    const found = checkGrounding(each).map(({ kind, start, end }) => `${kind} ${start}-${end}`);
    return `${index} ${found.join(', ')}`;
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(recorded('shortFindings.txt'));
});
