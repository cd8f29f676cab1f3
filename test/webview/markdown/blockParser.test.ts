import './support/domParser.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarkdownBlock } from '../../../src/markdown/block.ts';
import { createBlockParser, MAX_DEPTH } from '../../../src/markdown/blockParser.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { samples } from './support/samples.ts';
import { toHtml } from './support/toHtml.ts';

/** The tree without the links to parents, which would make it circular. */
const treeOf = ({ parent: _, children, ...block }: MarkdownBlock): unknown => ({
  ...block,
  children: children.map(treeOf),
});

/** A parser that has read the lines, with everything that it defined. */
function read(lines: readonly string[]) {
  const defined: unknown[] = [];
  const parser = createBlockParser({
    reference: (label, { url, title }) => defined.push([label, url, title]),
    footnote: (label, number) => defined.push([label, number]),
  });
  for (const line of lines) parser.line(line);
  return { parser, defined };
}

function parse(text: string) {
  const { parser, defined } = read(text.split('\n'));
  parser.end();
  return { document: parser.document, defined };
}

it('definitions leave an open paragraph as soon as another one begins', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `[label ${at}]: https://a.example/${at} "t"`);
  const { parser, defined } = read(lines);
  expect(parser.document.children.map(({ lines }) => lines)).toEqual([lines.slice(-1)]);
  expect(defined).toHaveLength(9_999);
  parser.end();
  expect(parser.document.children).toEqual([]);
});

it('lines that only begin like definitions are not read again with each further one', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `[label ${at}] and more`);
  expect(cpuTime(() => read(lines))).toBeLessThan(2000);
});

it.each([
  '[a]: /x\n"title over\n[b]: two lines"\n[c]: /y',
  '[a]:\n[b]: /x\n[c]: /y\ntext',
  '[a]: /x\n[b]: /y\n===\n[c]: /z\n---',
  '- [a]: /x\n  [x] no task\n- [x] task',
  '[a]: /x\n[b] | c\n- | -\n1 | 2',
  '[a]: /x\n[no definition]\n[c]: /y',
])('“%s” is read in the same way line by line and with a paragraph as a whole', (text) => {
  expect(outlineOf(text)).toMatchSnapshot();
});

/** Kind and lines of each block, with its children. */
const outline = ({ kind, lines, children }: MarkdownBlock): unknown => [
  kind,
  ...(lines.length > 0 ? [lines] : []),
  ...children.map(outline),
];
const outlineOf = (text: string) => parse(text).document.children.map(outline);

/** After each complete line, the beginnings of the next line are parsed for display and undone. */
function unequalRollback(text: string): string | null {
  const lines = text.split('\n');
  for (let count = 0; count < lines.length; count++) {
    const { parser, defined } = read(lines.slice(0, count));
    const before = JSON.stringify(treeOf(parser.document));
    const known = defined.length;
    const next = lines[count] ?? '';
    for (let length = 0; length <= next.length; length++) {
      parser.speculate(next.slice(0, length));
      parser.rollback();
      if (JSON.stringify(treeOf(parser.document)) !== before || defined.length !== known) return next.slice(0, length);
    }
    parser.speculate(next);
    parser.rollback();
    for (const line of lines.slice(count)) parser.line(line);
    parser.end();
    if (JSON.stringify(treeOf(parser.document)) !== JSON.stringify(treeOf(parse(text).document))) return next;
  }
  return null;
}

describe('an incomplete line', () => {
  it.each(Object.keys(samples))('a line that is parsed for display leaves no trace when it is undone: %s', (name) => {
    expect(unequalRollback(samples[name] ?? '')).toBeNull();
  });

  it('random lines that are parsed for display leave no trace when they are undone', () => {
    const bits = [
      'a',
      ' ',
      '    ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '# ',
      '---',
      '===',
      '```',
      '| a | b |',
      '\n|---|---|\n',
    ].concat(['[x]', '[x]: /u', '[^n]: ', '- [ ] ', '\t', '***', '~~~']);
    const text = fc.array(fc.constantFrom(...bits), { minLength: 1, maxLength: 16 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (each) => unequalRollback(each) === null),
      { numRuns: 300 },
    );
  });

  it('a definition in a line that is parsed for display does not count', () => {
    const { parser, defined } = read(['[a]: /one']);
    parser.speculate('');
    expect(defined).toEqual([]);
    parser.rollback();
    parser.line('');
    expect(defined).toEqual([['A', '/one', '']]);
  });

  it('only a complete line makes a block final', () => {
    const { parser } = read(['text']);
    parser.speculate('');
    expect(parser.document.children[0]).toMatchObject({ open: false, final: false });
    parser.rollback();
    expect(parser.document.children[0]).toMatchObject({ open: true, final: false });
    parser.line('');
    expect(parser.document.children[0]).toMatchObject({ open: false, final: true });
  });
});

describe('tables', () => {
  it('the last line of a paragraph becomes the header of a table, and the alignment is read', () => {
    const { document } = parse('before\na | b | c | d\n:-- | :-: | --: | ---\n1 | 2\nend\n\nafter');
    expect(document.children.map(outline)).toEqual([
      ['paragraph', ['before']],
      ['table', ['a | b | c | d', '1 | 2', 'end']],
      ['paragraph', ['after']],
    ]);
    expect(document.children[1]).toMatchObject({
      columns: ['left', 'center', 'right', null],
      startLine: 2,
      endLine: 5,
    });
  });

  it.each([
    ['a line without a bar', 'a\n---|---'],
    ['a row with another number of cells', '| a | b |\n|---|'],
    ['a row with other characters', '| a | b |\n|---|-x-|'],
    ['a row with an empty cell', '| a | b |\n|---||'],
    ['a bullet', 'a | b\n- | -'],
  ])('a delimiter row after %s is not the start of a table', (_, text) => {
    expect(toHtml(text)).not.toContain('<table>');
  });

  it('an escaped bar is part of a cell, and a missing cell is empty', () => {
    expect(toHtml('| a \\| b | c |\n|---|---|\n| `x\\|y` |\n| \\\\| z |')).toBe(
      '<table><thead><tr><th>a | b</th><th>c</th></tr></thead><tbody>' +
        '<tr><td><code>x|y</code></td><td></td></tr><tr><td>\\</td><td>z</td></tr></tbody></table>\n',
    );
  });

  it('a block that starts in the first column ends a table, and an indented line does too', () => {
    expect(outlineOf('|a|\n|-|\n> q')).toEqual([
      ['table', ['|a|']],
      ['quote', ['paragraph', ['q']]],
    ]);
    expect(outlineOf('|a|\n|-|\n- i')).toEqual([
      ['table', ['|a|']],
      ['list', ['item', ['paragraph', ['i']]]],
    ]);
    expect(outlineOf('|a|\n|-|\n    x')).toEqual([
      ['table', ['|a|']],
      ['code', ['x']],
    ]);
  });
});

describe('lists', () => {
  it('the first paragraph of an item can have a checkbox, others cannot', () => {
    const tasks = (text: string) => {
      const found: unknown[] = [];
      const visit = (block: MarkdownBlock) => {
        if (block.kind === 'paragraph') found.push([block.task, ...block.lines]);
        block.children.forEach(visit);
      };
      visit(parse(text).document);
      return found;
    };
    expect(tasks('- [ ] open\n- [x] done\n- [X] Done\n- [y] no\n- [ ]')).toEqual([
      [false, 'open'],
      [true, 'done'],
      [true, 'Done'],
      [null, '[y] no'],
      [null, '[ ]'],
    ]);
    expect(tasks('- a\n\n  [ ] b\n\n[ ] c\n\n> [x] d')).toEqual([
      [null, 'a'],
      [null, '[ ] b'],
      [null, '[ ] c'],
      [null, '[x] d'],
    ]);
    expect(tasks('- [ ] a\n  [x] b')).toEqual([[false, 'a', '[x] b']]);
  });

  it('a list is loose if a blank line is between its items or between the blocks of an item', () => {
    const loose = (text: string) => parse(text).document.children.map((block) => block.loose);
    expect(loose('- a\n- b')).toEqual([false]);
    expect(loose('- a\n\n- b')).toEqual([true]);
    expect(loose('- a\n\n  b')).toEqual([true]);
    expect(loose('- a\n  - b\n\n    c')).toEqual([false]);
    expect(loose('- a\n\n\ntext')).toEqual([false, false]);
  });

  it('another bullet or another sign after the number starts another list', () => {
    const kinds = (text: string) =>
      parse(text).document.children.map(({ list }) => [list?.ordered, list?.start, list?.sign]);
    expect(kinds('- a\n* b\n3. c\n4. d\n1) e')).toEqual([
      [false, 1, '-'],
      [false, 1, '*'],
      [true, 3, '.'],
      [true, 1, ')'],
    ]);
  });
});

describe('footnotes', () => {
  it('footnotes are numbered in the order of their definitions and contain blocks', () => {
    const { document, defined } = parse('Text[^a]\n[^a]: One\nlazy\n\n    more\n\n[^B c] no\n\n[^b]: Two');
    expect(document.children.map(outline)).toEqual([
      ['paragraph', ['Text[^a]']],
      ['footnote', ['paragraph', ['One', 'lazy']], ['paragraph', ['more']]],
      ['paragraph', ['[^B c] no']],
      ['footnote', ['paragraph', ['Two']]],
    ]);
    expect(defined).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
  });

  it('a line that begins with a tab belongs to the footnote above it', () => {
    const { document } = parse('[^a]: One\n\n\tmore');
    expect(document.children.map(outline)).toEqual([['footnote', ['paragraph', ['One']], ['paragraph', ['more']]]]);
  });

  it('a footnote is only defined at the outermost level', () => {
    expect(parse('> [^a]: no\n\n- [^b]: no').defined.filter((each) => (each as unknown[]).length === 2)).toEqual([]);
    expect(parse('- item\n[^b]: yes').defined).toEqual([['B', 1]]);
  });

  it('a footnote with a label of more than 100 characters is not defined', () => {
    expect(parse(`[^${'a'.repeat(100)}]: x`).defined).toEqual([['A'.repeat(100), 1]]);
    expect(parse(`[^${'a'.repeat(101)}]: x`).defined).not.toContainEqual(['A'.repeat(101), 1]);
  });
});

it(`containers are nested at most ${MAX_DEPTH} deep, and deeper markers are text`, () => {
  for (const marker of ['> ', '- ']) {
    let { document: block } = parse(`${marker.repeat(200)}x`);
    for (let child = block.children[0]; child; child = block.children[0]) block = child;
    expect(block.kind).toBe('paragraph');
    expect(block.depth).toBeGreaterThanOrEqual(MAX_DEPTH);
    expect(block.depth).toBeLessThanOrEqual(MAX_DEPTH + 2);
    expect(block.lines[0]).toMatch(marker === '> ' ? /^> > .*x$/ : /^- - .*x$/);
  }
});

it('a null character is replaced', () => {
  expect(outlineOf('a\0b')).toEqual([['paragraph', ['a\ufffdb']]]);
});

it('a fence ends only with the same character, at least as often, and the indentation of the fence is removed', () => {
  expect(outlineOf('  ```js x\n   a\n``\n~~~\n````  \nb')).toEqual([
    ['code', [' a', '``', '~~~']],
    ['paragraph', ['b']],
  ]);
  expect(outlineOf('~~~~\n~~~\n~~~~ x\n~~~~')).toEqual([['code', ['~~~', '~~~~ x']]]);
  expect(parse('  ```js x').document.children[0]?.fence).toEqual({ marker: '`', length: 3, indent: 2, info: 'js x' });
  expect(outlineOf('```a`b')).toEqual([['paragraph', ['```a`b']]]);
});
