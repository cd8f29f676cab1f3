import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { belowLevel } from '../../../src/conversation/document/adapt.ts';
import { type Block, heading, wordsOf } from '../../../src/conversation/document/block.ts';
import { parseBlocks, plainBlocks } from '../../../src/conversation/document/parse.ts';
import { escapeText, writeMarkdown } from '../../../src/conversation/document/writeMarkdown.ts';
import { writePlain } from '../../../src/conversation/document/writePlain.ts';
import { longestBackticks } from '../../../src/conversation/escape.ts';
import { ATTACKS, dangers } from './attacks.ts';

const again = (markdown: string) => writeMarkdown(parseBlocks(markdown, 9));

describe('Markdown that is parsed and written again', () => {
  it('keeps ordinary text as it is', () => {
    for (const markdown of [
      'Yes, $1,000 to $5,000 [1]; see § 179(b)(1) and [t]he rule in *Smith* & Co. at 5 > 3.',
      'snake_case and a\\b, 50% - or 1.5 #1',
      '## Rule\n\n- one\n- two\n  - three\n\n1. a\n2. b',
      '> Quoted [1].\n>\n> Twice.',
      '| a | b |\n| --- | ---: |\n| 1 | 2 |',
      '```ts\nconst a = "`";\n```',
      '[the page](https://irs.example/179) and `code`',
      '- [x] done\n- [ ] open',
      'One line\\\nand the next',
      '| a |\n| --- |\n| one<br>two |',
    ]) {
      expect(again(markdown)).toBe(markdown);
    }
  });

  it('keeps a mark of a source that is followed by a colon', () => {
    expect(again('[1]:<')).toBe('[1]\\:&lt;');
    expect(again('Rule\n[2]:\n<a')).toBe('Rule\n[2]\\:\n&lt;a');
    const cited = writeMarkdown(parseBlocks('**See** the rule\n[1]: yes', 9), (n) => `[^${n}]`);
    expect(cited).toBe('**See** the rule\n[^1]\\: yes');
  });

  it('loses marks that would be read as text', () => {
    expect(again('**!**![x](https://a.example/p.png)')).toBe('\\!x (image: a.example)');
    expect(again('**Yes.** No **a**b')).toBe('**Yes.** No **a**b');
  });

  it('is read as the same blocks again, whatever the text', () => {
    const marks = [
      '`',
      '```',
      '~~~',
      '\n',
      '\\',
      '!',
      '[',
      ']',
      '](x)',
      '<a',
      '>',
      '- ',
      '> ',
      '    ',
      '|',
      '_',
      '**',
      '#',
      '=',
      '1.',
      '$',
      '&lt;',
      '[1]',
    ];
    const piece = fc.oneof(fc.constantFrom(...ATTACKS, ...marks), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const once = again(pieces.join(''));
        expect(plainOf(parseBlocks(once, 9)), JSON.stringify(once)).toBe(plainOf(parseBlocks(pieces.join(''), 9)));
      }),
      { numRuns: 2000 },
    );
  });

  it('contains no image and no HTML, whatever the text', () => {
    const marks = ['`', '```', '~~~', '\n', '\\', '!', '[', '](x)', '<a', '>', '- ', '> ', '    ', '\t', '\r', '$$'];
    const piece = fc.oneof(fc.constantFrom(...ATTACKS, ...marks), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const written = again(pieces.join(''));
        expect(dangers(written), JSON.stringify(written)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The words of the blocks, without blanks. */
function plainOf(blocks: readonly Block[]): string {
  return blocks
    .map((block): string => {
      switch (block.kind) {
        case 'paragraph':
        case 'heading':
          return wordsOf(block.content);
        case 'code':
          return block.text;
        case 'quote':
          return plainOf(block.children);
        case 'list':
          return block.items.map(({ children }) => plainOf(children)).join('');
        case 'table':
          return block.rows.flat().map(wordsOf).join('');
        default:
          return '';
      }
    })
    .join('')
    .replace(/[\s\\]+/g, '');
}

it('Markdown parsers read escaped text as the original text', () => {
  const markdown = markdownIt({ html: true });
  for (const text of [
    '<script>x</script>',
    '&lt;b&gt; <b>',
    '[a](b) ![c](d)',
    '\\* a \\\\ b',
    '***',
    '$$x$$',
    'a_b_ _c_ ~~d~~',
    '![',
    '[^1] [x] []',
  ]) {
    const html = markdown.render(`x ${escapeText(text)}`);
    expect(html.match(/<(?!\/?p>)[^>]*>/g), text).toBeNull();
    const shown = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(shown.trim(), text).toBe(`x ${text}`);
  }
});

it('a document can have more lines, headings and backticks than a function takes arguments', () => {
  const many = 130_000;
  const code: Block = { kind: 'code', language: '', text: 'a\n'.repeat(many) };
  expect(writeMarkdown([code]).length).toBeGreaterThan(many * 2);
  expect(writePlain([code]).length).toBeGreaterThanOrEqual(many * 2);
  const [first] = belowLevel(new Array<Block>(many).fill(heading(1, 'a')), 2);
  expect(first).toEqual(heading(3, 'a'));
  expect(longestBackticks('`a``b'.repeat(many))).toBe(2);
});

it('a quoted statute keeps its levels in Markdown, and has them as blanks in plain text', () => {
  const law = '> (a) Rule\n>\n> \u2003(1) one\n>\n> \u2003\u20031. two [1]';
  expect(writeMarkdown(parseBlocks(law, 1))).toBe(law);
  expect(writePlain(parseBlocks(law, 1))).toBe('    (a) Rule\n\n      (1) one\n\n        1. two [1]');
  expect(writeMarkdown(plainBlocks('\u2003(1) one\n\n \u2003\u2003(A) two', 0))).toBe(
    '\u2003(1) one\n\n\u2003\u2003(A) two',
  );
});
