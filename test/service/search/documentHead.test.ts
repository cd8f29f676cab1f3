import { expect, it } from 'vitest';
import { asksForHead, isHead } from '../../../src/service/search/documentHead.ts';
import type { NodeText } from '../../../src/service/search/documentNodes.ts';

const isHeadOf = (text: string) => isHead({ lines: [{ text } as NodeText] });

it('the header of a mail is recognized', () => {
  expect(isHeadOf('From: A <a@finch.example>\nTo: B <b@pell.example>\nSubject: Covenant')).toBe(true);
});

it.each(['Subject: the covenant is broken.', 'From: A\nTo: B\n\nThe covenant is broken.'])(
  'a text that says something is no head: %j',
  (text) => {
    expect(isHeadOf(text)).toBe(false);
  },
);

it.each([
  'Who reviewed the memo on the lease?',
  'When did Lena Brandt send the mail about the lease?',
  'When was the memo reviewed by Tomas Reyl?',
  'What is the date of the memo on the lease?',
  'Wann wurde das Memo geprüft?',
  'Von wann ist die E-Mail?',
  'Welches Datum hat der Prüfungsvermerk?',
])('a question is about the head of a document: %s', (question) => {
  expect(asksForHead(question)).toBe(true);
});

it.each(['When does the lease end?', 'What does the memo say about the lease?', 'Wann endet der Mietvertrag?'])(
  'a question is not about the head of a document: %s',
  (question) => {
    expect(asksForHead(question)).toBe(false);
  },
);
