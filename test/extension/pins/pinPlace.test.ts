import { expect, it } from 'vitest';
import { shifted } from '../../../src/extension/pins/pinPlace.ts';

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
