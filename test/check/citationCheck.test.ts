import { describe, expect, it } from 'vitest';
import { checkCitations } from '../../src/check/citationCheck.ts';
import { citedNumbers } from '../../src/check/citedNumbers.ts';
import { cpuTime } from '../support/cpuTime.ts';

const SOURCES = [
  {
    title: '§ 179. Election to expense certain depreciable business assets',
    url: null,
    section: '(b)(1)',
    snippet:
      'The aggregate cost which may be taken into account under subsection (a) for any taxable year shall not exceed $1,000,000.',
  },
  {
    title: 'ASC 842-20-25 Lessees',
    url: 'https://example.org/842',
    snippet: 'A lessee shall recognize a right-of-use asset and a lease liability.',
  },
];
const types = (answer: string, sources: Parameters<typeof checkCitations>[1] = SOURCES, texts?: Map<number, string>) =>
  checkCitations(answer, sources, texts).map((finding) => finding.type);

describe('marks and sources', () => {
  it('agrees with an answer in which all is well', () => {
    expect(types('The limit is in § 179(b) [1]. Leases follow ASC 842-20-25 [2].')).toEqual([]);
  });

  it('finds a mark without a source, once, and a source that is never cited', () => {
    expect(checkCitations('So it is [3], indeed [3], and [1].', SOURCES)).toEqual([
      { type: 'markWithoutSource', number: 3 },
      { type: 'sourceNeverCited', number: 2 },
    ]);
  });

  it('reads lists and ranges, and leaves links, footnote labels and code alone', () => {
    expect([...citedNumbers('a [1, 3] b [5-7] c [9](https://x) by [4]: d\n  [10]: e')]).toEqual([1, 3, 5, 6, 7, 4]);
    expect(types('`a[7]` and [1][2]\n\n```ts\nx[9] = 1;\n```\n')).toEqual([]);
  });
});

describe('authorities', () => {
  it('finds one that is named in the text and in no source', () => {
    const findings = checkCitations('Under § 168(k) [1] and ASC 842-20-25 [2], and again § 168.', SOURCES);
    expect(findings).toEqual([
      {
        type: 'authorityNotInSources',
        authority: '§ 168',
      },
    ]);
  });

  it('takes other ways of writing the same authority for the same', () => {
    expect(types('Section 179 [1], Sec. 179(d), IRC § 179, ASC 842 and ASC 842-20-25 [2].')).toEqual([]);
  });

  it('names a section in a list with its sign, and a regulation with its paragraph letter', () => {
    const named = (answer: string) =>
      checkCitations(answer, SOURCES).flatMap((finding) =>
        finding.type === 'authorityNotInSources' ? [finding.authority] : [],
      );
    expect(named('Sections 179, 168 and 280F apply [1] [2].')).toEqual(['§ 168', '§ 280F']);
    expect(named('Treas. Reg. § 1.263(a)-1(f) and Rev. Proc. 2015-20 [1] [2].')).toEqual([
      'Treas. Reg. § 1.263(a)-1',
      'Rev. Proc. 2015-20',
    ]);
  });

  it('does not report numbers without a mark, plans or forms as missing authorities', () => {
    expect(types('A 401(k), Form 1040, 199A and 168(k) [1] [2].')).toEqual([]);
  });

  it('does not take "as 12" or "notice" in a sentence for one', () => {
    expect(types('as 12 people took notice of [1] and [2]')).toEqual([]);
  });
});

describe('quotations', () => {
  it('finds words that stand in no source, and says no more than that', () => {
    const answer = 'It says “the aggregate cost shall never be more than two million” [1]. See [2].';
    const [finding] = checkCitations(answer, SOURCES);
    expect(finding?.type).toBe('quotationNotFound');
  });

  it('forgives blanks, quotation marks, case at the start, omissions and the full stop', () => {
    expect(
      types(
        'It says "the aggregate  cost which may be taken into account … for any taxable year shall not exceed $1,000,000" [1] [2].',
      ),
    ).toEqual([]);
  });

  it('checks quotation blocks of several lines', () => {
    expect(types('> A lessee shall recognize a right-of-use asset\n> and a lease liability. [2]\n\nand [1]')).toEqual(
      [],
    );
    expect(types('> A lessee shall recognize nothing at all, whatever the lease says. [2]\n\nand [1]')).toEqual([
      'quotationNotFound',
    ]);
  });

  it('looks into the opened text of a source beyond its snippet', () => {
    const answer = 'It says “The term section 179 property means tangible property” [1] [2].';
    expect(types(answer)).toEqual(['quotationNotFound']);
    expect(
      types(answer, SOURCES, new Map([[1, 'x\nThe term section 179\nproperty means tangible property which …']])),
    ).toEqual([]);
  });

  it('stays silent where a source came without any text', () => {
    const bare = [{ title: '§ 179', url: 'https://example.org' }];
    expect(types('It says “the aggregate cost shall never be more than two million” [1].', bare)).toEqual([]);
    expect(types('It says “the aggregate cost shall never be more than two million”.', [])).toEqual([]);
  });

  it('stays silent where the text given is a part that may lack the quotation', () => {
    const quoting = (snippet: string, mark: string) =>
      types(`It says “the aggregate cost shall never be more than two million”${mark}, see [1] [2].`, [
        { title: 'One', snippet },
        { title: 'Two', snippet: 'A lessee shall recognize a right-of-use asset and a lease liability.' },
      ]);
    const whole = 'The aggregate cost which may be taken into account shall not exceed $1,000,000.';
    expect(quoting(whole, ' [1]')).toEqual(['quotationNotFound']);
    expect(quoting(whole, '')).toEqual(['quotationNotFound']);
    expect(quoting('The aggregate cost.', ' [1]')).toEqual([]);
    expect(quoting(`… ${whole}`, ' [1]')).toEqual([]);
    expect(quoting(`${whole} ... and so on`, '')).toEqual([]);
    expect(quoting('', ' [2]')).toEqual(['quotationNotFound']);
  });

  it('does not read code, also where its fence is never closed', () => {
    const code = '“the aggregate cost shall never be more than two million” [9]';
    expect(types(`[1] [2]\n\n~~~~\n${code}\n~~~\n${code}\n~~~~\n`)).toEqual([]);
    expect(types(`[1] [2]\n\n\`\`\`ts\n${code}\n`)).toEqual([]);
  });
});

it.each([
  ['fences that are never closed', '```x\n'],
  ['fences of two kinds', '~~~x\n```y\n'],
  ['quotation marks that are never closed', '“a"'],
  ['marks without end', '[1,'],
  ['quotation blocks', '>\n> “'],
])('the citation check takes time in proportion to 500,000 characters of %s', (_, piece) => {
  const answer = piece.repeat(500_000 / piece.length);
  expect(cpuTime(() => checkCitations(answer, SOURCES))).toBeLessThan(2000);
});

it('the citation check takes time in proportion to authorities and quotations that are all different', () => {
  const numbers = Array.from({ length: 12_000 }, (_, index) => index);
  const answer = numbers.map((n) => `§ ${n} says “there are ${n} of them in the year in question”.`).join(' ');
  const snippet = numbers.map((n) => `§ ${n + 20_000}.1 has a word on ${n} things.`).join(' ');
  const sources = [{ title: 'One', snippet: snippet.slice(0, 200_000) }];
  expect(cpuTime(() => checkCitations(answer, sources))).toBeLessThan(2000);
  const found = checkCitations(answer, sources);
  expect(found.filter(({ type }) => type === 'authorityNotInSources')).toHaveLength(200);
});

it('an answer of marks without content is checked without a finding about them', () => {
  const answer = '“'.repeat(50_000) + '['.repeat(50_000) + '> '.repeat(50_000) + '§ '.repeat(50_000);
  expect(types(answer)).toEqual(['sourceNeverCited', 'sourceNeverCited']);
});
