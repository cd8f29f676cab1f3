import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import type { Selection } from '../../../src/conversation/conversation.ts';
import { placeOf, shifted } from '../../../src/extension/pins/pinPlace.ts';

const selection: Selection = {
  id: 's',
  uri: 'file:///memo.md',
  label: 'memo.md',
  languageId: 'markdown',
  startLine: 3,
  endLine: 4,
  text: 'The press line was delivered in August\nand placed in service in September.',
};
const document = (lines: readonly string[]) =>
  ({ lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? '' }), eol: 1 }) as never;
const before = ['# Memo', '', ...selection.text.split('\n'), '', 'End'];

it('a pin stays with its lines when lines are added or removed above them', () => {
  expect(placeOf(selection, document(before))).toEqual({ line: 3, endLine: 4, outdated: false });
  expect(placeOf(selection, document(['new', 'new', ...before]))).toEqual({ line: 5, endLine: 6, outdated: false });
  expect(placeOf(selection, document(before.slice(2)))).toEqual({ line: 1, endLine: 2, outdated: false });
  expect(placeOf(selection, document(['new', ...before]))).toEqual({ line: 4, endLine: 5, outdated: false });
  expect(placeOf(selection, document(before.slice(1)))).toEqual({ line: 2, endLine: 3, outdated: false });
});

it('a pin whose text was changed is outdated and stays near its lines', () => {
  const changed = before.map((line) => line.replace('September', 'October'));
  expect(placeOf(selection, document(changed))).toEqual({ line: 3, endLine: 4, outdated: true });
  expect(placeOf(selection, document(['short']))).toEqual({ line: 1, endLine: 1, outdated: true });
});

it('a pin is always inside of its document', () => {
  const line = constantFrom('', 'a', 'The press line was delivered in August', 'and placed in service in September.');
  assert(
    property(array(line, { minLength: 1, maxLength: 12 }), integer({ min: 1, max: 20 }), (lines, startLine) => {
      const place = placeOf({ ...selection, startLine, endLine: startLine + 1 }, document(lines));
      expect(place.line).toBeGreaterThanOrEqual(1);
      expect(place.endLine).toBeGreaterThanOrEqual(place.line);
      expect(place.endLine).toBeLessThanOrEqual(lines.length);
    }),
  );
});

it.each<[string, readonly [number, number, number, number, string], number]>([
  ['a line added above', [0, 0, 0, 0, 'new\n'], 11],
  ['three lines added above', [2, 4, 2, 4, '\n\n\n'], 13],
  ['two lines removed above', [3, 0, 5, 0, ''], 8],
  ['two lines replaced by one above', [3, 0, 5, 0, 'one\n'], 9],
  ['a line added directly above', [9, 0, 9, 0, 'new\n'], 11],
  ['a change inside the line', [9, 3, 9, 3, 'x\ny'], 10],
  ['a line added below', [12, 0, 12, 0, 'new\n'], 10],
  ['everything above removed, and more than there was', [0, 0, 9, 0, ''], 1],
])('a pin at line 10 moves with %s', (_what, [startLine, startCharacter, endLine, endCharacter, text], line) => {
  const range = {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
  expect(shifted(10, [{ range, text }] as never)).toBe(line);
});
