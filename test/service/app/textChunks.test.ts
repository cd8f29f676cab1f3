import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textPieces } from '../../../src/service/app/textChunks.ts';

test('text is cut after a blank where there is one', () => {
  expect([...textPieces('one two three four', 8)]).toEqual(['one two ', 'three ', 'four']);
});

test('a long word is cut where it must be, but not inside a character', () => {
  expect([...textPieces('aaa🧾🧾', 4)]).toEqual(['aaa🧾', '🧾']);
});

test('no text gives no piece', () => {
  expect([...textPieces('', 8)]).toEqual([]);
});

test('the pieces are the text, none is empty, and well-formed text stays so', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 40 }), (text, size) => {
      const pieces = [...textPieces(text, size)];
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces) {
        expect(piece).not.toBe('');
        expect(piece.length).toBeLessThanOrEqual(size + 1);
        if (text.isWellFormed()) expect(piece.isWellFormed()).toBe(true);
      }
    }),
    { seed: 179 },
  );
});
