import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { createChatMarkdown } from '../../../src/extension/chat/chatMarkdown.ts';
import { chatText } from '../../../src/extension/chat/chatText.ts';

const parser = markdownIt({ html: true, linkify: true });

function tokens(text: string) {
  return parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** What Chat would load or run, and dollar signs that it could read as a formula. */
function dangers(text: string): string[] {
  const found = tokens(text).filter(({ type }) => /^(?:image|html_)/.test(type));
  return found.map(({ type, content }) => `${type} ${content}`);
}

function filtered(parts: readonly string[]): string {
  const markdown = createChatMarkdown();
  return parts.map((part) => markdown.push(part)).join('') + markdown.end();
}

const PIECES = [
  '`',
  '``',
  '```',
  '~~~',
  '\n',
  '\r',
  '\n\n',
  '    ',
  '- ',
  '> ',
  '|',
  '$',
  '$$',
  '\\',
  '[a](b)',
  'x',
  '---',
];
const ATTACKS = [
  '![x](https://evil.example/p.png)',
  '<img src=x>',
  '<!-- c -->',
  '![x][r]\n\n[r]: https://evil.example/p.png',
];

it('Chat receives no image and no HTML, however the text is cut into parts', () => {
  const piece = fc.constantFrom(...PIECES, ...ATTACKS);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      expect(dangers(filtered(parts))).toEqual([]);
      expect(filtered(parts)).toBe(filtered([parts.join('')]));
    }),
    { numRuns: 500 },
  );
});

it('amounts stay amounts in Chat, which reads unescaped dollar signs as formulas', () => {
  expect(filtered(['From $1,000 to \\$5,000 and $$x$$.'])).toBe('From \\$1,000 to \\$5,000 and \\$\\$x\\$\\$.');
  expect(filtered(['---$x$---\n'])).toContain('\\$x\\$');
});

it('a whole line is shown as soon as it has arrived', () => {
  const markdown = createChatMarkdown();
  expect(markdown.push('one ')).toBe('');
  expect(markdown.push('line\nthe next')).toBe('one line\n');
  expect(markdown.push('\r')).toBe('');
  expect(markdown.push('\nlast')).toBe('the next\n');
  expect(markdown.end()).toBe('last');
});

it('an answer that ends inside of a code block does not swallow what follows', () => {
  expect(filtered(['```\ncode'])).toBe('```\ncode\n```');
});

it('a long line without an end is read in linear time', () => {
  const parts = Array.from({ length: 40_000 }, () => 'some words in a line ');
  expect(filtered(parts)).toHaveLength(parts.join('').length);
});

it('a title of a source is one line of plain text in Chat', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(...ATTACKS), (text, attack) => {
      const shown = chatText(`${text} ${attack}`);
      expect(dangers(shown)).toEqual([]);
      expect(shown).not.toMatch(/[\r\n]|(?<!\\)(?:\\\\)*\$/);
    }),
  );
});
