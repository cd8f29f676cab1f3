/** Tables of amounts that are adjusted each year, beside the paragraphs that they belong to. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createLibraryIndex, type LibraryIndex } from '../../../src/service/index/libraryIndex.ts';
import { statedAmounts } from '../../../src/service/research/amounts.ts';
import { readAmountTable } from '../../../src/service/research/amountTable.ts';
import { answer } from '../../../src/service/research/answer.ts';
import { asyncCpuTime, shortestCpuTime } from '../../support/cpuTime.ts';
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
    /** An answer is given before large files are read, so the library is read first. */
    async asked(question: string) {
      const made = researcher({ folders: [folder] });
      await made.ready();
      return ask(made, question, 'tax_research_fast_research');
    },
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

it('a table is told by its whole name in either case, is not quoted as a document, and a model does not see it', async () => {
  const { folder, table, asked } = library('2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,orchards');
  renameSync(table, join(folder, 'Orchard Adjusted-Amounts.CSV'));
  const row = '2026,26 USC 9901(b)(1),"$111,000",orchard expenses before the dollar limit,2025-10-09,';
  writeFileSync(join(folder, 'firm', 'unadjusted-amounts.csv'), [HEADER, row].join('\n'));
  const { text, sources } = await asked('dollar limit on orchard expenses');
  expect(text).toContain('**2026: $960,000**');
  expect(text).not.toContain('**2026: $111,000**');
  expect(sources.filter(({ path }) => path.endsWith('.CSV'))).toHaveLength(1);
  const prompts: string[] = [];
  await askModel([folder], 'dollar limit on orchard expenses', {
    rewrite: 'SEARCH: orchard expenses 960,000 Rev. Proc. 2025-32',
    write: (prompt) => `${prompts.push(prompt)}`,
  });
  expect(prompts.join()).toContain('$111,000');
  expect(prompts.join()).not.toContain('$960,000');
});

it('a table that is too large is named in answers about adjusted amounts, and files of other names take no place of a table', async () => {
  const { folder, asked } = library('2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,');
  writeFileSync(join(folder, 'adjusted-amounts.csv'), `${HEADER}\n${'x'.repeat(1_100_000)}`);
  for (let number = 10; number < 40; number += 1) {
    const row = `2026,26 USC 9901(b)(1),$${number},Rev. Proc. 2025-32,2025-10-09,`;
    writeFileSync(join(folder, `${number}-unadjusted-amounts.csv`), [HEADER, row].join('\n'));
  }
  const { text } = await asked('dollar limit on orchard expenses for 2026');
  expect(text).toContain('- adjusted-amounts.csv is not used. It is larger than the limit (1.0 MB of 1.0 MB).');
  expect(text).toContain('**2026: $960,000**');
});

it('50,000 amounts of one paragraph are read in linear time', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `2026,26 USC 179(b)(1),$${at},x,2025-10-09,${at}`);
  const table = Buffer.from([HEADER, ...rows].join('\n'));
  const tables = ['a', 'b', 'c', 'd', 'e'].map((name) => `/${name}/adjusted-amounts.csv`);
  const library = { readBytes: () => table };
  const reader = { scope: { passages: { own: 0, law: 0 } }, pathsEndingWith: async () => tables };
  const paragraph = { key: '179', paths: ['b.1'], adjusted: [] };
  const reading = shortestCpuTime(() => readAmountTable(table.toString()));
  const stating = await asyncCpuTime(() => statedAmounts(library, reader, [paragraph], []));
  expect(stating).toBeLessThan(3 * tables.length * reading);
});

it('the amounts of a document that is still being read are left out with its quotations', async () => {
  const { folder } = library('2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,');
  writeFileSync(join(folder, 'memo.md'), '# Orchard expenses\n\nThe dollar limit on orchard expenses was discussed.\n');
  const index = createLibraryIndex({ folders: [folder], indexDir: null });
  onTestFinished(() => index.close());
  const late: LibraryIndex = {
    ...index,
    outdated: (paths) => paths.filter((path) => path.endsWith('9901.md')),
    readAgain: () => new Promise(() => {}),
  };
  const asking = {
    question: plainQuestion('dollar limit on orchard expenses for 2026'),
    context: [],
    askMode: 'tax_research_fast_research' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  const paths: string[] = [];
  let text = '';
  for await (const output of answer(late, asking, new AbortController().signal)) {
    if (output.type === 'sources') paths.push(...output.sources.map(({ location }) => location.path));
    if (output.type === 'text') text += output.text;
  }
  expect(paths).toEqual([join(folder, 'memo.md')]);
  expect(text).not.toContain('960,000');
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

it.each([
  ['a field in quotation marks', `"${'a'.repeat(15_000_000)}"`, 'columns'],
  ['commas', ','.repeat(15_000_000), 'columns'],
  ['quotation marks', '"'.repeat(15_000_001), 'columns'],
  ['empty fields in quotation marks', '"",'.repeat(5_000_000), 'columns'],
])(
  'a table of amounts with a record of %s without end is read at once, with the problem of that record',
  (_what, record, kind) => {
    const header = 'year,authority,amount,source,date,note';
    const row = '2025,26 USC 179(b)(1),"2,500,000",Rev. Proc. 2025-32,2025-10-09,';
    const started = process.cpuUsage();
    const { rows, problems } = readAmountTable([header, record, row].join('\n'));
    const { user, system } = process.cpuUsage(started);
    expect([rows.length, problems]).toEqual([1, [{ line: 2, kind }]]);
    expect((user + system) / 1000).toBeLessThan(1500);
  },
);

it('a look-up of a paragraph has the amounts of all years that tables state for it and those within it', async () => {
  const { folder } = library(
    '2025,26 USC 9901(b)(1),"$940,000",Rev. Proc. 2024-40,2024-10-22,',
    '2026,26 USC 9901(b)(1),"$960,000",Rev. Proc. 2025-32,2025-10-09,',
    '2025,26 USC 9902(b)(1),$88,Rev. Proc. 2024-40,2024-10-22,',
  );
  const made = researcher({ folders: [folder] });
  await made.ready();
  const adjusted = async (pin: string) =>
    (await made.lookUp([{ key: '9901', pin, base: '9901' }], 4000)).found[0]?.adjusted;
  expect(await adjusted('b.1')).toEqual(['$940,000', '$960,000']);
  expect(await adjusted('b')).toEqual(['$940,000', '$960,000']);
  expect(await adjusted('b.3')).toEqual([]);
  expect(await adjusted('')).toEqual([]);
});
