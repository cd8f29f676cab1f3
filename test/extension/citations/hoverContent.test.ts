import { assert, constantFrom, oneof, property, string } from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/authority/parseAuthorities.ts';
import { hoverContent } from '../../../src/extension/citations/hoverContent.ts';
import type { AuthorityPassage } from '../../../src/protocol/worker.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

class MarkdownString {
  isTrusted: unknown = false;
  supportHtml = false;
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
const api = { MarkdownString, l10n: fakeVscode().api.l10n, env: { language: 'en' } } as unknown as Parameters<
  typeof hoverContent
>[0];
const citation = parseAuthorities('§ 179(b)(1)')[0];
const passage: AuthorityPassage = {
  match: 'exact',
  title: '§ 179 Election to expense',
  path: '/library/irc-179.md',
  date: '2025-12-31',
  headings: ['§ 179', '(b) Limits', '(b)(1) Dollar limit'],
  place: '',
  line: 22,
  endLine: 24,
  text: 'The dollar limit is $2,500,000.',
  isWhole: true,
};

function shown(changes: Partial<AuthorityPassage>, question = 'What is the limit?') {
  if (!citation) throw new Error('no citation');
  const answers = [{ conversation: 'c1', question, askedAt: 0, reliedOn: true, folder: null }];
  const [content] = hoverContent(api, citation, { passage: { ...passage, ...changes }, complete: true }, answers);
  if (!content) throw new Error('no content');
  return content;
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

const OURS = [
  /^command:fiscal\.openAuthority\?/,
  /^command:fiscal\.askAuthority\?/,
  /^command:fiscal\.openConversation\?/,
];
const foreign = (markdown: string) => active(markdown).filter((target) => !OURS.some((own) => own.test(target)));

it('the hover has the paragraph, the document, its date, the headings, and links for our commands only', () => {
  const { value, isTrusted, supportHtml } = shown({});
  expect(value).toContain('> The dollar limit is $2,500,000.');
  expect(value).toContain('**§ 179(b)(1)** · § 179 Election to expense · 2025-12-31');
  expect(value).toContain('*(b) Limits › (b)(1) Dollar limit*');
  expect(active(value)).toHaveLength(3);
  expect(foreign(value)).toEqual([]);
  expect(isTrusted).toEqual({
    enabledCommands: ['fiscal.openAuthority', 'fiscal.askAuthority', 'fiscal.openConversation'],
  });
  expect(supportHtml).toBe(false);
});

it.each([
  '[click](command:workbench.action.terminal.new)',
  '![x](https://evil.example/pixel.png)',
  '<img src=x onerror=alert(1)>',
  '<https://evil.example>',
  'https://evil.example/a www.evil.example me@evil.example ftp://evil.example',
  '[a]: vscode://evil\n\n[a]',
  '[x](file:///etc/passwd)',
  '&lt;b&gt; &#91;x](command:a)',
  '```\n[x](command:a)\n```\n[y](command:b)',
  '| a |\n|---|\n| [x](javascript:alert(1)) |',
  '> > # heading\n===\n---',
  '\u202eevil',
])('hostile text in the library is shown as text: %s', (text) => {
  expect(foreign(shown({ text, title: text, headings: ['a', text], date: text, place: text }, text).value)).toEqual([]);
});

it('no text of the library or of a question becomes a link, an image or HTML', () => {
  const pieces = constantFrom(
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '`',
    '\\',
    'command:a',
    'https://a.b',
    'www.a.b',
    'a@b.c',
    '\n',
    '\n\n',
    '(A) ',
    '&#91;',
    '|',
    '-',
    ' ',
  );
  assert(
    property(oneof(string({ unit: pieces, maxLength: 20 }), string({ unit: 'binary', maxLength: 40 })), (text) => {
      expect(foreign(shown({ text, title: text, headings: ['a', text] }, text).value)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('a long paragraph is cut with an ellipsis', () => {
  expect(shown({ text: 'word '.repeat(100_000) }).value.length).toBeLessThan(3000);
});

it('a number that only its form makes a citation is passed over unless the library has it', () => {
  const [bare] = parseAuthorities('4980H(b)');
  if (!bare) throw new Error('no citation');
  expect(hoverContent(api, bare, { passage: null, complete: true }, [])).toEqual([]);
  expect(hoverContent(api, bare, { passage, complete: true }, [])).toHaveLength(1);
  expect(hoverContent(api, bare, null, [])).toEqual([]);
});
