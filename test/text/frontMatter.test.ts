import { expect, it } from 'vitest';
import { frontMatterValue, readFrontMatter } from '../../src/text/frontMatter.ts';

const TEXT = '---\nTitle: "§ 179: Election"\nkind: law \nempty:\n---\n# Heading\nkind: memo\n';

it.each([TEXT, TEXT.replaceAll('\n', '\r\n')])('a value is read whatever the line ends are', (text) => {
  expect(frontMatterValue(text, 'title')).toBe('§ 179: Election');
  expect(frontMatterValue(text, 'kind')).toBe('law');
  expect(frontMatterValue(text, 'empty')).toBe('');
});

it('front matter says how many lines it takes', () => {
  expect(readFrontMatter(TEXT.split('\n'))?.lines).toBe(5);
});

it('text that only begins with a rule, or does not end the block, has no front matter', () => {
  expect(frontMatterValue('kind: law\n', 'kind')).toBe('');
  expect(frontMatterValue(`---\n${'kind: law\n'.repeat(100)}---\n`, 'kind')).toBe('');
  expect(frontMatterValue('---\nkind: law\n', 'kind')).toBe('');
});
