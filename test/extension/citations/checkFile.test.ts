import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/authority/parseAuthorities.ts';
import { parseBlocks } from '../../../src/conversation/document/parse.ts';
import { insertionsFor } from '../../../src/conversation/insert/insertion.ts';
import { checkFile, MAX_CHECKED, MAX_FINDINGS } from '../../../src/extension/citations/checkFile.ts';
import { readableSpans } from '../../../src/extension/citations/comments.ts';
import type { Found, Lookups } from '../../../src/extension/citations/lookups.ts';
import type { AuthorityPassage } from '../../../src/protocol/worker.ts';

const TEXTS: Readonly<Record<string, string>> = {
  '179 ': 'The dollar limit is $2,500,000. What is disallowed for this reason is carried forward.',
  '179 b.1': 'The dollar limit is $2,500,000.',
};

function passage(text: string, match: AuthorityPassage['match'] = 'exact'): AuthorityPassage {
  return {
    match,
    title: '§ 179',
    path: '/179.md',
    date: null,
    headings: [],
    place: '',
    line: 1,
    endLine: 2,
    text,
    isWhole: true,
  };
}
const found = ({ key, pin }: { key: string; pin: string }): Found => {
  const text = TEXTS[`${key} ${pin}`];
  const own = text === undefined ? (key === '179' ? passage('', 'enclosing') : null) : passage(text);
  return { passage: own, complete: true };
};
const lookups: Pick<Lookups, 'find' | 'read'> = {
  find: async (authorities) => authorities.map(found),
  read: async (authority) => found(authority),
};
const check = (text: string) => checkFile({ text }, parseAuthorities(text), lookups, () => false);
const kinds = async (text: string) =>
  (await check(text))?.findings.map(({ type, start, end }) => [type, text.slice(start, end)]);

it('authorities and paragraphs that the library does not have are findings', async () => {
  expect(await kinds('§ 179(b)(1), § 179(z) and § 9999. So does 4980H(b).')).toEqual([
    ['paragraphNotInLibrary', '§ 179(z)'],
    ['notInLibrary', '§ 9999'],
  ]);
});

it('what a quotation block cites is its words, and neither counted nor missing, as in an answer that was inserted', async () => {
  const block = '> Any cost under section 9999, and § 179(z):\n>\n> 1. see § 9998\n';
  const text = `§ 179(b)(1) says:\n\n${block}\nSo does § 9997.\n`;
  expect(await kinds(text)).toEqual([['notInLibrary', '§ 9997']]);
  expect((await check(text))?.citations).toBe(2);
  expect(await kinds(`§ 179(b)(1):\n> The dollar limit under § 9999 is $1,220,000`)).toEqual([
    ['differs', '> The dollar limit under § 9999 is $1,220,000'],
  ]);
});

it.each(['python', 'css'])(
  'what a quotation cites in an answer that was inserted into a %s file is not checked',
  async (language) => {
    const quotation = `Any cost under section 9999, ${'and more words '.repeat(12)}under § 9996`;
    const blocks = parseBlocks(`§ 179(b)(1) says:\n\n> ${quotation}\n\nSo does § 9997.`, 0);
    const [insertion] = insertionsFor({ languageId: language, text: '', startLine: 0, endLine: 0 }, blocks, []);
    const after = language === 'css' ? '/*     § 9998 */' : '\n#     § 9998';
    const text = `${insertion?.text}\n${after}\n`;
    const comments = readableSpans(text, language);
    const checked = await checkFile({ text, comments }, parseAuthorities(text), lookups, () => false);
    expect(checked?.findings.map(({ start, end }) => text.slice(start, end))).toEqual(['§ 9997', '§ 9998']);
  },
);

it('a quotation that differs from the text of the library is a finding', async () => {
  expect(await kinds('§ 179(b)(1): "The dollar limit is $2,500,000"')).toEqual([]);
  expect(await kinds('§ 179(b)(1): "The dollar limit is $1,220,000"')).toEqual([
    ['differs', 'The dollar limit is $1,220,000'],
  ]);
});

it('a quotation from another paragraph of the section is a finding of its own', async () => {
  expect(await kinds('§ 179(b)(1): "What is disallowed for this reason is carried forward"')).toEqual([
    ['elsewhere', 'What is disallowed for this reason is carried forward'],
  ]);
});

it('a file of many citations is checked up to the limits, and says so', async () => {
  const result = await check('§ 9999 '.repeat(MAX_CHECKED + 1));
  expect(result?.citations).toBe(MAX_CHECKED);
  expect(result?.findings).toHaveLength(MAX_FINDINGS);
  expect(result?.isWhole).toBe(false);
});

it('without a library, or when it is canceled, there is no result', async () => {
  expect(
    await checkFile({ text: '§ 1' }, parseAuthorities('§ 1'), { ...lookups, find: async () => null }, () => false),
  ).toBeNull();
  expect(await checkFile({ text: '§ 1' }, parseAuthorities('§ 1'), lookups, () => true)).toBeNull();
});

it('a constant is compared with the adjusted amounts of tables as well, and one of a year only if there are any', async () => {
  const adjusted = ['$1,160,000', '$1,220,000'];
  const withTable: typeof lookups = {
    find: lookups.find,
    read: async (authority) => ({
      passage: { ...passage(TEXTS['179 b.1'] ?? ''), adjusted },
      complete: (await lookups.read(authority, 0))?.complete ?? true,
    }),
  };
  const amounts = async (line: string) => {
    const text = `# § 179(b)(1)\n${line}\n`;
    const comments = readableSpans(text, 'python');
    const result = await checkFile({ text, comments }, parseAuthorities(text), withTable, () => false);
    return [result?.constants, ...(result?.findings ?? []).map((each) => each.type === 'constant' && each.amounts)];
  };
  expect(await amounts('LIMIT = 1_160_000')).toEqual([1]);
  expect(await amounts('LIMIT = 2_500_000')).toEqual([1]);
  expect(await amounts('LIMIT = 1_161_000')).toEqual([1, ['$2,500,000', ...adjusted]]);
  expect(await amounts('LIMIT_2023 = 1_160_000')).toEqual([1]);
  expect(await amounts('LIMIT_2023 = 2_600_000')).toEqual([1, adjusted]);
});

it('a value of a program below or before a comment that begins with the citation is compared like a constant', async () => {
  for (const [languageId, text] of [
    ['typescript', '// § 179(b)(1): the limit\nconst limit = 1160000;\n'],
    ['typescript', 'if (cost > 1160000) { // § 179(b)(1)\n'],
    ['python', 'limits = {\n    "joint": 1160000,  # § 179(b)(1)\n}\n'],
    ['yaml', 'section179:\n  # § 179(b)(1)\n  limit: 1160000\n'],
    ['sql', "  ('limit', 1160000), -- § 179(b)(1)\n"],
    ['sql', "INSERT INTO limits VALUES ('limit', '2010(c)(3)', 1160000); -- § 179(b)(1)\n"],
    ['sql', '-- § 179(b)(1)\nDECLARE @limit INT = 1160000; -- § 179(b)(1)\n'],
    ['sql', 'WHERE cost > 1160000 -- § 179(b)(1)\n'],
  ] as const) {
    const comments = readableSpans(text, languageId);
    const result = await checkFile({ text, comments }, parseAuthorities(text), lookups, () => false);
    expect([result?.constants, result?.findings.map(({ start, end }) => text.slice(start, end))], text).toEqual([
      1,
      ['1160000'],
    ]);
  }
});

it('a constant of a program that the paragraph cited next to it does not state is a finding', async () => {
  const constants = async (text: string, languageId = 'python') => {
    const comments = readableSpans(text, languageId);
    const result = await checkFile({ text, comments }, parseAuthorities(text), lookups, () => false);
    return [result?.constants, ...(result?.findings ?? []).map(({ start, end }) => text.slice(start, end))];
  };
  const wrong = [1, '1_160_000'];
  expect(await constants('# § 179(b)(1) limit\nLIMIT = 1_160_000\n')).toEqual(wrong);
  expect(await constants('LIMIT = Decimal("1160000")  # § 179(b)(1)\n')).toEqual([1, '1160000']);
  expect(await constants('LIMIT = new BigDecimal("1160000"); // § 179(b)(1)\n', 'java')).toEqual([1, '1160000']);
  expect(
    await constants('// The limit of\n// § 179(b)(1).\nexport const LIMIT: number = 1_160_000;\n', 'typescript'),
  ).toEqual(wrong);
  expect(await constants('/** § 179(b)(1) */\n#define LIMIT 1160000L\n', 'c')).toEqual([1, '1160000']);
  expect(await constants('# § 179(b)(1)\nLIMIT = 2_500_000\n')).toEqual([1]);
  for (const cents of ['LIMIT_CENTS = 250000000  # § 179(b)(1)\n', 'LIMIT = 2_500_000_00  # § 179(b)(1), in cents\n'])
    expect(await constants(cents), cents).toEqual([1]);
  expect(await constants('LIMIT_CENTS = 2_500_000  # § 179(b)(1)\n')).toEqual([1, '2_500_000']);
  for (const silent of [
    '# limited by § 179(b)(1)\ncost = 1_160_000\n',
    '# § 179(b)(1)\nassert cost == 1_160_000\n',
    '# § 179(b)(1)\ncost = deduct(asset, 1_160_000)\n',
    '# § 179(b)(1)\n\nCOST = 1_160_000\n',
    '# § 179(b)(1)\nLIMITS = {2023: 1_160_000, 2024: 1_220_000}\n',
    '# § 179(b)(1) and § 179(z)\nLIMIT = 1_160_000\n',
    '# § 179\nLIMIT = 1_160_000\n',
    '# § 179(b)(1)\nYEAR = 2023\n',
    '# § 179(b)(1)\nLIMIT_2023 = 1_160_000\n',
    '    2023: 1_160_000,  # § 179(b)(1)\n',
    'LIMIT = 1_160_000\nx = 1  # § 179(b)(1)\n',
  ])
    expect((await constants(silent))[0], silent).toBe(0);
});
