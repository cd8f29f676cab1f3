import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitKept } from '../../../src/conversation/document/keepTogether.ts';

it.each([
  ['§ 179', ['§ 179']],
  ['under § 168(k)(2)(A), or', ['§ 168(k)(2)(A)']],
  ['section\u00a0263A and sections 162', ['section\u00a0263A', 'sections 162']],
  ['ASC 842-20-25-1 · AU-C 500 · AS 2201', ['ASC 842-20-25-1', 'AU-C 500', 'AS 2201']],
  ['assets · (d)(1) and (a)', ['(d)(1)']],
  ['from 2025-01-01 to 12-31', ['2025-01-01', '12-31']],
  ['§ of the Code, $1,000 to $5,000, an ASC, BASIC 5', []],
])('of “%s”, the parts %j are kept on one line', (text, kept) => {
  expect(splitKept(text).filter((_, at) => at % 2 === 1)).toEqual(kept);
});

it('the parts together are the text', () => {
  const words = fc.constantFrom('§', ' ', '179', '(b)', '-', '25', 'ASC', 'Reg.', 'section', 'a', '\u00a0', '.');
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      expect(splitKept(text).join('')).toBe(text);
    }),
  );
});
