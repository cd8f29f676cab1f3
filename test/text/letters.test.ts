import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuotation, firstMissing, piecesOf, searchedText } from '../../src/text/findQuotation.ts';
import { lettersOf, placedLetters, placedVisible } from '../../src/text/letters.ts';

/** Characters that are one character after folding, none, or several. */
const text = fc.string({
  unit: fc.constantFrom(
    ...'aB1.,- \n"“”*[]>…½²'.split(''),
    'ﬁ',
    'é',
    'e\u0301',
    'İ',
    '\u00ad',
    '\u200b',
    '𝟙',
    '１',
    '中',
    '\ud800',
  ),
  maxLength: 60,
});

describe('the letters of a text', () => {
  it.each([
    ['“Income”\u00a0— from all sources', 'income from all sources'],
    ['in\u00adcome', 'INCOME'],
    ['in-\ncome', 'income'],
    ['ﬁrm', 'firm'],
    ['e\u0301tat', 'état'],
    ['１０ %', '10%'],
    ['$1,160,000', '1160000'],
    ['income² is', 'income is'],
  ])('of %j are those of %j', (one, other) => {
    expect(lettersOf(one)).toBe(lettersOf(other));
  });

  it.each([
    ['1.5 percent', '15 percent'],
    ['2½ years', '2 years'],
    ['a', 'b'],
  ])('of %j are not those of %j', (one, other) => {
    expect(lettersOf(one)).not.toBe(lettersOf(other));
  });

  it('are the same with and without places, and each place leads to the character', () => {
    fc.assert(
      fc.property(text, (written) => {
        const placed = placedLetters(written);
        expect(placed.text).toBe(lettersOf(written));
        expect(placed.starts).toHaveLength(placed.text.length);
        for (const [at, start] of placed.starts.entries()) {
          const end = placed.ends[at] ?? 0;
          expect(end).toBeGreaterThan(start);
          const own = written.slice(start, end);
          if (own !== '.') expect(lettersOf(own)).toContain(placed.text[at]);
        }
      }),
    );
  });

  it('contain no character that is not seen', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(placedVisible(written).text).not.toMatch(/[\s\p{Cf}]/u);
      }),
    );
  });
});

describe('a quotation', () => {
  const source = lettersOf(
    'The term “lease” means (A) a contract that conveys the right to use an asset for 1.5 years.',
  );
  const isIn = (quotation: string) => firstMissing(source, piecesOf(quotation).map(lettersOf)) === null;

  it.each([
    'the term "lease" means',
    'The term ... a contract',
    'The term . . . a contract',
    'The term * * * a contract',
    'The term [that is defined here] means',
    '[A] contract that conveys',
    '> a contract that\n> conveys the right',
    'a contract [1] that conveys',
  ])('is found with other marks and with words left out: %s', (quotation) => {
    expect(isIn(quotation)).toBe(true);
  });

  it.each(['a contract … the term', 'a contract that denies', 'for 15 years'])(
    'is not found in another order or with other words: %s',
    (quotation) => {
      expect(isIn(quotation)).toBe(false);
    },
  );
});

describe('the place of a quotation', () => {
  const text = 'No deduction is allowed. The café pays 2,500 for “rent”.';
  const found = (words: string) =>
    findQuotation(words, searchedText(text))?.map(({ start, end }) => text.slice(start, end));

  it('is that of each piece as the text has it', () => {
    expect(found('THE CAFE\u0301 … "rent')).toEqual(['The café', 'rent']);
  });

  it('never cuts a word', () => {
    expect(found('deduct')).toBeUndefined();
    expect(found('500 for rent')).toEqual(['500 for “rent']);
  });
});
