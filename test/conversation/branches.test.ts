import { expect, it } from 'vitest';
import { activeBranch, newestLeaf } from '../../src/conversation/branches.ts';
import { conversationOf, turnOf } from './conversations.ts';

const tree = conversationOf(
  turnOf('a', null),
  turnOf('b', 'a'),
  turnOf('c', 'b'),
  turnOf('b2', 'a'),
  turnOf('d', 'b2'),
);

const ids = (turns: { id: string }[]) => turns.map((turn) => turn.id);

it('the active branch runs from the first question to the current turn', () => {
  expect(ids(activeBranch(tree))).toEqual(['a', 'b2', 'd']);
  expect(ids(activeBranch({ ...tree, currentTurnId: 'c' }))).toEqual(['a', 'b', 'c']);
});

it('selecting a sibling shows the end of its newest branch', () => {
  expect(newestLeaf(tree, 'b')).toBe('c');
  expect(newestLeaf(tree, 'a')).toBe('d');
  expect(newestLeaf(tree, 'd')).toBe('d');
});

it('a stored cycle or a missing parent ends the walk', () => {
  const cycle = conversationOf(turnOf('x', 'y'), turnOf('y', 'x'));
  expect(ids(activeBranch(cycle))).toEqual(['x', 'y']);
  expect(ids(activeBranch(conversationOf(turnOf('z', 'gone'))))).toEqual(['z']);
});
