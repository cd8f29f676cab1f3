import { expect, it } from 'vitest';
import { isHead } from '../../../src/service/search/documentHead.ts';
import type { NodeText } from '../../../src/service/search/documentNodes.ts';

const line = (text: string, at = 3): NodeText =>
  ({ kind: 'text', path: '', text, line: at, endLine: at, passage: {} }) as NodeText;
const isHeadOf = (text: string, at?: number) => isHead({ path: '', lines: [line(text, at)] });

it.each([
  'Theo Marchetti, tax manager, February 3, 2026',
  'Ines Vardal, February 9, 2026; reviewed by Tomas Reyl, February 16, 2026.',
  'Henrike Brockmann, 3. Februar 2026',
  'Harrow & Pell LLP to Kestrel Software, Inc., September 2, 2025',
  'From: A <a@finch.example>\nTo: B <b@pell.example>\nSubject: Covenant',
])('a head is recognized: %j', (text) => {
  expect(isHeadOf(text)).toBe(true);
});

it.each([
  'The term ends on January 31, 2032.',
  'Priska Wen. Replaces version 1 of June 20, after the law changed on July 4, 2025.',
  'Subject: the covenant is broken.',
  'From: A\nTo: B\n\nThe covenant is broken.',
  'Rent: $43,900, January 31, 2032',
])('a text that says something is no head: %j', (text) => {
  expect(isHeadOf(text)).toBe(false);
});

it('a line with a name and a date in the middle of a document is no head', () => {
  expect(isHeadOf('Theo Marchetti, tax manager, February 3, 2026', 80)).toBe(false);
});
