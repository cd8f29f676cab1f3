import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import type { Selection } from '../../../src/conversation/conversation.ts';
import { placeOf } from '../../../src/extension/selection/selectionPlace.ts';

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

it('a selection stays with its lines when lines are added or removed above them', () => {
  expect(placeOf(selection, document(before))).toEqual({ line: 3, endLine: 4, outdated: false });
  expect(placeOf(selection, document(['new', 'new', ...before]))).toEqual({ line: 5, endLine: 6, outdated: false });
  expect(placeOf(selection, document(before.slice(2)))).toEqual({ line: 1, endLine: 2, outdated: false });
  expect(placeOf(selection, document(['new', ...before]))).toEqual({ line: 4, endLine: 5, outdated: false });
  expect(placeOf(selection, document(before.slice(1)))).toEqual({ line: 2, endLine: 3, outdated: false });
});

it('a selection whose text was changed is outdated and stays near its lines', () => {
  const changed = before.map((line) => line.replace('September', 'October'));
  expect(placeOf(selection, document(changed))).toEqual({ line: 3, endLine: 4, outdated: true });
  expect(placeOf(selection, document(['short']))).toEqual({ line: 1, endLine: 1, outdated: true });
});

it('a selection is always inside of its document', () => {
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
