import { expect, it } from 'vitest';
import type { Piece } from '../../../src/service/documents/pdf/pieces.ts';
import { toRows } from '../../../src/service/documents/pdf/rows.ts';

const piece = (text: string, left: number, y: number, size = 10): Piece => ({
  ...{ text, left, right: left + text.length * size * 0.5, y, size },
  ...{ font: 'F', blankBefore: false, rightToLeft: false, item: 0 },
});
const textsOf = (pieces: readonly Piece[]) => toRows(pieces).map((row) => row.pieces.map(({ text }) => text));

it('a small mark above or below words is in their row, also if rows follow', () => {
  const words = piece('Net sales', 50, 100);
  const below = piece('of the year', 50, 114);
  const raised = piece('1', words.right, 95, 6);
  expect(textsOf([words, raised, below])).toEqual([['1', 'Net sales'], ['of the year']]);
  const lowered = piece('2', words.right, 104, 6);
  expect(textsOf([words, lowered, below])).toEqual([['Net sales', '2'], ['of the year']]);
});

it('small text that is far from words, or between two of their rows, is a row of its own', () => {
  const words = piece('Net sales', 50, 100);
  expect(textsOf([words, piece('1', 200, 95, 6)])).toEqual([['1'], ['Net sales']]);
  expect(textsOf([words, piece('page', 50, 107, 6), piece('of', 50, 114)])).toEqual([['Net sales'], ['page'], ['of']]);
  expect(textsOf([words, piece('1', words.right, 95, 9)])).toEqual([['1'], ['Net sales']]);
});
