import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, asyncProperty, string } from 'fast-check';
import { expect, it } from 'vitest';
import { citationsIn } from '../../../src/authority/citationsIn.ts';
import { lookUpAuthority } from '../../../src/service/search/lookUpAuthority.ts';
import { IRC, open, readerOf, temporaryFolder } from '../temporary.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');

async function library(folders: readonly string[]) {
  const index = open({ folders });
  await index.ready();
  return async (citation: string, maxText = 100_000) => {
    const [parsed] = citationsIn(citation);
    if (!parsed) throw new Error(`${citation} is no citation.`);
    return lookUpAuthority(await readerOf(index), parsed, maxText);
  };
}

async function withFiles(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return library([folder]);
}

it('a subsection is found by its path, with its own lines, its document and its date', async () => {
  const lookUp = await library([SAMPLES]);
  const found = await lookUp('§ 179(b)(1)');
  expect(found).toMatchObject({
    match: 'exact',
    title: '§ 179 Election to expense certain depreciable business assets (summary)',
    date: '2025-12-31',
    isWhole: true,
  });
  expect(found?.text).toMatch(/^The dollar limit is \$2,500,000/);
  expect(found?.text).not.toContain('What may be expensed is reduced');
  expect(found?.path).toMatch(/irc-179-election-to-expense\.md$/);
  expect([found?.line, found?.endLine]).toEqual([22, 24]);
});

it.each([
  ['§ 179', 'exact', /^A taxpayer may elect/],
  ['§ 179(b)', 'exact', /^The dollar limit[\s\S]*is reduced[\s\S]*taxable income/],
  ['§ 179(b)(2)', 'exact', /^What may be expensed is reduced/],
  ['IRC 168(k)', 'exact', /^In the year in which qualified property/],
  ['§ 168(k)(1)', 'exact', /^In the year in which qualified property/],
  ['§ 168(a)', 'exact', /^The depreciation deduction/],
  ['ASC 606-10-25-1', 'exact', /^A contract is accounted for only when/],
  ['ASC 842-10-25-2', 'exact', /^A lessee classifies a lease/],
  ['Reg. § 1.263(a)-2', 'exact', /./],
  ['AU-C 500', 'exact', /^The auditor evaluates/],
] as const)('the samples contain "%s"', async (citation, match, text) => {
  const lookUp = await library([SAMPLES]);
  const found = await lookUp(citation);
  expect(found?.match).toBe(match);
  expect(found?.text).toMatch(text);
});

it('an authority that only its document is there for is marked as enclosing', async () => {
  const lookUp = await library([SAMPLES]);
  expect(await lookUp('§ 179(z)(9)')).toMatchObject({ match: 'enclosing', text: '' });
  expect(await lookUp('ASC 606-10-25-99')).toMatchObject({ match: 'enclosing' });
});

it.each(['§ 9999', 'Rev. Proc. 2015-20', 'IFRS 16.22', 'ISA 315', '11 U.S.C. § 362'])(
  'an authority that no document is about, %s, is not found',
  async (citation) => {
    const lookUp = await library([SAMPLES]);
    expect(await lookUp(citation)).toBeNull();
  },
);

it('the paragraphs of standards are found by their numbers', async () => {
  const lookUp = await withFiles({
    'ifrs16.md':
      '# IFRS 16 Leases\n\n## Recognition\n\n22 At the commencement date, a lessee recognises an asset.\n\n23 A lessee measures the asset at cost.\n',
    'as1215.md':
      '# AS 1215: Audit Documentation\n\n.04 The auditor must prepare audit documentation.\n\n.05 Because it is evidence, it is kept.\n',
    'isa315.md': '# ISA 315 Identifying the risks\n\n## 315.12 Definitions\n\nAssertions are representations.\n',
  });
  expect(await lookUp('IFRS 16.22')).toMatchObject({
    match: 'exact',
    text: '22 At the commencement date, a lessee recognises an asset.',
  });
  expect((await lookUp('AS 1215.04'))?.text).toBe('.04 The auditor must prepare audit documentation.');
  expect((await lookUp('AS 1215'))?.text).toContain('Because it is evidence');
  expect((await lookUp('ISA 315.12'))?.text).toBe('Assertions are representations.');
  expect(await lookUp('IFRS 16.99')).toMatchObject({ match: 'enclosing' });
});

it('a long authority is cut at the requested length, and says so', async () => {
  const lookUp = await library([IRC]);
  expect(await lookUp('§ 179', 300)).toMatchObject({ isWhole: false });
  expect((await lookUp('§ 179', 300))?.text).toHaveLength(300);
});

it('every label of a section of the Code leads to text of that section', async () => {
  const lookUp = await library([IRC]);
  for (const pin of ['(a)', '(b)(1)', '(b)(3)(B)', '(d)(1)(A)(ii)', '(e)']) {
    expect(await lookUp(`§ 179${pin}`), pin).toMatchObject({ match: 'exact' });
  }
});

it('a look-up of any text returns a passage or nothing', async () => {
  const index = open({ folders: [SAMPLES] });
  await index.ready();
  await assert(
    asyncProperty(string({ unit: 'binary', maxLength: 60 }), string({ maxLength: 20 }), async (key, pin) => {
      const found = await lookUpAuthority(await readerOf(index), { key, pin, base: key }, 1000);
      expect(found === null || found.text.length <= 1000).toBe(true);
    }),
  );
});

it('a subsection that no document has is looked for in the document that has the most of it', async () => {
  const lookUp = await withFiles({
    '168k.md': '# § 168(k) Special allowance\n\n(1) In general. The allowance is 100 percent.\n',
    'whole.md': '# § 168 Accelerated cost recovery\n\n(a) In general. The deduction uses tables.\n',
    'with-b.md':
      '# § 168 Methods\n\n(a) In general. See the tables.\n\n(b) Applicable method. The method is 200 percent.\n',
  });
  expect(await lookUp('§ 168(b)(9)')).toMatchObject({ match: 'enclosing', title: '§ 168 Methods' });
  const alone = await withFiles({ '168k.md': '# § 168(k) Special allowance\n\n(1) In general. It is 100 percent.\n' });
  expect(await alone('§ 168(b)(1)')).toBeNull();
  expect(await alone('§ 168(k)(9)')).toMatchObject({ match: 'enclosing', title: '§ 168(k) Special allowance' });
});

it('a section of a law that is named behind it is not the section of the Code with the same number', async () => {
  const code = '# § 15 Effect of changes\n\n(a) If any rate of tax changes, tentative taxes are computed.';
  const lookUp = await withFiles({ '15-effect-of-changes.md': code });
  expect((await lookUp('§ 15'))?.match).toBe('exact');
  expect(await lookUp('§ 15 Abs. 1 Nr. 2 EStG')).toBeNull();
});

it('a section of a law in one file is found by the name of the law', async () => {
  const law = `# Grunderwerbsteuergesetz (GrEStG)

Neugefasst durch Bek. v. 26.2.1997 I 418; zuletzt geändert durch Art. 33 G v. 2.12.2024 I Nr. 387

## § 15 Erwerbsvorgänge

(1) Der Grunderwerbsteuer unterliegen Rechtsvorgänge, soweit sie sich auf inländische Grundstücke beziehen. Absatz 2 gilt.

## § 16 Grundstücke

(1) Unter Grundstücken sind Grundstücke im Sinne des bürgerlichen Rechts zu verstehen.
`;
  const code = '# § 15 Effect of changes\n\n(a) If any rate of tax changes, tentative taxes are computed.';
  const lookUp = await withFiles({ 'GrEStG.md': law, '15-effect-of-changes.md': code });
  expect((await lookUp('§ 15 Abs. 1 GrEStG'))?.text).toContain('Der Grunderwerbsteuer unterliegen');
});
