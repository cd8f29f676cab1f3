import './support/domParser.ts';
import { describe, expect, it } from 'vitest';
import { readDestination, readLabel, readTitle, skipBlanks } from '../../../src/markdown/linkSyntax.ts';
import { imageHost, safeLink, showsHost, visibleExactly, visibleProse } from '../../../src/markdown/links.ts';
import { takeDefinitions } from '../../../src/markdown/references.ts';

describe('an address of an answer', () => {
  it.each([
    ['https://www.irs.gov/x', 'https://www.irs.gov/x', 'www.irs.gov'],
    ['HTTP://a.example:8080', 'http://a.example:8080/', 'a.example:8080'],
    ['https://www.irs.gov@evil.example/', 'https://evil.example/', 'evil.example'],
    ['https://user:password@a.example/', 'https://a.example/', 'a.example'],
    ['https://іrs.gov/', 'https://xn--rs-goc.gov/', 'xn--rs-goc.gov'],
    ['mailto:me@a.example?bcc=x@evil.example&body=b', 'mailto:me@a.example', 'me@a.example'],
  ])('an address that can be opened is shown with its real host: %s', (url, href, host) => {
    const link = safeLink(url);
    expect(link?.href).toBe(href);
    expect(link?.host).toBe(host);
  });

  it.each([
    'javascript:x',
    'command:x',
    'file:///etc/passwd',
    'data:text/html,x',
    '/relative',
    '//a.example',
    'https:',
    'mailto:',
    'mailto:?to=a@b.example',
    'mailto:nobody',
    `https://a.example/${'x'.repeat(8192)}`,
  ])('an address that must not be opened is no link: %s', (url) => {
    expect(safeLink(url)).toBeNull();
  });

  it('the host is added unless the text starts with it', () => {
    const link = { href: 'https://irs.gov/x', host: 'irs.gov' };
    const texts = [
      'irs.gov',
      ' https://IRS.gov/x ',
      'irs.gov/x',
      'irs.gov?y',
      'irs.gov.evil.example',
      'see irs.gov',
      'IRS',
      '',
    ];
    expect(texts.map((text) => showsHost(text, link))).toEqual([true, true, true, true, false, false, false, false]);
  });

  it('the host of an image is known only if its address has one', () => {
    expect(['https://a.example/i.png', 'i.png', 'data:image/png,x'].map(imageHost)).toEqual(['a.example', null, null]);
  });
});

it('characters that reorder text are escaped everywhere, invisible ones only where the text must be exact', () => {
  expect(visibleProse('a\u202eb\u2066c')).toBe('a\\u202eb\\u2066c');
  expect(visibleProse('👩‍👩‍👧 a\u200bb')).toBe('👩‍👩‍👧 a\u200bb');
  expect(visibleExactly('a\u200bb\u202ec\u{e0041}d')).toBe('a\\u200bb\\u202ec\\u{e0041}d');
  expect(visibleExactly('❤️')).toBe('❤️');
});

describe('the parts of links', () => {
  it.each([
    ['<a b>c', 'a b', 5],
    ['<a\\>b>', 'a>b', 6],
    ['a\\)b)', 'a)b', 4],
    ['a(b(c))d e', 'a(b(c))d', 8],
    ['a)', 'a', 1],
    ['', '', 0],
    ['a&amp;b', 'a&b', 7],
    ['a\tb', 'a', 1],
    ['a\x7fb', 'a', 1],
  ])('a destination ends where CommonMark says: %s', (text, url, end) => {
    expect(readDestination(text, 0)).toEqual({ url, end });
  });

  it('a destination with unbalanced or more than 32 nested parentheses is none', () => {
    expect(readDestination('a(b', 0)).toBeNull();
    expect(readDestination('<a', 0)).toBeNull();
    expect(readDestination('<a\nb>', 0)).toBeNull();
    const nested = (depth: number) => readDestination('('.repeat(depth) + ')'.repeat(depth), 0);
    expect([nested(32)?.end, nested(33)]).toEqual([64, null]);
  });

  it('labels have at most 999 characters, titles can contain escaped quotes, blanks contain one line end', () => {
    expect(readLabel(`[${'a'.repeat(999)}]`, 0)?.end).toBe(1001);
    expect(readLabel(`[${'a'.repeat(1000)}]`, 0)).toBeNull();
    expect(readLabel('[a[b]]', 0)).toBeNull();
    expect(readLabel('[a\\]b]', 0)).toEqual({ label: 'a\\]b', end: 6 });
    expect(readTitle('"a\\"b" c', 0)).toEqual({ title: 'a"b', end: 6 });
    expect(readTitle("'a\nb'", 0)).toEqual({ title: 'a\nb', end: 5 });
    expect(readTitle('(a(b))', 0)).toBeNull();
    expect([skipBlanks(' \t\n \n', 0), skipBlanks('a', 0)]).toEqual([4, 0]);
  });

  it('definitions are taken from the start of a paragraph, and the rest is kept', () => {
    expect(takeDefinitions(['[a]: <x y> "T"', '[B  c]:', '  /u', "'not", "closed' x", 'rest'])).toEqual({
      definitions: [
        { label: 'A', url: 'x y', title: 'T' },
        { label: 'B C', url: '/u', title: '' },
      ],
      rest: ["'not", "closed' x", 'rest'],
    });
    expect(takeDefinitions(['[a]: /u "t" x'])).toEqual({ definitions: [], rest: ['[a]: /u "t" x'] });
    expect(takeDefinitions(['[a]:', ''])).toEqual({ definitions: [], rest: ['[a]:', ''] });
    expect(takeDefinitions(['text', '[a]: /u'])).toEqual({ definitions: [], rest: ['text', '[a]: /u'] });
    expect(takeDefinitions(['[ ]: /u'])).toEqual({ definitions: [], rest: ['[ ]: /u'] });
    expect(takeDefinitions(['[a]: /u', '  '])).toMatchObject({ definitions: [{ url: '/u' }], rest: [] });
  });
});
