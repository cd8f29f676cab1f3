import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../../../src/conversation/findWords.ts';
import { createSearchText, searchedWord } from '../../../src/extension/storage/searchText.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const contains = (text: string, word: string) => createSearchText(bytesOf(text)).contains(searchedWord(word));

it.each([
  ['The LESSEE’s “right” under § 842', 'lessee', true],
  ['The LESSEE’s “right” under § 842', '842', true],
  ['The LESSEE’s “right” under § 842', 'lessor', false],
  ['Die Lessée', 'lessee', true],
  ['§ E\u0301lection', 'election', true],
  ['the of\ufb01ce', 'office', true],
  ['10 \u212aelvin', 'kelvin', true],
  ['a.b', 'axb', false],
  ['日本の会計', '会計', true],
])('a text is searched without regard to case and accents: %s, %s', (text, word, expected) => {
  expect(contains(text, word)).toBe(expected);
});

it('quotation marks of a query are found as they are written in a line of JSON', () => {
  expect(contains(JSON.stringify({ text: 'say "no"' }), '"no"')).toBe(true);
});

it('any text contains the same words as when it is folded as a whole, also in a second search', () => {
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
      const bytes = bytesOf(each);
      const searched = createSearchText(bytes);
      for (const word of [...words, ...words]) {
        const folded = fold(word);
        const written = JSON.stringify(folded).slice(1, -1);
        expect(searched.contains(searchedWord(folded))).toBe(fold(new TextDecoder().decode(bytes)).includes(written));
      }
    }),
    { numRuns: 2000 },
  );
});
