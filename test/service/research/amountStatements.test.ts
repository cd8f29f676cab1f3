import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { AmountStatement } from '../../../src/protocol/amountStatement.ts';
import { temporaryFolder } from '../temporary.ts';
import { researcher } from './asking.ts';

const SECTION = `---
title: § 179. Election to expense certain assets
kind: Statute
---

## (b) Limitations

(1) Dollar limitation

The aggregate cost which may be taken into account shall not exceed $1,000,000.

(3) Limitation based on income

(B) Carryover

The amount that is carried forward shall be determined without regard to

(i) the limitation of paragraph (1), or

(ii) the amount allowable as a deduction.

(5) Limitation on cost of certain passenger vehicles

(A) In general

The cost of any sport utility vehicle which may be taken into account shall not exceed $25,000.
`;

function library(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const made = researcher({ folders: [folder] });
  return async (amount: string, around = '', except = ''): Promise<AmountStatement[]> => {
    await made.ready();
    return made.amountStatements({ amount, around, except: join(folder, except), limit: 2 });
  };
}

const contents = (stated: readonly AmountStatement[]) => stated.map(({ content }) => content);

it('the paragraph of a law that states an amount is named by its own node, also in a passage that begins in another one', async () => {
  const [stated] = await library({ '179.md': SECTION })('25000', 'limit of a sport utility vehicle');
  expect(stated?.source.cited?.name).toBe('§ 179(b)(5)(A)');
  expect(stated?.source.location).toMatchObject({ line: 26, endLine: 26 });
  expect(stated?.content).toEqual({
    type: 'text',
    text: 'The cost of any sport utility vehicle which may be taken into account shall not exceed $25,000.',
  });
});

it('paragraphs of other documents that state an amount are found in whatever form, and none of the own file', async () => {
  const ask = library({
    'memo.md': '# Memo\n\nWe paid $1,250,000.\n',
    'lease.md': '# Lease\n\nThe term is six years.\n\nThe price is $1.25 million.\n',
    'loan.md': '# Loan\n\nThe loan is $1,300,000.\n',
  });
  const stated = await ask('1,250,000', 'The price was paid', 'memo.md');
  expect(stated.map(({ source: { location } }) => basename(location?.path ?? ''))).toEqual(['lease.md']);
  expect(contents(stated)).toEqual([{ type: 'text', text: 'The price is $1.25 million.' }]);
  expect(stated[0]?.source.location?.line).toBe(5);
  expect(await ask('no number')).toEqual([]);
});

it.each([
  ['no,asset,"cost, net"\n1,Slitter,2746800\n2,"Forklifts, 6",214200\n'],
  ['no;asset;"cost, net"\n1;Slitter;2746800\n2;"Forklifts, 6";214200\n'],
])('of a CSV file, the rows that state an amount are passed with the names of the columns: %j', async (csv) => {
  expect(contents(await library({ 'register.csv': csv })('$214,200', 'cost of the forklifts'))).toEqual([
    { type: 'table', header: ['no', 'asset', 'cost, net'], rows: [['2', 'Forklifts, 6', '214200']] },
  ]);
});

it('of a table in Markdown, the rows that state an amount are passed with the names of the columns', async () => {
  const table = '# Assets\n\n| Asset | Cost |\n|---|---|\n| Slitter | $2,746,800 |\n| Fork\\|lifts | $214,200 |\n';
  expect(contents(await library({ 'assets.md': table })('214200', 'cost of the forklifts'))).toEqual([
    { type: 'table', header: ['Asset', 'Cost'], rows: [['Fork|lifts', '$214,200']] },
  ]);
});

it('of code, the lines that state an amount are passed with their place', async () => {
  const code =
    '# Tables of the year.\nHALF_YEAR = {\n    5: [2000, 3200],\n}\nLIMIT_179 = {2025: (2_500_000, 4_000_000)}\n';
  const [stated] = await library({ 'depreciation.py': code })('2500000', 'limit of section 179');
  expect(stated?.content).toEqual({ type: 'code', text: 'LIMIT_179 = {2025: (2_500_000, 4_000_000)}' });
  expect(stated?.source.location).toMatchObject({ line: 5, endLine: 5 });
});

it('a passage of several nodes is named by the node around them, for agents and for the language model', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '179.md'), SECTION);
  const made = researcher({ folders: [folder] });
  const { passages: found } = await made.search({ query: 'sport utility vehicle', limit: 1 });
  expect(found.map(({ cited }) => cited?.name)).toEqual(['§ 179(b)']);
});
