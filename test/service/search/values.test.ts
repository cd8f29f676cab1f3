import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/service/search/words.ts';

/** The words of a text, each once. */
const words = (text: string, language: 'en' | 'de' = 'en') => new Set(wordsOf(text, language));
const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((word) => other.has(word));

describe('values are one word in all their written forms', () => {
  it.each([
    ['$1,160,000', '1160000'],
    ['$1.16 million', '1160000'],
    ['$1.16m', '1160000'],
    ['1 160 000 EUR', '1160000'],
    ['$1160K', '1160000'],
    ['$5,000.00', '5000'],
    ['$1,234.56', '1234p56'],
  ])('%s in English', (written, word) => {
    expect([...words(`It costs ${written} in all.`)]).toContain(word);
  });

  it.each([
    ['1.160.000,00 €', '1160000'],
    ['1,16 Mio. €', '1160000'],
    ['1.234,56 €', '1234p56'],
    ['250.000 Euro', '250000'],
    ['12.500 Stück', '12500'],
  ])('%s in German', (written, word) => {
    expect([...words(`Es kostet ${written} im Jahr.`, 'de')]).toContain(word);
  });

  it.each([
    '11/23/2024',
    '2024-11-23',
    '23.11.2024',
    '23. 11. 2024',
    'November 23, 2024',
    'Nov. 23, 2024',
    '23 November 2024',
    '23. Nov. 2024',
    '23 Nov 2024',
    '23-Nov-2024',
    '23rd of November 2024',
  ])('the date %s', (written) => {
    expect([...words(`It was signed on ${written}.`)]).toContain('d20241123');
  });

  it('a date with a day above twelve before the month is read as one', () => {
    expect([...words('23/11/2024')]).toContain('d20241123');
  });

  it.each([
    ['RE-20151008-504', 're20151008504'],
    ['9314-110-911', '9314110911'],
    ['n.quist@harrowpell.example', 'nquistharrowpellexample'],
    ['U.S. source', 'us'],
    ['a 401(k) plan', '401k'],
  ])('%s is found whole', (written, word) => {
    expect([...words(written)]).toContain(word);
  });

  it('the parts of a label and of an address are found as well', () => {
    expect([...words('Invoice RE-20151008-504 of n.quist@harrowpell.example')]).toEqual(
      expect.arrayContaining(['re', '20151008', '504', 'quist', 'harrowpell']),
    );
  });

  it('numbers that only look alike are different words', () => {
    expect(shared(words('1,160'), words('116,000'))).toEqual([]);
    expect(shared(words('§ 6.1'), words('§ 61'))).toEqual([]);
    expect(shared(words('50K'), words('50,000'))).toEqual([]);
    expect([...words('13/45/2024')].filter((word) => word.startsWith('d'))).toEqual([]);
  });

  it('any text is read without an exception, and gives words without blanks', () => {
    const parts = constantFrom('1.', ',5', '€', ' Mio', '/', '-', '@', '(k)', ' Nov ', '2024', '\u00a0', 'U.S.');
    assert(
      property(string({ unit: parts, maxLength: 30 }), constantFrom('en' as const, 'de' as const), (text, language) => {
        expect(wordsOf(text, language).every((word) => /^[\p{L}\p{N}]+$/u.test(word))).toBe(true);
      }),
    );
  });
});
