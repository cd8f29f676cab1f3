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

const blocksOf = (text: string, extension: string) =>
  readCode(text, extension).blocks.map((block) => block.type === 'text' && block.text);

it.each([
  [
    '.py',
    'import math\n\nCAPS = {\n    2024: 20_400,\n    2025: 20_200,  # Rev. Proc.\n}\n\ndef cap():\n    return 1\n',
    'CAPS = {\n    2024: 20_400,\n    2025: 20_200,  # Rev. Proc.\n}',
  ],
  ['.go', 'package tax\n\nconst likeKindDays = 45\n\nfunc f() int {\n\treturn 3\n}\n', 'const likeKindDays = 45'],
  [
    '.ts',
    "import { x } from './x';\n\nexport const RATES: Record<number, number> = { 2024: 0.22 };\nfoo(3);\n",
    'export const RATES: Record<number, number> = { 2024: 0.22 };',
  ],
  [
    '.java',
    'class Tax {\n  public static final int WAGE_BASE = 176_100;\n  int f() {\n    int a = 3;\n  }\n}\n',
    '  public static final int WAGE_BASE = 176_100;',
  ],
  ['.c', '#include <x.h>\n#define LIMIT_DAYS 180\nint f(void) { return 3; }\n', '#define LIMIT_DAYS 180'],
])('the constants of a program that have numbers are read: %s', (extension, code, constant) => {
  expect(blocksOf(code, extension)).toEqual([constant]);
});

it('a comment above a constant is read with the whole constant', () => {
  const code = '# The caps of § 280F(a)(1).\nCAPS = {\n    2024: 20_400,\n}\nx = 1\n';
  expect(blocksOf(code, '.py')).toEqual(['# The caps of § 280F(a)(1).\nCAPS = {\n    2024: 20_400,\n}']);
});

it('functions, values that are computed, comparisons and constants without a number are not read', () => {
  const code =
    "const run = (n) => {\n  return n + 1;\n};\nconst path = require('x1');\nconst NAME = 'x';\nif (LIMIT === 3) run(2);\nfunction f() {\n  const a = 3;\n}\n";
  expect(blocksOf(code, '.js')).toEqual([]);
});

it('one line of code between two comments is read with the second, as a quotation would have an empty line in its place', () => {
  const sql = '-- § 179(b)(1)\nSELECT cost\nFROM assets\nWHERE cost > 5 -- § 179(b)(2)\n\nFROM x\n';
  expect(blocksOf(sql, '.sql')).toEqual(['-- § 179(b)(1)\nSELECT cost', 'FROM assets\nWHERE cost > 5 -- § 179(b)(2)']);
});
