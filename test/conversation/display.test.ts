import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  baseName,
  escapeHidden,
  locationLabel,
  nameInMessage,
  oneLine,
  shorten,
  sourceOrigin,
  sourceOrigins,
} from '../../src/conversation/display.ts';

it('the origin of a source is its file and lines, else the host of its address, else an empty text', () => {
  const location = { path: 'C:\\law\\179.md', line: 3, endLine: 3 };
  expect(sourceOrigin({ url: null, location })).toBe('179.md:3');
  expect(sourceOrigin({ url: 'https://www.law.example/179?x=1' })).toBe('www.law.example');
  expect(sourceOrigin({ url: 'not an address' })).toBe('');
  expect(sourceOrigin({ url: null })).toBe('');
});

it('the origins of sources have the folders that tell files with the same name apart', () => {
  const at = (path: string) => ({ url: null, location: { path, line: 3, endLine: 3 } });
  const paths = ['/a/payroll/README.md', '/a/rates/README.md', '/a/payroll/README.md', '/a/payroll/memo.md'];
  expect(sourceOrigins([...paths.map(at), { url: 'https://law.example/1' }])).toEqual([
    'payroll/README.md:3',
    'rates/README.md:3',
    'payroll/README.md:3',
    'memo.md:3',
    'law.example',
  ]);
  expect(sourceOrigins(['C:\\one\\docs\\x.md', 'C:\\two\\docs\\x.md'].map(at))).toEqual([
    'one/docs/x.md:3',
    'two/docs/x.md:3',
  ]);
  expect(sourceOrigins(['x.md', '/x.md', '/a/b/x.md'].map(at))).toEqual(['x.md:3', '/x.md:3', 'b/x.md:3']);
});

it('the label of a location is the name of the file, with lines where a person can find them', () => {
  expect(locationLabel({ path: '/clients/acme/irc.md', line: 3, endLine: 7 })).toBe('irc.md:3-7');
  expect(locationLabel({ path: '/clients/acme/pub946.PDF', line: 3, endLine: 7 })).toBe('pub946.PDF');
});

it('the name of a file follows the last separator of either kind, and is never empty for a path with text', () => {
  expect([baseName('/a/b.md'), baseName('C:\\a\\b.md'), baseName('b.md'), baseName('/a/')]).toEqual([
    'b.md',
    'b.md',
    'b.md',
    '/a/',
  ]);
});

it('characters that change direction or are invisible are shown as code points', () => {
  expect(escapeHidden('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe');
  expect(escapeHidden('pay\u200Bpal \uFEFF')).toBe('pay[U+200B]pal [U+FEFF]');
  expect(escapeHidden('a\u200Db\u200C')).toBe('a[U+200D]b[U+200C]');
  expect(escapeHidden('1\u3164\u115f\u00ad2❤\ufe0f\ufe00\u{e0101}\u2800\u0000')).toBe(
    '1[U+3164][U+115F][U+00AD]2❤\ufe0f[U+FE00][U+E0101][U+2800][U+0000]',
  );
  expect(escapeHidden('a\u{e0041}\u{e007f}😀')).toBe('a[U+E0041][U+E007F]😀');
});

it('the joiners that scripts and emoji need are kept', () => {
  expect(escapeHidden('می\u200Cخواهم')).toBe('می\u200Cخواهم');
  expect(escapeHidden('❤\ufe0f 1\ufe0f\u20e3 Finanz\u00adamt')).toBe('❤\ufe0f 1\ufe0f\u20e3 Finanz\u00adamt');
  expect(escapeHidden('👩\u200D👩')).toBe('👩\u200D👩');
});

it('a text with line breaks and control characters becomes one line', () => {
  expect(oneLine('  a\r\n\u0007 b\u2028c ')).toBe('a b c');
});

it('a text is shortened to its limit without splitting a surrogate pair', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef');
  expect(shorten('abc def', 5)).toBe('abc…');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, length) => {
      const short = shorten(text, length);
      expect(short.length).toBeLessThanOrEqual(length);
      if (text.isWellFormed()) expect(short.isWellFormed()).toBe(true);
    }),
  );
});

it('the name of a file in a message is no link and hides no characters', () => {
  expect(nameInMessage('[a](command:quit).md')).toBe('[a] (command:quit).md');
  expect(nameInMessage('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe');
});
