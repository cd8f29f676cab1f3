import { expect, it } from 'vitest';
import { continuesLast } from '../../../src/service/search/earlierQuestions.ts';

it.each([
  ['yes', 'When was the third one paid?'],
  ['yes', 'Which one is due?'],
  ['yes', 'And what of the ones that are late?'],
  ['no', 'What is the one percent excise tax on repurchases of stock?'],
  ['no', 'What is the one-year holding period for capital gains?'],
  ['no', 'How does the one-half rule of self-employment tax work?'],
])('“one” in place of something named before makes a follow-up, and the number does not: %s, %s', (continues, text) => {
  expect(continuesLast({ text, words: 7, subjects: 6 })).toBe(continues);
});
