import { expect, it } from 'vitest';
import { newConversation } from '../../src/conversation/conversation.ts';
import { findInConversation } from '../../src/conversation/findWords.ts';
import { turnOf } from './conversations.ts';

const conversation = {
  ...newConversation({ id: 'c', now: 0 }),
  title: 'Lease of the press',
  turns: [
    turnOf('a', null),
    { ...turnOf('b', 'a'), question: { text: 'Is the lease long?', selections: [] } },
    turnOf('c', 'b', { text: 'The lease ends.' }),
  ],
};

it('the first turn with the words of the title is found rather than the title, which is no place to open', () => {
  expect(findInConversation(conversation, ['lease'])).toMatchObject({ where: 'question', turnId: 'b' });
});

it('the excerpt of an answer has no marks of Markdown', () => {
  const text = '## Rule\n\n> **(b)** The `lease` ends.\n\n| a | b |\n|---|---|\n| rent | [1] |';
  const found = findInConversation({ ...conversation, turns: [turnOf('c', null, { text })] }, ['ends']);
  expect(found?.excerpt).toBe('Rule (b) The lease ends. a · b rent · [1]');
});

it('the title is found if no turn has as many of the words', () => {
  expect(findInConversation(conversation, ['lease', 'press'])).toMatchObject({ where: 'title', turnId: null });
});

it('the answer is found rather than the question that is the title, as the list shows the title already', () => {
  const title = 'What is the rent of the press?';
  const first = { ...turnOf('a', null, { text: 'The rent is $900.' }), question: { text: title, selections: [] } };
  const found = findInConversation({ ...conversation, title, turns: [first] }, ['rent']);
  expect(found).toEqual({ where: 'answer', turnId: 'a', excerpt: 'The rent is $900.' });
  expect(findInConversation({ ...conversation, title, turns: [first] }, ['press'])).toMatchObject({
    where: 'question',
    turnId: 'a',
  });
});
