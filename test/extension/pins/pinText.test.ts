import { array, assert, constantFrom, property } from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { emptyAnswer, type Turn } from '../../../src/conversation/conversation.ts';
import { pinText } from '../../../src/extension/pins/pinText.ts';

function turn(text: string, title = '§ 179 Election to expense'): Turn {
  return {
    id: 't',
    parent: null,
    epoch: 1,
    askedAt: 0,
    question: { text: 'Why?', selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), text, sources: [{ title, url: null, review: 'unread' }] },
  };
}

/** The targets of links and images, and the HTML, as a Markdown reader sees them. */
function active(markdown: string): string[] {
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(markdown, {});
  return tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .flatMap((token) => {
      if (token.type === 'link_open') return [String(token.attrGet('href'))];
      if (token.type === 'image') return [`image ${token.attrGet('src')}`];
      return token.type.startsWith('html') ? [token.content] : [];
    });
}

it('the answer keeps its Markdown, its marks and its web links', () => {
  const { text } = pinText(turn('**No more** than [the limit](https://example.com/a) [1][2].\n\n- one'));
  expect(active(text)).toEqual(['https://example.com/a']);
  const rendered = new MarkdownIt().render(text);
  expect(rendered).toContain('<strong>No more</strong>');
  expect(rendered).toContain('[1][2].');
  expect(rendered).toContain('§ 179 Election to expense');
});

it.each([
  '[x](command:workbench.action.quit)',
  '[x](file:///etc/passwd)',
  '[x](vscode://evil.extension/run)',
  '[x\\](command:a)',
  '[x][a]\n\n[a]: command:a',
  '[a]\n\n[a]:\n  file:///x',
  '<vscode://evil>',
  '![p](https://evil.example/p.png)',
  '[x]( <command:a>)',
  '[x](&#99;ommand:a)',
  '[x](javascript:alert(1))',
])('a link to another scheme is text: %s', (text) => {
  expect(active(pinText(turn(text, text)).text).filter((target) => !/^https?:/.test(target))).toEqual([]);
});

it('no answer has a link to another scheme than the web and mail', () => {
  const pieces = constantFrom(
    '[',
    ']',
    '(',
    ')',
    ':',
    '<',
    '>',
    '!',
    '\\',
    '`',
    '\n',
    ' ',
    'a',
    'command:a',
    'https://a.b',
    'file:///x',
    '&#91;',
    '```',
  );
  assert(
    property(array(pieces, { maxLength: 25 }), (parts) => {
      const { text } = pinText(turn(parts.join(''), parts.join('')));
      expect(active(text).filter((target) => !/^(?:https?:|mailto:)/.test(target))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it('a long answer is cut', () => {
  expect(pinText(turn('word '.repeat(10_000)))).toMatchObject({ isWhole: false });
});
