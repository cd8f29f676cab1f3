import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  ANSWERS_FILE,
  digestOf,
  readQuestions,
  readRecord,
  recordedFinder,
  recordedModel,
  rendered,
  runQuestion,
} from '../../support/recordedAnswers.ts';

const record = readRecord();
const questions = readQuestions();

it('the recorded questions are three in each of the four research modes', () => {
  const counts = [...Map.groupBy(questions, ({ mode }) => mode).values()].map((all) => all.length);
  expect(counts).toEqual([3, 3, 3, 3]);
});

it.each(questions)('the replies to question $id give the answer that was read, in $mode', async (question) => {
  const model = recordedModel((messages) => {
    const reply = record.replies[digestOf(messages)];
    if (reply === undefined)
      throw new Error('This prompt has no reply. Record the answers again: bench/writer/record.ts');
    return reply;
  });
  const answer = rendered(question, await runQuestion(question, model, recordedFinder(record)));
  expect(readFileSync(ANSWERS_FILE, 'utf8')).toContain(answer);
});
