import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { asksForQuestions, withoutOpenQuestions } from '../../../src/service/search/openQuestions.ts';

it.each([
  ['Which invoices do we test?', ''],
  ['- Which invoices do we test, and\n  when?\n- Who counts?', ''],
  ['Questions for the team:\n\n1. Which invoices do we test?\n2. Who counts?', ''],
  ['**Does U.S. GAAP allow this?**', ''],
  ['To be decided: is it impaired, and how large is the loss? Can it be reversed?', ''],
])('a text that only asks has no statement: %j', (text, stated) => {
  expect(withoutOpenQuestions(text)).toBe(stated);
});

it('a question at the end of an item or of the text is left out, and what comes before it stays', () => {
  expect(
    withoutOpenQuestions('1. The customer asked us to wait. Is it revenue?\n2. We packed the goods. Can we bill?'),
  ).toBe('The customer asked us to wait.\n\nWe packed the goods.');
});

it.each([
  'Q: How much may be deducted? A: Up to $2,500.',
  'How much may be deducted?\n\nUp to $2,500 for each item.',
  '1. How much may be deducted?\n\nUp to $2,500 for each item.\n\n2. When is it elected?\n\nOn the return.',
  'What does the lessee disclose?\n- the lease cost\n- the maturity of the liability',
  'The rule states no limit.',
])('a question that is answered stays: %j', (text) => {
  expect(withoutOpenQuestions(text).replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
});

it('any text keeps only words that it has, in their order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('?', '.', ' ', '\n', '-', 'a', 'B', '1', ':', ')') }), (text) => {
      const left = withoutOpenQuestions(text).match(/\S+/g) ?? [];
      let at = 0;
      for (const word of text.match(/\S+/g) ?? []) if (word === left[at]) at += 1;
      expect(at).toBe(left.length);
    }),
  );
});

it('a question about questions is recognized', () => {
  expect(asksForQuestions('Which questions does the plan leave open?')).toBe(true);
  expect(asksForQuestions('Which receivables did the customer ask about?')).toBe(false);
});
