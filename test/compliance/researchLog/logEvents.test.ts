import { expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../../../src/compliance/researchLog/logEntry.ts';
import { answeredEvent, askedEvent } from '../../../src/compliance/researchLog/logEvents.ts';
import type { StoredSource } from '../../../src/conversation/conversation.ts';
import { turnOf } from '../../conversation/conversations.ts';

const sources: StoredSource[] = [
  { title: 'Law', url: 'https://law.example/179', section: '§ 179(b)', date: '2025-01-01', review: 'opened' },
  { title: 'Memo', url: null, review: 'unread' },
];

function answeredTurn(zeroRetention: boolean) {
  const turn = turnOf('a', null);
  return { ...turn, zeroRetention, answer: { ...turn.answer, sources } };
}

it('the log records each source with its section and date, and no field that a source does not have', () => {
  const event = answeredEvent('c', answeredTurn(false));
  expect(event.sources.list).toStrictEqual(sources);
});

it('with zero retention, the log has the number of sources and the digest of their list with sections and dates, and no title', () => {
  const { sources: logged } = answeredEvent('c', answeredTurn(true));
  expect(logged).toEqual({ digest: sha256(canonicalJson(sources)), count: 2 });
});

it('the log names the matter that the firm was given, unless nothing may be retained', () => {
  const inMatter = (zeroRetention: boolean) => {
    const turn = answeredTurn(zeroRetention);
    return { ...turn, question: { ...turn.question, matterName: 'Harbor' } };
  };
  expect(askedEvent('c', inMatter(false), [])).toHaveProperty('matter', 'Harbor');
  expect(JSON.stringify(askedEvent('c', inMatter(true), []))).not.toContain('Harbor');
});
