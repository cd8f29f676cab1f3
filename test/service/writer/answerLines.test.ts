import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader, type WrittenAnswer } from '../../../src/service/writer/answerLines.ts';
import { readKeys } from '../../../src/service/writer/keys.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const KEYS = new Set(['S1', 'S2', 'S3']);

function read(text: string, chunk = text.length): WrittenAnswer {
  const reader = createLineReader(KEYS);
  for (let at = 0; at < text.length; at += Math.max(1, chunk)) reader.push(text.slice(at, at + Math.max(1, chunk)));
  reader.end();
  return reader.answer;
}

const linesOf = (text: string) => read(text).lines;

it('a line that never ends is read in time that does not grow with the square of its length', () => {
  expect(cpuTime(() => read('a word of a line '.repeat(40_000), 8))).toBeLessThan(3000);
});

describe('keys of a written sentence', () => {
  it.each<[string, string, string[]]>([
    ['The limit is $5 {S1}', 'The limit is $5', ['S1']],
    ['The limit is $5. {S1,S3}', 'The limit is $5.', ['S1', 'S3']],
    ['The limit is $5 [S2].', 'The limit is $5.', ['S2']],
    ['The limit is $5 (S2).', 'The limit is $5.', ['S2']],
    ['The limit is $5 【1】.', 'The limit is $5.', ['S1']],
    ['The limit is $5 [1, 2].', 'The limit is $5.', ['S1', 'S2']],
    ['The limit is $5 [1-3].', 'The limit is $5.', ['S1', 'S2', 'S3']],
    ['The limit is $5 {S1}{S2}', 'The limit is $5', ['S1', 'S2']],
    ['The limit is $5 {S9}', 'The limit is $5', []],
    ['Under subsection (b)(1) the limit is $5 {S1}', 'Under subsection (b)(1) the limit is $5', ['S1']],
    ['The limit is $5 {S9}{S2}', 'The limit is $5', ['S2']],
    ['The share is \\frac{1}{2} of x^{3} {S1}', 'The share is \\frac{1}{2} of x^{3}', ['S1']],
    ['Paragraph (2) applies {S1}', 'Paragraph (2) applies', ['S1']],
  ])('are read from “%s”', (line, text, keys) => {
    expect(readKeys(line, KEYS)).toEqual({ text, keys, copied: [] });
  });

  it.each<[string, [string, string][]]>([
    ['{S1 "shall not exceed $5"}', [['S1', 'shall not exceed $5']]],
    [
      '{S1: “shall not exceed $5”; S2: “in any year”}',
      [
        ['S1', 'shall not exceed $5'],
        ['S2', 'in any year'],
      ],
    ],
    ['{S1 "shall not exceed", "in any year", S2}', [['S1', 'shall not exceed", "in any year']]],
    [
      '{S1 "the term "limit" means $5"}{S3 "in any year"}',
      [
        ['S1', 'the term "limit" means $5'],
        ['S3', 'in any year'],
      ],
    ],
    ['[S1 "under paragraph (2) The limit"]', [['S1', 'under paragraph (2) The limit']]],
    ['(S2 "under paragraph (2) the limit").', [['S2', 'under paragraph (2) the limit']]],
    ['{S1 "as [sic] The limit is $5"}', [['S1', 'as [sic] The limit is $5']]],
    ['{S1 "shall not exceed $5', [['S1', 'shall not exceed $5']]],
    ['{S9 "of no passage"}', []],
  ])('come with the words that the model copied: %s', (keys, copied) => {
    const line = `The limit is $5. ${keys}`;
    const [read, ...more] = linesOf(line);
    expect(more).toEqual([]);
    expect(read?.text.replace(/\.+$/, '')).toBe('The limit is $5');
    expect(read?.copied).toEqual(copied.map(([key, words]) => ({ key, words })));
  });

  it('leave the sentence as it is, whatever follows it in brackets', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '"', '”', 'S1', 'S2', ' ', ';', '[', ']', '(', ')', 'a', '\u2026'),
        }),
        (tail) => {
          const { text, keys } = readKeys(`The limit is five ${tail}`, KEYS);
          expect(text.startsWith('The limit is five')).toBe(true);
          expect([...KEYS]).toEqual(expect.arrayContaining([...keys]));
        },
      ),
    );
  });

  it('are read in linear time', () => {
    for (const part of ['{S1 "', '[S1 "', '(S1 "(', '{S1 "a"; ', 'S1 " {'])
      expect(cpuTime(() => readKeys(part.repeat(20_000 / part.length), KEYS))).toBeLessThan(100);
  });
});

describe('the lines of a model', () => {
  it('become sentences of sections, gaps, calculations and a conclusion', () => {
    const answer = read(
      '## RULE\n- The limit is $5. {S1}\n## AMOUNTS AND DATES\nCALC: 2 x 3 = 6 {S2}\nGAP: the year of purchase\n## CONCLUSION\nDeduct $5. {S1}\nEND\n',
    );
    expect(answer).toEqual({
      lines: [
        { section: 'RULE', text: 'The limit is $5.', keys: ['S1'], copied: [], calculation: false, number: null },
        { section: 'AMOUNTS AND DATES', text: '2 x 3 = 6', keys: ['S2'], copied: [], calculation: true, number: null },
        { section: 'CONCLUSION', text: 'Deduct $5.', keys: ['S1'], copied: [], calculation: false, number: null },
      ],
      gaps: ['the year of purchase'],
      ended: true,
      repeats: false,
    });
  });

  it('are the same for every size of the chunks', () => {
    const text = '## RULE\nOne. {S1}\nTwo. {S2}\nGAP: x\n## CONCLUSION\nOne. {S3}\nEND';
    for (let size = 1; size < text.length; size += 1) expect(read(text, size)).toEqual(read(text));
  });

  it('count as cut off without a final END', () => {
    expect(read('One. {S1}\nTwo').ended).toBe(false);
  });

  it.each([
    ['bold marks', '**RULE**\nThe limit **shall not** exceed $5. {S1}\nEND'],
    ['plain headings', 'Rule:\nThe limit shall not exceed $5. {S1}\nEND'],
    ['German headings', '## REGEL\nThe limit shall not exceed $5. {S1}\nEND'],
    ['a fence', '```\n## RULE\nThe limit shall not exceed $5. {S1}\nEND\n```'],
    ['chatter first', 'Sure, here is the answer:\n## RULE\nThe limit shall not exceed $5. {S1}\nEND'],
    ['empty headings', '## RULE\nThe limit shall not exceed $5. {S1}\n## EXCEPTIONS\nNone.\n## CONFLICTS\n(none)\nEND'],
    ['repeated sentences', 'The limit shall not exceed $5. {S1}\nThe limit shall not exceed $5. {S1}\nEND'],
  ])('are read alike with %s', (_, text) => {
    expect(read(text).lines).toEqual([
      {
        section: 'RULE',
        text: 'The limit shall not exceed $5.',
        keys: ['S1'],
        copied: [],
        calculation: false,
        number: null,
      },
    ]);
  });

  it('with several sentences and their keys are read one by one', () => {
    expect(read('One is $5. {S1} Two is $6. {S2}\nEND').lines.map(({ text, keys }) => [text, keys])).toEqual([
      ['One is $5.', ['S1']],
      ['Two is $6.', ['S2']],
    ]);
  });

  it('keep the numbers in front of them', () => {
    expect(read('2. One. {S1}\n- Two. {S1}\nEND').lines.map(({ number }) => number)).toEqual([2, null]);
  });

  it('after END are not read', () => {
    expect(read('One. {S1}\nEND\nTwo. {S1}').lines).toHaveLength(1);
  });

  it('before a closing think tag were reasoning and are dropped', () => {
    expect(read('I think so. {S1}\n</think>\nOne. {S2}\nEND').lines.map(({ text }) => text)).toEqual(['One.']);
  });

  it('with keys on their own line give them to the sentence before', () => {
    expect(read('One sentence.\n{S1}\nEND').lines).toEqual([
      { section: 'RULE', text: 'One sentence.', keys: ['S1'], copied: [], calculation: false, number: null },
    ]);
  });

  it('that repeat without end are reported', () => {
    expect(read('Again. {S1}\n'.repeat(5)).repeats).toBe(true);
  });

  it('lose images, links, HTML, addresses and hidden characters', () => {
    const line =
      '![x](https://evil.example/a?b) See [the law](javascript:alert) <img src=x> at https://evil.example/?q=1 now\u200b\u202e. {S1}';
    const text = read(`${line}\nEND`).lines[0]?.text ?? '';
    expect(text).not.toMatch(/evil|javascript|<img|\u200b|\u202e/);
    expect(text).toContain('the law');
  });

  it('of a code fence or a rule are not sentences', () => {
    expect(read('```\n---\nOne. {S1}\n```\nEND').lines).toHaveLength(1);
  });

  it('of any text neither throw nor grow without bound', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4000, unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, size) => {
        const answer = read(text, size);
        return answer.lines.length <= 400;
      }),
    );
  });

  it.each(['[', '{S1', '![a](', '<a ', '\n', '(S1 ', '</think>', 'https://'])(
    'of 64 kB of “%s” are read in linear time',
    (unit) => {
      const text = unit.repeat(65_536 / unit.length);
      // Quadratic reading would take several seconds.
      expect(cpuTime(() => read(text))).toBeLessThan(1000);
    },
  );
});
