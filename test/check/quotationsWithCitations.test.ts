import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAuthorities } from '../../src/authority/parseAuthorities.ts';
import { quotationsWithCitations } from '../../src/check/quotationsWithCitations.ts';
import { searchedText } from '../../src/text/findQuotation.ts';
import { compareQuotation } from '../../src/text/quotationDifference.ts';
import { cpuTime } from '../support/cpuTime.ts';

const found = (text: string) =>
  quotationsWithCitations(text, parseAuthorities(text)).map(({ text: quotation, citation }) => [
    quotation,
    citation.text,
  ]);
const LIMIT = 'no more than that may be expensed in 2025';

describe('quotations next to a citation', () => {
  it.each([
    [`§ 179(b)(1) says "${LIMIT}".`, '§ 179(b)(1)'],
    [`“${LIMIT}” (§ 179(b)(1)).`, '§ 179(b)(1)'],
    [`The rule of ASC 606-10-25-1 is\n"${LIMIT}".`, 'ASC 606-10-25-1'],
    [`„${LIMIT}“ (§ 179(b)(1)).`, '§ 179(b)(1)'],
    [`§ 179(b)(1) : «${LIMIT}».`, '§ 179(b)(1)'],
    [`Under § 61 gains are income. "${LIMIT}", § 179(b).`, '§ 179(b)'],
    [`Under § 179(b)(1) the limit is "${LIMIT}". Section 179(b)(2) reduces it.`, '§ 179(b)(1)'],
  ])('a quotation is paired with the citation next to it: %s', (text, citation) => {
    expect(found(text)).toEqual([[LIMIT, citation]]);
  });

  it.each([
    [`According to § 280F(a) the rule is "${LIMIT}." Under § 179(b)(1) the limit is different.`, '§ 280F(a)'],
    [`The rule is clear. "${LIMIT}." § 179(b)(1).`, '§ 179(b)(1)'],
  ])(
    'a quotation that ends its sentence is paired with the citation of its sentence, or the one behind it: %s',
    (text, citation) => {
      expect(found(text)).toEqual([[`${LIMIT}.`, citation]]);
    },
  );

  it('a quotation that two lines share, and a quotation block, are found', () => {
    expect(found('IRC 168(k) gives "the applicable percentage\nof its adjusted basis".')).toHaveLength(1);
    expect(found(`§ 179(b)(1) reads:\n> ${LIMIT}\n> and nothing else`)).toEqual([
      [`> ${LIMIT}\n> and nothing else`, '§ 179(b)(1)'],
    ]);
  });

  it('a quotation inside a paragraph is found also below a quotation block of a few words', () => {
    expect(found(`> see there\n§ 179(b)(1) says “${LIMIT}”.`)).toEqual([[LIMIT, '§ 179(b)(1)']]);
  });

  it.each([
    `§ 179 is long gone. ${'word '.repeat(40)} "${LIMIT}"`,
    '§ 179 defines the "short term" in it',
    `§ 179 in one paragraph.\n\n"${LIMIT}" in another.`,
    `§ 179 "${LIMIT}`,
  ])('no quotation is paired in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('comparison with the text of the authority', () => {
  const library = searchedText(
    'The dollar limit is $2,500,000 for property placed in service — “section 179\u00a0property” — in tax years after 2024: no more\nthan that may be expensed in 2025. The Amounts are adjusted.',
  );

  it.each([
    'no more than that may be expensed in 2025',
    'No more than  that may be\nexpensed in 2025.',
    '[n]o more than that *may* be expensed in 2025',
    'The dollar limit is $2,500,000 ... no more than that may be expensed',
    'The dollar limit is $2,500,000 … the amounts are adjusted',
    'The dollar limit . . . no more than that may be expensed',
    'The dollar limit is $2,500,000 * * * The Amounts are adjusted',
    '> placed in service - "section 179 property" - in tax\n> years after 2024',
    'placed in service—“section 179 property”—in tax years',
  ])('equal forms make no difference: %s', (quotation) => {
    expect(compareQuotation(quotation, library)).toBeNull();
  });

  it('the first different words are reported with those of the authority', () => {
    expect(compareQuotation('no more than that may be deducted in 2025', library)).toEqual({
      quoted: 'deducted in 2025',
      original: 'expensed in 2025. The Amounts are',
      number: null,
    });
  });

  it('an amount of the authority is reported with its sign', () => {
    expect(compareQuotation('The dollar limit is $1,220,000', library)?.original).toMatch(/^\$2,500,000/);
  });

  it('a number further on that the authority does not have is reported with its unit', () => {
    const meals = searchedText(
      '(1) The amount allowable as a deduction for any expense for food or beverages shall not exceed 50 percent of the amount.',
    );
    const numberOf = (quotation: string) => compareQuotation(quotation, meals)?.number;
    expect(
      numberOf('The amount allowable as a deduction for any food or beverages shall not exceed 80 percent of it'),
    ).toBe('80 percent');
    expect(numberOf('The amount allowable as a deduction for any food or beverages shall not exceed $1,500.')).toBe(
      '$1,500',
    );
    expect(
      numberOf('The amount allowable as a deduction for any food or beverages shall not exceed 50% of it'),
    ).toBeNull();
    // The first different words have it.
    expect(numberOf('for any expense for food or beverages shall not exceed 80 percent of the 7 amounts')).toBeNull();
  });

  it('parts in another order are different', () => {
    expect(compareQuotation('The Amounts are adjusted ... The dollar limit is $2,500,000', library)).not.toBeNull();
  });

  it('words that are nowhere in the authority have no similar place', () => {
    expect(compareQuotation('a taxpayer may not deduct any of it', library)).toMatchObject({ original: null });
  });

  it('any part of a text is a quotation of it', () => {
    const words = string({
      unit: constantFrom('a', 'b', ' ', '\n', '“', "'", '-', '–', '.', '…', '*', '[', ']', '1'),
      minLength: 1,
      maxLength: 200,
    });
    assert(
      property(words, integer({ min: 0, max: 200 }), integer({ min: 0, max: 200 }), (text, from, length) => {
        const part = text.replace(/[.…*[\]]/g, 'x');
        expect(compareQuotation(part.slice(from, from + length), searchedText(part))).toBeNull();
        // Text with ellipses and brackets is compared without an error.
        compareQuotation(text.slice(from, from + length), searchedText(text));
      }),
      { numRuns: 500 },
    );
  });
});

it.each(['"', '“', '”', '> ', '\n', ' ', '– ', '--', '"a', '...', '[a]', '* ', '§ 1 "aaaaaaaaaaaaaaaaaaaaaaaaaaaa" '])(
  'quotations in 400,000 characters of "%s" are found and compared in linear time',
  (piece) => {
    const text = piece.repeat(400_000 / piece.length);
    const time = cpuTime(() => {
      quotationsWithCitations(text, parseAuthorities(text));
      compareQuotation(text, searchedText(text));
    });
    expect(time).toBeLessThan(2000);
  },
);
