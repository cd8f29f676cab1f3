import './support/domParser.ts';
import { describe, expect, it } from 'vitest';
import { type Inline, plainText, sameInline } from '../../../src/markdown/inline.ts';
import { parseInline, type Scope } from '../../../src/markdown/inlineParser.ts';

const lookedUp: string[] = [];
const scope: Scope = {
  reference: (label) => {
    lookedUp.push(label);
    return label === 'IRC' || label === '2' ? { url: 'https://law.example/', title: 't' } : null;
  },
  footnote: (label) => (label === 'N' ? 1 : null),
  citation: (n) => (n <= 3 ? 'listed' : 'missing'),
};
const open: Scope = { ...scope, citation: (n) => (n <= 3 ? 'listed' : null) };
const parse = (text: string, from = scope) => parseInline(text, from);

/** Each inline as a short text: `cite 1`, `link url [text]`. */
const short = (inlines: readonly Inline[]): string[] =>
  inlines.map((inline) => {
    switch (inline.kind) {
      case 'text':
        return inline.text;
      case 'citation':
      case 'missingCitation':
      case 'footnote':
        return `${inline.kind} ${inline.n}`;
      case 'link':
        return `link ${inline.url} ${short(inline.children).join('')}`;
      case 'image':
        return `image ${inline.url} ${inline.alt}`;
      case 'code':
        return `code ${inline.text}`;
      case 'break':
        return 'break';
      default:
        return `${inline.kind} ${short(inline.children).join('')}`;
    }
  });

describe('citations', () => {
  it.each([
    ['a number with a source', '[1]', ['citation 1']],
    ['a number without a source in a complete answer', '[7]', ['missingCitation 7']],
    ['two numbers in a row', '[1][3]', ['citation 1', 'citation 3']],
    ['a number that is also the label of a reference', '[2]', ['citation 2']],
    ['a year', '[2025]', ['[2025]']],
    ['a number with a zero in front', '[01]', ['[01]']],
    ['an escaped bracket', '\\[1]', ['[1]']],
    ['a number in code', '`[1]`', ['code [1]']],
    ['a number with an exclamation mark', '![1]', ['![1]']],
    ['a number in the text of a link', '[see [1]](https://a.example)', ['link https://a.example see [1]']],
    ['a number in the description of an image', '![see [1] and [^n]](u)', ['image u see [1] and [^1]']],
    ['a link with a number as its text', '[1](https://a.example)', ['link https://a.example 1']],
    ['a number in bold text', '**see [1]**', ['strong see citation 1']],
  ])('a citation is recognized or left as text: %s', (_, text, expected) => {
    expect(short(parse(text))).toEqual(expected);
  });

  it('a number without a source is text while sources can still arrive', () => {
    expect(short(parse('[7]', open))).toEqual(['[7]']);
  });
});

describe('references and footnotes', () => {
  it.each([
    ['full', '[text][irc]', ['link https://law.example/ text']],
    ['collapsed', '[Irc][]', ['link https://law.example/ Irc']],
    ['shortcut', '[iRC]', ['link https://law.example/ iRC']],
    ['undefined', '[text][none]', ['[text][none]']],
    ['undefined, followed by a known one', '[none][irc]', ['link https://law.example/ none']],
    ['with a bracket inside', '[a [b] c][irc]', ['link https://law.example/ a [b] c']],
    ['a footnote', 'a[^n]', ['a', 'footnote 1']],
    ['an undefined footnote', 'a[^x]', ['a[^x]']],
    ['a footnote in a link', '[a[^n]](u)', ['link u a[^1]']],
    ['a footnote with a blank', '[^n x]', ['[^n x]']],
    ['an image by reference', '![alt][irc]', ['image https://law.example/ alt']],
  ])('a reference is resolved or left as text: %s', (_, text, expected) => {
    expect(short(parse(text))).toEqual(expected);
  });

  it('a label of 1,000 characters is not looked up', () => {
    lookedUp.length = 0;
    parse(`[${'a'.repeat(1000)}]`);
    expect(lookedUp).toEqual([]);
    parse(`[${'a'.repeat(999)}]`);
    expect(lookedUp).toEqual(['A'.repeat(999)]);
  });

  it('a link cannot contain a link, but an image can', () => {
    expect(short(parse('[a [b](u) c](v)'))).toEqual(['[a ', 'link u b', ' c](v)']);
    expect(short(parse('![a [b](u) c](v)'))).toEqual(['image v a b c']);
  });
});

describe('addresses in running text', () => {
  it.each([
    ['https://a.example/x?y=1', ['link https://a.example/x?y=1 https://a.example/x?y=1']],
    ['www.a.example', ['link https://www.a.example www.a.example']],
    ['www.example', ['www.example']],
    ['https://', ['https://']],
    ['xhttps://a.example', ['xhttps://a.example']],
    ['see https://a.example.', ['see ', 'link https://a.example https://a.example', '.']],
    ['(https://a.example/(b))', ['(', 'link https://a.example/(b) https://a.example/(b)', ')']],
    ['https://a.example/&copy;', ['link https://a.example/ https://a.example/', '©']],
    ['https://a.example/x*y*', ['link https://a.example/x*y https://a.example/x*y', '*']],
    ['me@a.example', ['link mailto:me@a.example me@a.example']],
    [
      'me@a.example, you@b.example.',
      ['link mailto:me@a.example me@a.example', ', ', 'link mailto:you@b.example you@b.example', '.'],
    ],
    ['me\\@a.example', ['me', '@', 'a.example']],
    ['me&#64;a.example', ['me', '@', 'a.example']],
    ['a@b', ['a@b']],
    ['@a.example', ['@a.example']],
    ['**me@a.example**', ['strong link mailto:me@a.example me@a.example']],
    ['<https://a.example>', ['link https://a.example https://a.example']],
    ['<me@a.example>', ['link mailto:me@a.example me@a.example']],
    ['<a b>', ['<a b>']],
  ])('an address in running text becomes a link where it is one: %s', (text, expected) => {
    expect(short(parse(text))).toEqual(expected);
  });

  it('a bare address of 4,096 characters or more is text', () => {
    expect(parse(`https://a.example/${'x'.repeat(4000)}`)[0]?.kind).toBe('link');
    expect(parse(`https://a.example/${'x'.repeat(4200)}`)[0]?.kind).toBe('text');
  });
});

describe('emphasis', () => {
  it.each([
    ['*a*', ['emphasis a']],
    ['~~a~~', ['strike a']],
    ['~a~', ['~a~']],
    ['~~~a~~~', ['~~~a~~~']],
    ['***a***', ['emphasis strong a']],
    ['*a **b***', ['emphasis a strong b']],
    ['a_b_c', ['a_b_c']],
    ['a*b*c', ['a', 'emphasis b', 'c']],
    ['**中文**字', ['strong 中文', '字']],
    ['*a*🙂', ['emphasis a', '🙂']],
    ['🙂_a_', ['🙂', 'emphasis a']],
    ['* a*', ['* a*']],
  ])('marks are paired as CommonMark specifies: %s', (text, expected) => {
    expect(short(parse(text))).toEqual(expected);
  });

  it('emphasis is nested at most 32 deep, and deeper marks are text', () => {
    let depth = 0;
    for (let at = parse(`${'*a '.repeat(100)}${'b* '.repeat(100)}`); ; depth++) {
      const inner = at.find((inline) => 'children' in inline);
      if (!inner || !('children' in inner)) break;
      at = [...inner.children];
    }
    expect(depth).toBe(32);
  });
});

it('two blanks or a backslash at the end of a line make a line break', () => {
  expect(short(parse('a  \nb\\\n c\nd \n  e'))).toEqual(['a', 'break', 'b', 'break', 'c\nd\ne']);
});

it('character references are decoded, and invalid ones are text', () => {
  expect(short(parse('&amp; &copy; &#35; &#X1F642; &#0; &#xD800; &#1114112; &nope; &amp'))).toEqual([
    '& © # 🙂 \ufffd \ufffd \ufffd &nope; &amp',
  ]);
});

it('plain text contains the text of every kind of inline', () => {
  const text = '*a* `b` [c](u) ![d](v) [1] [9] [^n] e  \nf';
  expect(plainText(parse(text))).toBe('a b c d [1] [9] [^1] e\nf');
});

it('inline content is the same only if kind, text, address and children are the same', () => {
  const texts = [
    'a',
    'b',
    '`a`',
    '*a*',
    '**a**',
    '*b*',
    '[a](u)',
    '[a](v)',
    '[a](u "t")',
    '[b](u)',
    '![a](u)',
    '![b](u)',
  ].concat(['![a](v)', '[1]', '[2]', '[8]', '[9]', '[^n]', '~~a~~']);
  const first = (text: string) => {
    const [inline] = parse(text, { ...scope, reference: () => null });
    if (!inline) throw new Error(text);
    return inline;
  };
  for (const a of texts)
    for (const b of texts) expect(`${a} ${b} ${sameInline(first(a), first(b))}`).toBe(`${a} ${b} ${a === b}`);
  expect(sameInline({ kind: 'break' }, { kind: 'break' })).toBe(true);
  expect(sameInline({ kind: 'break' }, first('a'))).toBe(false);
});
