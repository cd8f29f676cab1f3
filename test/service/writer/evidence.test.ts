import { expect, it } from 'vitest';
import { isQuestion, questionsIn } from '../../../src/service/writer/evidence.ts';
import { passage } from './support.ts';

const QUESTION = 'Was the engagement letter signed by the client?';

it.for(['☐ yes ☐ no', '____', '(see A-1)', 'ja / nein'])(
  'a question of a checklist with "%s" behind it remains a question',
  (behind) => {
    const checklist = passage(1, 'Checklist', `1. ${QUESTION} ${behind}`);
    expect(questionsIn(checklist)).toEqual([QUESTION]);
    expect(isQuestion(QUESTION, checklist)).toBe(true);
  },
);

it('an abbreviation inside of a question does not end it', () => {
  const question = 'Was the loan of approx. two million agreed with the bank?';
  expect(questionsIn(passage(1, 'Checklist', question))).toEqual([question]);
});

it.each([
  ['☐ yes ☐ no / (see A-1)', true],
  ['[ ] Yes [ ] No [ ] N/A', true],
  ['Yes / No', true],
  ['____________', true],
  ['Ref. C-12/3', true],
  ['☐ ja ☐ nein ☐ entfällt', true],
  ['☐ yes ☐ no', true],
  ['Yes', false],
  ['☑ yes ☐ no', false],
  ['[x] Yes [ ] No', false],
  ['( ) Yes ( ) No', true],
  ['√ yes ☐ no', false],
  ['☐ yes ● no', false],
  ['No, see A-1', false],
  ['Counted on December 31.', false],
])('a copied question with "%s" behind it only asks: %s', (behind, asks) => {
  const checklist = passage(1, 'Checklist', `1. ${QUESTION} ${behind}`);
  expect(isQuestion(`${QUESTION} ${behind}`, checklist)).toBe(asks);
});
