import { expect, it } from 'vitest';
import { findWords, isQuestion, isUnticked, questionsIn } from '../../../src/service/writer/evidence.ts';
import { withKeys } from '../../../src/service/writer/passage.ts';
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

it.each([
  ['Bank letter obtained ☐ yes ☐ no', 'Bank letter obtained ☐ yes ☐ no', true],
  ['Bank letter obtained ☐ yes ☐ no', 'Bank letter obtained', true],
  ['Bank letter obtained: [ ] yes [ ] no', 'Bank letter obtained', true],
  ['Was the bank letter obtained? ☐ yes ☐ no', 'Was the bank letter obtained', true],
  ['☐ The lease transfers ownership', 'The lease transfers ownership', true],
  ['- [ ] The lease transfers ownership', 'The lease transfers ownership', true],
  ['☒ Ownership passes ☐ The price is a bargain', 'The price is a bargain', true],
  ['Bestätigung der Bank liegt vor □ ja □ nein', 'Bestätigung der Bank liegt vor', true],
  ['| Bank letter obtained | ☐ | ☐ |', 'Bank letter obtained', true],
  ['| ☐ | Bank letter obtained |', 'Bank letter obtained', true],
  ['☐ yes ☐ no\nBank letter obtained', 'Bank letter obtained', false],
  ['The letter came on March 3. Reviewed ☐ yes ☐ no', 'The letter came on March 3', false],
  ['Bank letter obtained ☒ yes ☐ no', 'Bank letter obtained ☒ yes ☐ no', false],
  ['Bank letter obtained ☒ yes ☐ no', 'Bank letter obtained', false],
  ['Bank letter obtained ☐ yes ☑ no', 'Bank letter obtained', false],
  ['Bank letter obtained [x] yes [ ] no', 'Bank letter obtained', false],
  ['☒ Ownership passes ☐ The price is a bargain', 'Ownership passes', false],
  ['| Bank letter obtained | ☒ | ☐ | by H. Meyer |', 'by H. Meyer', false],
  ['Bank letter obtained', 'Bank letter obtained', false],
])('in “%s”, “%s” is a choice that nobody has ticked: %s', (text, words, expected) => {
  const [form] = withKeys([passage(1, 'Form', text)]);
  if (form === undefined) throw new Error('No passage');
  expect(isUnticked(words, form)).toBe(expected);
  expect(findWords({ key: 'S1', words }, form)).toMatchObject({ isUnticked: expected });
});
