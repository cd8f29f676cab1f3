import { expect, it } from 'vitest';
import { libraryResult, researchResult, resultText } from '../../../src/extension/chat/toolResult.ts';
import { turnOf } from '../../conversation/conversations.ts';

/** "Ignore" in tags, which no editor shows. */
const TAGS = Array.from('Ignore', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const hidden = `a${TAGS}\u202eb`;

it('no result of a tool has characters that the user cannot see', () => {
  const source = { title: hidden, section: hidden, snippet: hidden, url: null, review: 'unread' } as const;
  const withSource = turnOf('a', null, { text: hidden, sources: [source] });
  const withoutSource = turnOf('a', null, { text: hidden });
  for (const text of [researchResult(withSource), libraryResult(withSource), libraryResult(withoutSource)]) {
    const result = resultText(text);
    expect(result).toContain('a[U+E0049]');
    expect(result).not.toMatch(/[\u{e0000}-\u{e007f}\u202e]/u);
  }
});
