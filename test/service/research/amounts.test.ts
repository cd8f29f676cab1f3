/** Tables of amounts that are adjusted each year, beside the paragraphs that they belong to. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAmountTable } from '../../../src/service/research/amountTable.ts';
import { temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';
import { askModel } from './askModel.ts';

const HEADER = 'year,authority,amount,source,date,note';
const LAW = `---
title: § 9901. Orchard expenses
kind: law
---

# § 9901. Orchard expenses

## (a) Allowance of orchard expenses

There shall be allowed a deduction for orchard expenses.

## (b) Limit

(1) Dollar limit on orchard expenses

The orchard expenses shall not exceed $900,000.

(2) Inflation adjustment

In the case of any taxable year beginning after 2018, the dollar amount in paragraph (1) shall be increased by the cost-of-living adjustment determined under section 1(f)(3).

${'(3) Other matters\n\nThe Secretary shall prescribe rules on other matters that concern growers. '.padEnd(1900, 'Growers keep their records. ')}
`;

function library(...rows: string[]) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'firm'));
  writeFileSync(join(folder, '9901.md'), LAW);
  const table = join(folder, 'firm', 'tax-adjusted-amounts.csv');
  writeFileSync(table, [HEADER, ...rows].join('\n'));
  return {
    folder,
    table,
    asked: (question: string) => ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research'),
  };
}

it('the amount of the year of the question stands beside the quoted paragraph, apart from its text, as a source of its own', async () => {
  const { table, asked } = library(
    '2025,26 USC 9901(b)(1),"$940,000",Rev. Proc. 2024-40,2024-10-22,*per* orchard',
    '2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,',
    '2025,26 USC 9901(b)(3),$77,Rev. Proc. 2024-40,2024-10-22,',
    '2025,26 USC 9902(b)(1),$88,Rev. Proc. 2024-40,2024-10-22,',
  );
  const { text, sources } = await asked('dollar limit on orchard expenses for 2025');
  const at = sources.findIndex(({ path }) => path === table);
  const amount = sources.findIndex(({ title }) => title === '26 USC 9901(b)(1), 2025 · tax-adjusted-amounts.csv');
  expect(at).toBeGreaterThan(0);
  expect(text).toContain(
    `[1]\n\nAdjusted amounts, which are not part of the text:\n\n- **2025: $940,000** · 26 USC 9901(b)(1) · Rev. Proc. 2024-40 · 2024-10-22 · \\*per\\* orchard · tax-adjusted-amounts.csv [${amount + 1}]`,
  );
  expect(sources[amount]).toMatchObject({ path: table, line: 2, endLine: 2, date: '2024-10-22' });
  expect(sources[0]?.snippet).not.toContain('940,000');
  expect(text).not.toContain('$960,000**');
  expect(text).toContain(`may not be those of 2025. For 2025, see [${amount + 1}]. Its text`);
  expect(text).not.toContain('Your documents');
});

it('a question without a year gets the latest amount once, beside the paragraph with the amount if both are quoted', async () => {
  const { asked } = library(
    '2025,26 USC 9901(b)(1),"$940,000",Rev. Proc. 2024-40,2024-10-22,',
    '2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,',
  );
  const { text } = await asked('inflation adjustment of orchard expenses');
  expect(text.match(/\*\*2026: \$960,000\*\*/g)).toHaveLength(1);
  expect(text.indexOf('**2026:')).toBeGreaterThan(text.indexOf('shall not exceed $900,000'));
  expect(text).not.toContain('**2025:');
});

it('an answer that a model writes has the amounts behind its sentences, and the model cannot change them', async () => {
  const { folder } = library('2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,');
  const { text, titles } = await askModel([folder], 'dollar limit on orchard expenses', {
    rewrite: 'SEARCH: orchard expenses',
    write(prompt) {
      const passage = prompt.split('=====').find((part) => part.includes('$900,000'));
      const key = / (S\d+) \|/.exec(passage ?? '')?.[1];
      return `## RULE\nThe orchard expenses shall not exceed $900,000. {${key}}\nEND`;
    },
  });
  const at = titles.indexOf('26 USC 9901(b)(1), 2026 · tax-adjusted-amounts.csv') + 1;
  expect(at).toBeGreaterThan(1);
  expect(text).toContain(`Rev. Proc. 2025-32 · 2025-10-09 · tax-adjusted-amounts.csv [${at}]`);
  expect(text.indexOf('### Adjusted amounts')).toBeGreaterThan(text.indexOf('shall not exceed'));
});

it('a year without a row gets no amount of another year', async () => {
  const { asked } = library('2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,');
  expect((await asked('dollar limit on orchard expenses for 2025')).text).not.toContain('Adjusted amounts');
});

it('rows that are not used are named with file and line in answers about adjusted amounts', async () => {
  const { asked } = library(
    '2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,',
    '26,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,',
  );
  const { text } = await asked('dollar limit on orchard expenses for 2026');
  expect(text).toContain('- tax-adjusted-amounts.csv, line 3, is not used: the year is not a year such as 2026.');
});

it('the example of the documentation has no row that is not used', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/examples/adjusted-amounts.csv'), 'utf8');
  const { rows, problems } = readAmountTable(text);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(text.trim().split('\n').length - 1);
});

it.each([
  ['another header', 'year,amount\n2026,1', 'header', 1],
  ['too few columns', `${HEADER}\n2026,26 USC 179(b)(1),5`, 'columns', 2],
  ['an amount whose comma is not quoted', `${HEADER}\n2026,26 USC 179(b)(1),$2,560,000,x,2025-10-09,`, 'columns', 2],
  ['an open quotation mark', `${HEADER}\n\n2026,26 USC 179(b)(1),"$2,x,2025-10-09,`, 'quotes', 3],
  ['text behind a quotation mark', `${HEADER}\n2026,26 USC 179(b)(1),"5"6,x,2025-10-09,`, 'quotes', 2],
  ['two authorities', `${HEADER}\n2026,§ 179(b)(1) and § 63(c),5,x,2025-10-09,`, 'authority', 2],
  ['no authority', `${HEADER}\n2026,expensing,5,x,2025-10-09,`, 'authority', 2],
  ['no amount', `${HEADER}\n2026,§ 179(b)(1),unlimited,x,2025-10-09,`, 'amount', 2],
  ['no source', `${HEADER}\n2026,§ 179(b)(1),5,,2025-10-09,`, 'source', 2],
  ['a day that does not exist', `${HEADER}\n2026,§ 179(b)(1),5,x,2025-02-30,`, 'date', 2],
  [
    'a repeated row',
    `${HEADER}\n2026,§ 179(b)(1),5,x,2025-10-09,\n2026,26 USC 179(b)(1),6,x,2025-10-09,`,
    'repeated',
    3,
  ],
])('a table with %s says so with the line', (_case, text, kind, line) => {
  expect(readAmountTable(text).problems).toEqual([{ line, kind }]);
});

it('semicolons, a byte order mark, doubled quotation marks and German laws are read', () => {
  const text = `\ufeff${HEADER.replaceAll(',', ';')}\r\n2026;§ 6 Abs. 2 EStG;"800 ""Euro""";BGBl.;2025-10-09;\r\n`;
  expect(readAmountTable(text)).toMatchObject({
    rows: [{ key: 'estg 6', pin: '2', amount: '800 "Euro"', line: 2 }],
    problems: [],
  });
});

it('every record of any text is a row or a problem with its line', () => {
  const field = fc.oneof(fc.string(), fc.constantFrom('2026', '§ 179(b)(1)', '5', 'x', '2025-10-09', '"', ',', '\n'));
  fc.assert(
    fc.property(fc.array(fc.array(field, { maxLength: 8 }), { maxLength: 8 }), (records) => {
      const text = [HEADER, ...records.map((fields) => fields.join(','))].join('\n');
      const { rows, problems } = readAmountTable(text);
      const written = text.split('\n').flatMap((line, at) => (at > 0 && line.trim() !== '' ? [at + 1] : []));
      expect([...rows, ...problems].map(({ line }) => line).toSorted((one, other) => one - other)).toEqual(written);
    }),
  );
});
