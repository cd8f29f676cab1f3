import { expect, it } from 'vitest';
import { strings } from '../../src/webview/strings.ts';

it('every text of the page has a word or a value, but for a question that the user already answered', () => {
  const empty = Object.entries(strings).filter(([, text]) => !/\p{L}|\{\d\}/u.test(text));
  expect(empty.map(([key]) => key)).toEqual(['confirm.reason.asked']);
});
