import { describe, expect, it } from 'vitest';
import { checkAnswer } from '../../src/check/checkAnswer.ts';
import type { CitationCheck } from '../../src/check/checkResult.ts';
import { citedNumbers } from '../../src/check/sourceMarks.ts';
import { cpuTime } from '../support/cpuTime.ts';

const SOURCES = [
  {
    title: '§ 179. Election to expense certain depreciable business assets',
    section: '(b)(1)',
    snippet:
      'The aggregate cost which may be taken into account under subsection (a) for any taxable year shall not exceed $1,000,000.',
  },
  {
    title: 'ASC 842-20-25 Lessees',
    snippet: 'A lessee shall recognize a right-of-use asset and a lease liability.',
  },
];

function check(text: string, sources = SOURCES): CitationCheck {
  const steps = checkAnswer({ answer: { text, sources } }, '');
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('marks and sources', () => {
  it('a mark without a source is listed once, in the order of the numbers', () => {
    expect(check('So it is [5], indeed [3] and [5], and [1].').marks).toEqual([3, 5]);
  });

  it('lists and ranges are read, and links, footnote labels and code are not', () => {
    expect([...citedNumbers('a [1, 3] b [5-7] c [9](https://x) by [4]: d\n  [10]: e')]).toEqual([1, 3, 5, 6, 7, 4]);
    expect(check('`a[7]` and [1][2]\n\n```ts\nx[9] = 1;\n```\n').marks).toEqual([]);
    expect(check('[1] [2]\n\n> ```py\n> rates = {5: [20, 32], 7: [14]}\n> ```\n>\n> [1]').marks).toEqual([]);
    expect(check('[1] [2]\n\n~~~~\n[9]\n~~~\n[9]\n~~~~\n').marks).toEqual([]);
    expect(check('[1] [2]\n\n```ts\n[9]\n').marks).toEqual([]);
  });
});

describe('authorities', () => {
  it('one that is named in the text and in no source is listed once', () => {
    expect(check('Under § 168(k) [1]. ASC 842-20-25 [2] is read with § 168(k).').authorities).toEqual(['§ 168(k)']);
  });

  it('other ways of writing the same authority are the same', () => {
    expect(check('Section 179 [1], Sec. 179(b)(1), IRC § 179, ASC 842 and ASC 842-20-25 [2].').authorities).toEqual([]);
  });

  it.each(['A 401(k), Form 1040, 199A and 168(k) [1] [2].', 'as 12 people took notice of [1] and [2]'])(
    '“%s” names no authority that is missing',
    (text) => {
      expect(check(text).authorities).toEqual([]);
    },
  );
});

describe('quotations', () => {
  const ABSENT = 'the aggregate cost shall never be more than two million';

  it('words that stand in no source are listed', () => {
    expect(check(`It says “${ABSENT}” [1]. See [2].`).quotations).toEqual([ABSENT]);
    expect(check('> A lessee shall recognize nothing at all, whatever the lease says. [2]').quotations).toHaveLength(1);
  });

  it('blanks, quotation marks, omissions, the full stop and several lines make no difference', () => {
    const text =
      'It says "the aggregate  cost which may be taken into account … for any taxable year shall not exceed $1,000,000." [1]';
    expect(check(text).quotations).toEqual([]);
    expect(check('> A lessee shall recognize a right-of-use asset\n> and a lease liability. [2]').quotations).toEqual(
      [],
    );
  });

  it('nothing is said where the cited source came without text, or shows by dots that it is a part', () => {
    const quoting = (snippet: string) => check(`It says “${ABSENT}” [1].`, [{ title: 'One', section: '', snippet }]);
    expect(quoting('').quotations).toEqual([]);
    expect(quoting('… The aggregate cost which may be taken into account shall not exceed it.').quotations).toEqual([]);
    expect(
      quoting('The aggregate cost which may be taken into account shall not exceed $1,000,000.').quotations,
    ).toEqual([ABSENT]);
  });
});

it.each([
  ['fences that are never closed', '```x\n'],
  ['fences of two kinds', '~~~x\n```y\n'],
  ['marks without end', '[1,'],
])('the marks of 500,000 characters of %s are read in time in proportion to them', (_, piece) => {
  const answer = piece.repeat(500_000 / piece.length);
  expect(cpuTime(() => citedNumbers(answer))).toBeLessThan(2000);
});
