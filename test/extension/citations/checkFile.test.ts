import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/authority/parseAuthorities.ts';
import { checkFile, MAX_CHECKED, MAX_FINDINGS } from '../../../src/extension/citations/checkFile.ts';
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
const check = (text: string) => checkFile(text, parseAuthorities(text), lookups, () => false);
const kinds = async (text: string) =>
  (await check(text))?.findings.map(({ type, start, end }) => [type, text.slice(start, end)]);

it('authorities and paragraphs that the library does not have are findings', async () => {
  expect(await kinds('§ 179(b)(1), § 179(z) and § 9999. So does 4980H(b).')).toEqual([
    ['paragraphNotInLibrary', '§ 179(z)'],
    ['notInLibrary', '§ 9999'],
  ]);
});

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
    await checkFile('§ 1', parseAuthorities('§ 1'), { ...lookups, find: async () => null }, () => false),
  ).toBeNull();
  expect(await checkFile('§ 1', parseAuthorities('§ 1'), lookups, () => true)).toBeNull();
});
