import { expect, it } from 'vitest';
import { checkAnswer } from '../../src/check/checkAnswer.ts';
import { joinParts, type PartText } from '../../src/protocol/answerPart.ts';
import { turnOf } from '../conversation/conversations.ts';

const NOTE = '*The library is still being read. Not searched yet: 5 of 23 documents.*';
const QUOTATION = '> The annual rent of the warehouse is $96,000. [1]';
const SOURCES = [
  { title: 'Rent', snippet: 'The annual rent of the warehouse is $96,000.', url: null, review: 'unread' as const },
];

/** The sentences of an answer that are to be reviewed. */
const reviewed = (...all: readonly PartText[]): number => reviewedIn(SOURCES, ...all);

function reviewedIn(sources: typeof SOURCES, ...all: readonly PartText[]): number {
  const turn = turnOf('a', null, { ...joinParts(all), sources });
  const steps = checkAnswer(turn, 'What is the rent?');
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.sentences.length;
  }
}

const QUOTED: PartText = { kind: 'ownDocuments', text: QUOTATION };

it.each([
  ['how it made the answer', 'note', NOTE],
  ['what is missing', 'notFound', '- The rent of 2031, which is above $99,000.'],
  ['what was left out', 'leftOut', '- A sentence under “Rule”: $98,000 was not found.'],
] as const)('what the library says on %s is not checked against the sources', (_name, kind, text) => {
  expect(reviewed({ kind, text }, QUOTED)).toBe(0);
  expect(reviewed(QUOTED, { kind, text })).toBe(0);
});

it('an emphasized line that is no note, and other lines, are checked', () => {
  expect(reviewed({ kind: 'lead', text: NOTE }, QUOTED)).toBe(1);
  expect(reviewed({ kind: 'note', text: NOTE }, { kind: 'rule', text: 'The rent is $97,000. [1]' })).toBe(1);
});

it('the places of sentences are those of the whole answer', () => {
  const answer = joinParts([
    { kind: 'note', text: NOTE },
    { kind: 'rule', text: 'The rent is $97,000. [1]' },
  ]);
  const steps = checkAnswer({ answer: { ...answer, sources: SOURCES } }, '');
  let step = steps.next();
  while (!step.done) step = steps.next();
  const [sentence] = step.value.sentences;
  expect(answer.text.slice(sentence?.start, sentence?.end)).toBe('The rent is $97,000. [1]');
});

it('whether a sentence says the opposite is not compared again where a model has read the sentence with its sources', () => {
  const sources = [
    {
      ...SOURCES[0],
      snippet: 'The deduction shall be the lesser of the cost of the property or the income from the trade.',
    },
  ] as typeof SOURCES;
  const rule = (amount: string): PartText => ({
    kind: 'rule',
    text: `The deduction is the greater of the cost of the property or the income from the trade${amount}. [1]`,
  });
  expect(reviewedIn(sources, rule(''))).toBe(1);
  expect(reviewedIn(sources, { ...rule(''), isReadAgain: true })).toBe(0);
  expect(reviewedIn(sources, { ...rule(', at most $97,000'), isReadAgain: true })).toBe(1);
});

it('the first column of a quoted table is found in its source where the last column is named “section”', () => {
  const rows = [
    ['year', 'name', 'amount', 'section'],
    ['2024', 'wage base', '168600', '§ 3121(a)(1)'],
    ['2025', 'wage base', '176100', '§ 3121(a)(1)'],
    ['2025', 'section179', '1250000', '§ 179(b)(1)'],
    ['2026', 'rate', '0.06', '§ 3301'],
  ];
  const [heading = '', ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const text = [heading, '| --- | --- | --- | --- |', ...body].join('\n');
  const snippet = rows.map((cells) => cells.join(' · ')).join('\n');
  expect(reviewedIn([{ title: 'Rates', snippet, url: null, review: 'unread' }], { kind: 'ownDocuments', text })).toBe(
    0,
  );
});
