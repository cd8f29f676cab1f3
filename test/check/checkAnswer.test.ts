import { expect, it } from 'vitest';
import { checkAnswer } from '../../src/check/checkAnswer.ts';
import { turnOf } from '../conversation/conversations.ts';

const NOTE = '*The library is still being read. Not searched yet: 5 of 23 documents.*';
const QUOTATION = '> The annual rent of the warehouse is $96,000. [1]';
const SOURCES = [
  { title: 'Rent', snippet: 'The annual rent of the warehouse is $96,000.', url: null, review: 'unread' as const },
];

/** The sentences of an answer that are to be reviewed. */
function reviewed(service: string, text: string): number {
  const turn = { ...turnOf('a', null, { text, sources: SOURCES }), service };
  const steps = checkAnswer(turn, 'What is the rent?');
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.sentences.length;
  }
}

it('a note of the library on how it made the answer is not checked against the sources', () => {
  expect(reviewed('library', `${NOTE}\n\n${QUOTATION}`)).toBe(0);
});

it('an emphasized line of a service, and other lines of the library, are checked', () => {
  expect(reviewed('research.example', `${NOTE}\n\n${QUOTATION}`)).toBe(1);
  expect(reviewed('library', `The rent is $97,000. [1]\n\n${QUOTATION}`)).toBe(1);
});
