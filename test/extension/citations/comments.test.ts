import { assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { isWithinSpans, readableSpans } from '../../../src/extension/citations/comments.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const comments = (text: string, languageId: string) =>
  readableSpans(text, languageId).map(([start, end]) => text.slice(start, end));

it.each([
  ['typescript', "const a = '// no'; // yes\n/* and\nthis */ `// no`", ['// yes', '/* and\nthis */']],
  ['python', '"""doc"""\nx = "# no"  # yes\n', ['"""doc"""', '# yes']],
  ['sql', "SELECT '-- no' -- yes\n/* both */", ['-- yes', '/* both */']],
  ['html', '<p>no</p><!-- yes -->', ['<!-- yes -->']],
  ['vb', 'x = "\' no" \' yes', ["' yes"]],
  ['rust', "fn f<'a>(x: &'a str) {} // yes", ['// yes']],
  ['shellscript', 'echo $#no # yes', ['# yes']],
  ['typescript', '/* never closed § 179', ['/* never closed § 179']],
  ['markdown', 'all of it', ['all of it']],
  ['brainfuck', '// unknown', []],
])('the comments of %s are found in %j', (languageId, text, expected) => {
  expect(comments(text, languageId)).toEqual(expected);
});

it('an offset is inside a span from its first to its last character', () => {
  const spans = [
    [2, 4],
    [6, 9],
  ] as const;
  expect([1, 2, 3, 4, 6, 8, 9].map((at) => isWithinSpans(spans, at))).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

const LANGUAGES = [
  'typescript',
  'python',
  'sql',
  'lua',
  'html',
  'vb',
  'rust',
  'php',
  'powershell',
  'matlab',
  'ini',
  'css',
];

it('the comments of any text are inside the text, in order and without overlap', () => {
  assert(
    property(
      string({ unit: constantFrom('/', '*', '"', "'", '`', '\\', '#', '-', '\n', '<', '!', 'a', ' '), maxLength: 80 }),
      constantFrom(...LANGUAGES),
      (text, language) => {
        let last = 0;
        for (const [start, end] of readableSpans(text, language)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 500 },
  );
});

it.each(["'", '"', '`', "\\'", '\\"', '/*', '/', '#', '"""', "'''", '<!--', '--[[', '"\\'])(
  'the comments of 400,000 characters of %s are found in linear time',
  (piece) => {
    const text = piece.repeat(400_000 / piece.length);
    const time = cpuTime(() => {
      for (const language of LANGUAGES) readableSpans(text, language);
    });
    expect(time).toBeLessThan(5000);
  },
);
