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

it.each([
  ['no', 'Is there a penalty for the late return of a partnership?'],
  ['no', 'Welche Sonderprüfung gibt es bei Tannhof in Hameln?'],
  ['yes', 'How many of the partners are there?'],
  ['yes', 'Wie viele Maschinen der Baureihe gibt es?'],
  ['yes', 'What is the rent there for the offices?'],
])('“there” and “es” make a follow-up unless they refer to nothing: %s, %s', (continues, text) => {
  expect(continuesLast({ text, words: 7, subjects: 6 })).toBe(continues);
});
