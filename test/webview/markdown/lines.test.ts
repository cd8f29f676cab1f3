import { describe, expect, it } from 'vitest';
import { createLineCursor } from '../../../src/markdown/lineCursor.ts';
import { closeOpenMarks } from '../../../src/webview/markdown/closeOpenMarks.ts';
import { createLineFeed } from '../../../src/webview/markdown/lineFeed.ts';

describe('the feed of lines', () => {
  it('CR, LF and CRLF end a line, and the rest is the incomplete line', () => {
    const feed = createLineFeed();
    feed.append('a\nb\r\nc\rd');
    expect([feed.next(false), feed.next(false), feed.next(false), feed.next(false)]).toEqual(['a', 'b', 'c', null]);
    expect(feed.partial()).toBe('d');
    expect([feed.next(true), feed.next(true)]).toEqual(['d', null]);
  });

  it('a CR at the end of a chunk waits for an LF, and is not part of the incomplete line', () => {
    const feed = createLineFeed();
    feed.append('a\r');
    expect([feed.next(false), feed.partial()]).toEqual([null, 'a']);
    feed.append('\nb');
    expect([feed.next(false), feed.next(false), feed.partial()]).toEqual(['a', null, 'b']);
  });

  it('a CR at the end of the text ends its line', () => {
    const feed = createLineFeed();
    feed.append('a\r');
    expect([feed.next(true), feed.next(true)]).toEqual(['a', null]);
  });
});

describe('the marks of an incomplete line', () => {
  it.each([
    ['a `b', 'a `b`'],
    ['a `', 'a '],
    ['a ``b`', 'a ``b``'],
    ['a `b` c', 'a `b` c'],
    ['a \\`b', 'a \\`b'],
    ['**a', '**a**'],
    ['**a*', '**a**'],
    ['**a ', '**a**'],
    ['a **', 'a '],
    ['**a** b', '**a** b'],
    ['`**` a', '`**` a'],
    ['\\**a', '\\**a'],
    ['[a](https://b', 'a'],
    ['![a](https://b', 'a'],
    ['[a][b', 'a'],
    ['[a](b)', '[a](b)'],
    ['[a', '[a'],
    ['```js', '```js'],
    ['> - ~~~', '> - ~~~'],
    ['1) ```', '1) ```'],
  ])('open marks at the end of a line are closed for display: %s', (line, shown) => {
    expect(closeOpenMarks(line)).toBe(shown);
  });
});

describe('the reader of a line', () => {
  it('tabs end at multiples of four columns, and the rest of a partly skipped tab becomes blanks', () => {
    const reader = createLineCursor();
    reader.reset('\ta');
    expect([reader.indent, reader.peek(), reader.blank]).toEqual([4, 'a', false]);
    reader.advance(2, true);
    expect([reader.inTab, reader.indent, reader.column, reader.rest()]).toEqual([true, 2, 2, '  a']);
    reader.advance(2, true);
    expect([reader.inTab, reader.offset, reader.rest()]).toEqual([false, 1, 'a']);
    reader.reset('- \tb');
    reader.advance(2);
    expect([reader.indent, reader.rest()]).toEqual([2, '\tb']);
  });

  it('a line of blanks is blank, and its end is not passed', () => {
    const reader = createLineCursor();
    reader.reset(' \t ');
    expect([reader.blank, reader.peek()]).toEqual([true, '']);
    reader.advance(9, true);
    expect([reader.offset, reader.rest()]).toEqual([3, '']);
    reader.reset('ab');
    expect([reader.offset, reader.column, reader.inTab, reader.indent]).toEqual([0, 0, false, 0]);
    reader.toEnd();
    expect([reader.rest(), reader.blank]).toEqual(['', true]);
    reader.returnTo(1, 1, false);
    expect([reader.rest(), reader.blank]).toEqual(['b', false]);
  });
});
