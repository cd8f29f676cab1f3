import { expect, it } from 'vitest';
import { readCode } from '../../../src/service/documents/readCode.ts';

const read = (text: string) =>
  readCode(text, '.py').blocks.map((block) => block.type === 'text' && [block.line, block.endLine, block.text]);

it('the declaration above a docstring is read with it, also over several lines', () => {
  const code =
    'CAPS = {}\n\ndef luxury_cap(\n    year: int,\n) -> int:\n    """First-year cap."""\n\n    return CAPS[year]\n';
  expect(read(code)).toEqual([[3, 6, 'def luxury_cap(\n    year: int,\n) -> int:\n    """First-year cap."""']]);
  expect(read('class Rates:\n    """Rates of a year."""\n')).toEqual([[1, 2, expect.stringContaining('class Rates:')]]);
});

it('a declaration between a comment and a docstring is read once', () => {
  expect(read('# § 280F(a)(1)\ndef cap():\n    """First-year cap."""\n')).toEqual([
    [1, 2, '# § 280F(a)(1)\ndef cap():'],
    [3, 3, '    """First-year cap."""'],
  ]);
});

it('a line that ends with a colon above a string is no declaration', () => {
  expect(read('if year:\n    """Text."""\n')).toEqual([[2, 2, '    """Text."""']]);
});
