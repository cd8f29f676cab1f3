import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { outgoingMarkdown } from '../../src/conversation/outgoingMarkdown.ts';
import { answerMarkdown, conversationMarkdown, memo } from '../../src/conversation/transcript.ts';
import { conversationOf, turnOf } from './conversations.ts';

const parser = markdownIt({ html: true, linkify: true });

/** What a Markdown preview would load or run. */
function dangers(text: string): string[] {
  const tokens = parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.filter(({ type }) => /^(?:image|html_)/.test(type)).map(({ type, content }) => `${type} ${content}`);
}

const ATTACKS = [
  '![x](https://evil.example/p.png)',
  '![x](<https://evil.example/p.png> "t")',
  '![x\ny](https://evil.example/p.png)',
  '![x][r]\n\n[r]: https://evil.example/p.png',
  '![r]\n\n[r]: https://evil.example/p.png',
  '[![x](https://evil.example/p.png)](https://a.example)',
  '![a ![b](https://evil.example/1)](https://evil.example/2)',
  '\\\\![x](https://evil.example/p.png)',
  '\\![x](https://evil.example/p.png)',
  '<img src="https://evil.example/p.png">',
  '<img\nsrc="https://evil.example/p.png">',
  'a <b onclick=x>c</b>',
  '<!-- c --><?x?><![CDATA[y]]>',
  '<style>@import "https://evil.example/c.css"</style>',
  '- ```\n  ```\n  ![x](https://evil.example/p.png)',
  '- ```\n```\n![x](https://evil.example/p.png)\n```\n![x](https://evil.example/p.png)',
  '> ```\n![x](https://evil.example/p.png)',
  '```a`b\n![x](https://evil.example/p.png)',
  '```\n    ```\n```\n![x](https://evil.example/p.png)',
  '~~~\n```\n~~~\n![x](https://evil.example/p.png)',
  '`a ![x](https://evil.example/p.png)` `` ` ![x](https://evil.example/p.png)',
  ' ```\n    ```\n```\n![x](https://evil.example/p.png)',
  '* 1. ```\n![x](https://evil.example/p.png)\n```',
  '    indented\n![x](https://evil.example/p.png)',
  '| a |\n|---|\n| ![x](https://evil.example/p.png) |',
  '```| a |\n|---|\n| ![x](https://evil.example/p.png) |',
  '~~~ a | b\n---|---\n![x](https://evil.example/p.png) | b',
];

it.each(ATTACKS)('leaves no image and no HTML in the Markdown of “%s”', (text) => {
  expect(dangers(outgoingMarkdown(text))).toEqual([]);
  const turn = { ...turnOf('a', null, { text }), question: { text, selections: [] } };
  const conversation = { ...conversationOf(turn), title: text };
  for (const document of [answerMarkdown(turn), memo(conversation, turn), conversationMarkdown(conversation)]) {
    expect(dangers(document)).toEqual([]);
  }
});

it('leaves no image and no HTML in the Markdown of any text', () => {
  const marks = ['`', '```', '~~~', '\n', '\\', '!', '[', '](x)', '<a', '>', '- ', '> ', '    ', '\t', '\r'];
  const piece = fc.oneof(fc.constantFrom(...ATTACKS, ...marks), fc.string({ maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const text = pieces.join('');
      expect(dangers(outgoingMarkdown(text)), JSON.stringify(text)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it('images become text with their host', () => {
  expect(outgoingMarkdown('see ![The *flow*](https://a.example/x.png "t"), ![](http://b.example:8/y)')).toBe(
    'see The *flow* (image: a.example), Image (image: b.example:8)',
  );
  expect(outgoingMarkdown('![x](data:image/png;base64,AAAA)')).toBe('x (image)');
});

it('formulas and front matter cannot hide the beginning of a code block', () => {
  expect(outgoingMarkdown('$$\n```\n$$')).not.toMatch(/^\$\$/);
  expect(outgoingMarkdown('---\n```\n---')).not.toMatch(/^---/);
  expect(outgoingMarkdown('--- x\n```\n---')).not.toMatch(/^---/);
  expect(outgoingMarkdown('`$` ![x](y) `')).not.toContain('![');
});

it('text, code blocks, tables and web addresses stay as they were', () => {
  const text = [
    '## Result\n\n**Yes** [1], 5 < 6, $1,000 to $5,000! [2] <https://irs.example/179> <mailto:a@b.example>',
    '```xml\n<us-gaap:Revenue>1</us-gaap:Revenue> ![x](y)\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
  ].join('\n\n');
  expect(outgoingMarkdown(text)).toBe(text);
});

it('a code block that was not closed ends with the text', () => {
  expect(outgoingMarkdown('````js\nconst x = 1;\n```')).toBe('````js\nconst x = 1;\n```\n````');
});
