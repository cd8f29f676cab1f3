import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { cpuTime } from '../support/cpuTime.ts';
import { checkGrounding, groundAnswer } from '../support/grounding.ts';

const pieces = constantFrom(
  '$1,000',
  '5 percent',
  '½',
  'one hundred',
  ' and a half',
  'December 31, 2020',
  '12/31/2020',
  '2018-25',
  '§ 179(b)(1)',
  'paragraph (2) of ',
  '[1]',
  '[1, 9]',
  '[1-3]',
  '“all of it',
  '”',
  '"',
  '(',
  ')',
  '=',
  ' × ',
  '\n',
  '\n> ',
  '\n- ',
  '\n1. ',
  '\n| a | b |',
  '```',
  '. ',
  '…',
  'Rev. Rul. 59-60',
  ' v. ',
  'Smith',
  ' Act of 1971',
  '\u00ad',
  '\u202e',
  '\ud800',
  '９９',
  '**',
  'half',
  ' of ',
  'about ',
  'U.S.C.',
);

it('Any answer, question and source is judged without an exception and with places inside the answer', () => {
  const text = array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
  assert(
    property(text, text, text, string(), (question, answer, passage, title) => {
      const { sentences } = groundAnswer({ question, answer, sources: [{ title, text: passage }] });
      let last = 0;
      for (const { start, end, text: sentence, findings } of sentences) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(answer.slice(start, end)).toBe(sentence);
        for (const { words } of findings) expect(words).not.toBe('');
        last = end;
      }
    }),
    { numRuns: 400 },
  );
});

it('A passage that is its own answer has no finding', () => {
  const text = array(
    constantFrom(
      'The cap is $1,000. ',
      'It is 5 percent. ',
      'See § 61(a). ',
      'By May 1, 2020. ',
      'Within 30 days. ',
      '“one two three four five” ',
    ),
    { maxLength: 12 },
  );
  assert(
    property(text, (parts) => {
      const passage = parts.join('');
      expect(
        checkGrounding({ question: '', answer: passage, sources: [{ title: '§ 61', text: `(a) ${passage}` }] }),
      ).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

const UNITS = [
  '9',
  '1,000,000 ',
  '$1 ',
  '1% ',
  '"',
  '“',
  '“a ',
  '(',
  '[',
  '[1',
  '[1, 2',
  '\n',
  '> ',
  '| ',
  '. ',
  '§ 1(a)(1) ',
  'one hundred ',
  'half ',
  '1-',
  '1 + ',
  '...',
  '(1) (a) (i) ',
  'Act ',
  'A v. ',
  '$',
  '2018-',
];

it.each(UNITS)('64 KiB of %j as answer and as source are judged in less than 5 seconds', (unit) => {
  const text = unit.repeat(Math.ceil(65_536 / unit.length)).slice(0, 65_536);
  const time = cpuTime(() => groundAnswer({ question: 'One $5?', answer: text, sources: [{ title: '§ 1', text }] }));
  // Linear work takes about half a second; quadratic work takes minutes.
  expect(time).toBeLessThan(5000);
});
