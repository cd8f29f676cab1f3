/**
 * Files of earlier versions: one that was written before answers had parts, with a question about a selection, quoted, and one that a
 * model answered; and one with parts, whose title is not the text of a question.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reduce } from '../../src/conversation/changes.ts';
import type { Turn } from '../../src/conversation/conversation.ts';
import { answerParts } from '../../src/conversation/document/answerParts.ts';
import { createReplay } from '../../src/conversation/fileFormat.ts';
import { storedPart } from '../../src/conversation/stored.ts';

function replayed(id = 'c1', file = 'version-0.1.0.jsonl') {
  const replay = createReplay(id);
  const path = new URL(`../fixtures/conversations/${file}`, import.meta.url);
  for (const line of readFileSync(path, 'utf8').split('\n')) replay.add(line);
  return replay;
}

it('a conversation of a version without parts opens unchanged', () => {
  const { conversation, damaged } = replayed();
  expect(damaged).toBe(0);
  const [quoted, written] = conversation.turns as [Turn, Turn];
  expect([quoted.answer.state, written.answer.state]).toEqual(['done', 'done']);
  expect(quoted.question.selections[0]?.label).toBe('memo.md');
  expect(quoted.answer.text).toMatch(
    /^The library (?:deals with|touches on) this[\s\S]*### Authorities[\s\S]*\$2,500,000/,
  );
  expect(written.answer.text).toMatch(/^### Short answer\n\nUp to \$2,500,000\. \[1\]\n\n### Rule/);
  expect(written.answer.modelUse).toMatchObject({ calls: 3, sentences: { omitted: 1 } });
  expect(conversation.turns.every(({ answer }) => answer.parts === undefined)).toBe(true);
});

it('a conversation with parts opens unchanged, and keeps its title when a question with zero data retention follows', () => {
  const { conversation, damaged } = replayed('c2', 'version-0.1.0-parts.jsonl');
  expect(damaged).toBe(0);
  expect(conversation.title).toBe('memo.md: The rent is due on the third of each month.');
  const [turn] = conversation.turns as [Turn];
  const { text, parts = [], sources } = turn.answer;
  expect(parts.map(({ kind }) => kind)).toEqual(['lead', 'ownDocuments', 'authorities', 'notFound', 'note']);
  expect(text.slice(parts[0]?.from, parts[0]?.to)).toMatch(/^The library deals with this in 4 passages/);
  expect(sources[0]).toMatchObject({ title: 'Lease', section: 'Rent', location: { line: 5, endLine: 5 } });
  expect(storedPart(conversation)).toBe(conversation);
  const zero = { ...turn, id: 't2', parent: 't1', zeroRetention: true };
  const stored = storedPart(reduce(conversation, { type: 'turnAdded', turn: zero }));
  expect(stored).toMatchObject({ title: conversation.title, turns: [{ id: 't1' }] });
});

it('answers of a version without parts have sections and no kinds of parts', () => {
  const parts = replayed().conversation.turns.map((turn) => answerParts(turn));
  expect(parts.map(({ quotesOnly }) => quotesOnly)).toEqual([false, false]);
  expect(parts[1]?.sections.map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'other']);
});

it('text that follows a replaced text is read at its place, also after a damaged line', () => {
  const replay = createReplay('c1');
  const [, written] = replayed().conversation.turns as [Turn, Turn];
  const turn = { ...written, id: 't9', parent: null };
  const answer = { ...turn.answer, text: '', state: 'waiting' };
  const line = (n: number, change: object) => replay.add(JSON.stringify({ by: 'w', n, at: n, change }));
  const of = { turnId: 't9', epoch: 1, at: 1 };
  line(1, { type: 'turnAdded', turn: { ...turn, epoch: 1, answer } });
  replay.add('{damaged');
  line(3, { type: 'text', ...of, offset: 40, text: 'draft' });
  line(4, { type: 'parts', ...of, text: '', parts: [] });
  line(5, { type: 'text', ...of, offset: 0, text: 'The rent' });
  line(6, { type: 'text', ...of, offset: 8, text: ' is $5.' });
  expect(replay.conversation.turns[0]?.answer.text).toBe('The rent is $5.');
});
