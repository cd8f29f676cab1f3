import { expect, it } from 'vitest';
import { toEarlierTurns, toResearchQuestion } from '../../src/conversation/researchQuestion.ts';
import { turnOf } from './conversations.ts';

const selection = {
  id: 's1',
  uri: 'file:///books/memo.md',
  label: 'memo.md',
  languageId: 'markdown',
  startLine: 3,
  endLine: 4,
  text: 'the press',
};

it('a question keeps selected lines, attached files, the quote and the facts apart from its words', () => {
  const question = {
    text: ' Why? ',
    selections: [
      selection,
      { ...selection, label: 'lease.pdf', fileLength: 9 },
      { ...selection, label: 'book.md', fileLength: 90_000 },
    ],
    quote: 'as said',
    matter: [{ name: 'taxYear', value: '2025' }],
  };
  expect(toResearchQuestion(question)).toEqual({
    text: 'Why?',
    selections: [{ path: 'memo.md', line: 3, endLine: 4, text: 'the press' }],
    attachments: [
      { path: 'lease.pdf', text: 'the press', whole: true },
      { path: 'book.md', text: 'the press', whole: false },
    ],
    quote: 'as said',
    matter: [{ field: 'taxYear', name: 'Tax year', value: '2025' }],
  });
});

it('the earlier turns are those that a later question includes', () => {
  const turns = [turnOf('a', null), turnOf('b', 'a', { state: 'failed', text: '' })];
  expect(toEarlierTurns(turns)).toEqual([
    { question: { text: 'Question a', selections: [], attachments: [], matter: [] }, answer: 'Answer a' },
  ]);
});
