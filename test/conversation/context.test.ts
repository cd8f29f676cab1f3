import { expect, it } from 'vitest';
import { branchTo } from '../../src/conversation/branches.ts';
import { toContent, toMessages } from '../../src/conversation/context.ts';
import type { Conversation } from '../../src/conversation/conversation.ts';
import { conversationOf, turnOf } from './conversations.ts';

const selection = {
  id: 's1',
  uri: 'file:///books/memo.md',
  label: 'memo.md',
  languageId: 'markdown',
  startLine: 3,
  endLine: 4,
  text: 'Use ```code``` here',
};

/** The messages of a request that answers this turn. */
function messagesOf(conversation: Conversation, id: string) {
  const turn = conversation.turns.find((each) => each.id === id);
  if (!turn) throw new Error(`no turn ${id}`);
  return toMessages(branchTo(conversation, turn.parent), turn.question);
}

it('a request contains the whole branch, alternates human and ai, and ends with the newest question', () => {
  const conversation = conversationOf(turnOf('a', null), turnOf('b', 'a'), turnOf('c', 'b'));
  expect(messagesOf(conversation, 'c')).toEqual([
    { role: 'human', content: 'Question a' },
    { role: 'ai', content: 'Answer a' },
    { role: 'human', content: 'Question b' },
    { role: 'ai', content: 'Answer b' },
    { role: 'human', content: 'Question c' },
  ]);
});

it('a request omits failed, stopped and truncated answers together with their question', () => {
  const conversation = conversationOf(
    turnOf('a', null, { state: 'failed', text: '' }),
    turnOf('b', 'a', { state: 'stopped' }),
    turnOf('c', 'b', { state: 'truncated' }),
    turnOf('d', 'c'),
  );
  expect(messagesOf(conversation, 'd').map((message) => message.content)).toEqual(['Question d']);
});

it('a request contains a stopped answer that the user has included, unless the answer has no text', () => {
  const conversation = conversationOf(
    { ...turnOf('a', null, { state: 'stopped' }), includeInContext: true },
    { ...turnOf('b', 'a', { state: 'failed', text: ' ' }), includeInContext: true },
    turnOf('c', 'b'),
  );
  expect(messagesOf(conversation, 'c').map((message) => message.content)).toEqual([
    'Question a',
    'Answer a',
    'Question c',
  ]);
});

it('a request does not contain other branches', () => {
  const conversation = conversationOf(turnOf('a', null), turnOf('a2', null), turnOf('b', 'a2'));
  expect(messagesOf(conversation, 'b').map((message) => message.content)).toEqual([
    'Question a2',
    'Answer a2',
    'Question b',
  ]);
});

it('a selection is sent under its file and lines, in a fence that its text cannot close', () => {
  const content = toContent({ text: ' Is this right? ', selections: [selection] });
  expect(content).toBe('Is this right?\n\nFrom memo.md, lines 3-4:\n\n````markdown\nUse ```code``` here\n````');
});

it('a quote of an earlier answer is sent with a quote mark on every line', () => {
  expect(toContent({ text: 'Why?', selections: [], quote: 'one\ntwo' })).toContain('> one\n> two');
});
