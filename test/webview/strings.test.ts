import { expect, it } from 'vitest';
import { strings } from '../../src/webview/strings.ts';

it('every text of the page has a word or a value', () => {
  const empty = Object.entries(strings).filter(([, text]) => !/\p{L}|\{\d\}/u.test(text));
  expect(empty).toEqual([]);
});
