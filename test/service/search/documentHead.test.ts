import { expect, it } from 'vitest';
import { asksForHead, isHead } from '../../../src/service/search/documentHead.ts';
import type { NodeText } from '../../../src/service/search/documentNodes.ts';

const line = (text: string, at = 3): NodeText =>
  ({ kind: 'text', path: '', text, line: at, endLine: at, passage: {} }) as NodeText;
const isHeadOf = (text: string, at?: number) => isHead({ path: '', lines: [line(text, at)] });

it.each([
  'Theo Marchetti, tax manager, February 3, 2026',
  'Ines Vardal, February 9, 2026; reviewed by Tomas Reyl, February 16, 2026.',
  'Henrike Brockmann, 3. Februar 2026',
  'Ludwig van der Berg, Steuerberater, 3.2.2026',
  'Harrow & Pell LLP to Kestrel Software, Inc., September 2, 2025',
  'From: A <a@finch.example>\nTo: B <b@pell.example>\nSubject: Covenant',
])('a head is recognized: %j', (text) => {
  expect(isHeadOf(text)).toBe(true);
});

it.each([
  'The term ends on January 31, 2032.',
  'Priska Wen. Replaces version 1 of June 20, after the law changed on July 4, 2025.',
  'Payment is due on Friday, March 3, 2026.',
  'The lease begins on Monday, June 1, 2026.',
  'Payment Due Friday, March 3, 2026',
  'Payment Due, Friday, March 3, 2026',
  'Die Frist endet am Montag, 2. Februar 2026.',
  'Subject: the covenant is broken.',
  'From: A\nTo: B\n\nThe covenant is broken.',
  'Rent: $43,900, January 31, 2032',
])('a text that says something is no head: %j', (text) => {
  expect(isHeadOf(text)).toBe(false);
});

it('a line with a name and a date in the middle of a document is no head', () => {
  expect(isHeadOf('Theo Marchetti, tax manager, February 3, 2026', 80)).toBe(false);
});

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
