import { expect, it } from 'vitest';
import { MAX_SHOWN_SUGGESTIONS, MAX_SUGGESTION_LENGTH, shownSuggestions } from '../../src/conversation/suggestions.ts';

it('a suggestion that repeats an asked question is not shown, whatever its case, blanks and punctuation', () => {
  expect(shownSuggestions(['what is  the limit', 'Since when?'], ['What is the limit?'])).toEqual(['Since when?']);
});

it('each suggestion is shown once, on one line, and empty ones are not shown', () => {
  expect(shownSuggestions(['One?', 'one', ' ', '?!', 'Two\nlines?'], [])).toEqual(['One?', 'Two lines?']);
});

it('at most four of 20,000 suggestions are shown', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `Question ${index}?`);
  expect(shownSuggestions(many, [])).toEqual(many.slice(0, MAX_SHOWN_SUGGESTIONS));
});

it('a suggestion that is too long for a question is not shown, and no shown suggestion is cut', () => {
  const longest = 'a'.repeat(MAX_SUGGESTION_LENGTH);
  expect(shownSuggestions([`${longest}a`, longest], [])).toEqual([longest]);
});
