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

it('the title is found if no turn has as many of the words', () => {
  expect(findInConversation(conversation, ['lease', 'press'])).toMatchObject({ where: 'title', turnId: null });
});
