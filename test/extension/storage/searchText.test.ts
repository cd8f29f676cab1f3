import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../../../src/conversation/findWords.ts';
import { containsWords, searchedWord } from '../../../src/extension/storage/searchText.ts';

/** As the storage reads a file: one character for each byte. */
const latin1Of = (text: string) => Buffer.from(text).toString('latin1');
const contains = (text: string, word: string) => containsWords(latin1Of(text), [searchedWord(word)]);

it.each([
  ['The LESSEE’s “right” under § 842', 'lessee', true],
  ['The LESSEE’s “right” under § 842', '842', true],
  ['The LESSEE’s “right” under § 842', 'lessor', false],
  ['Die Lessée', 'lessee', true],
  ['§ E\u0301lection', 'election', true],
  ['the of\ufb01ce', 'office', true],
  ['10 \u212aelvin', 'kelvin', true],
  ['a.b', 'axb', false],
  ['The cost\u00a0of ≤ 10 · “elected”…', 'elected', true],
  ['The cost of § 179… and R&D', 'r&d', true],
  ['10 ½ and 10²', '102', true],
  ['a ≠ b', '=', true],
  ['日本の会計', '会計', true],
])('a text is searched without regard to case and accents: %s, %s', (text, word, expected) => {
  expect(contains(text, word)).toBe(expected);
});

it('quotation marks of a query are found as they are written in a line of JSON', () => {
  expect(contains(JSON.stringify({ text: 'say "no"' }), '"no"')).toBe(true);
});

it('any text contains the same words as when it is folded as a whole', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'lease',
      'LEASE',
      'é',
      'É',
      '§ ',
      '’',
      '“',
      '”',
      '–',
      '—',
      '•',
      '…',
      '·',
      '≠',
      '→',
      '\u00a0',
      '\u20dd',
      '½',
      '\u212a',
      'ﬁ',
      'ß',
      'İ',
      ' ',
      '.',
      '(',
      '\\',
      '\ud800',
      '🧾',
    ),
    fc.string({ maxLength: 3 }),
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (each, words) => {
      const folded = words.map((word) => fold(word).replace(/\s+/g, ''));
      const whole = fold(each.toWellFormed());
      expect(containsWords(latin1Of(each), folded.map(searchedWord))).toBe(
        folded.every((word) => whole.includes(JSON.stringify(word).slice(1, -1))),
      );
    }),
    { numRuns: 2000 },
  );
});
