import { expect, it } from 'vitest';
import { pattern } from '../../src/webview/find/search.ts';

it('find takes punctuation in a query literally', () => {
  for (const query of [
    'bill-and-hold',
    '§ 179(b)(1)',
    '$2,500,000',
    'AU-C 500',
    'a/b',
    '[1]',
    'x|y',
    '{}^.*+?\\',
    '#&~=<>',
  ]) {
    expect(pattern(query)?.exec(`Before ${query} after`)?.[0]).toBe(query);
  }
});
