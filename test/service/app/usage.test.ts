import { expect, it } from 'vitest';
import { countPrompt, createTokenCounter } from '../../../src/service/app/usage.ts';

function count(...pieces: string[]): number {
  const counter = createTokenCounter();
  for (const piece of pieces) counter.add(piece);
  return counter.count;
}

it.each([
  ['', 0],
  [' \n\t\u00a0', 0],
  ['tax', 1],
  ['deduct', 2],
  ['abcd', 1],
  ['abcde', 2],
  ['§ 179', 2],
  ['$1,000.', 5],
  ['azAZ09', 2],
  ['é€ü', 1],
  ['**[1]**', 7],
])('the text %j counts %i tokens', (text, tokens) => expect(count(text)).toBe(tokens));

it('the token count does not depend on how the text is split', () => {
  const text = 'Section 179(b)(1): the “dollar limitation” – 1,160,000 for 2023 🧾.';
  for (let cut = 0; cut <= text.length; cut++) expect(count(text.slice(0, cut), text.slice(cut))).toBe(count(text));
});

it('the prompt tokens are those of all messages of the request', () => {
  expect(
    countPrompt({
      instructions: ['gh'],
      messages: [
        { role: 'human', content: 'ab' },
        { role: 'ai', content: 'cd' },
        { role: 'human', content: 'ef' },
      ],
    }),
  ).toBe(4);
});
