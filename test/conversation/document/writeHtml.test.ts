import { expect, it } from 'vitest';
import { type Block, paragraph, quote, text } from '../../../src/conversation/document/block.ts';
import { htmlPage, writeHtml } from '../../../src/conversation/document/writeHtml.ts';

const tableOf = (rows: number, cell: string): Block => ({
  kind: 'table',
  columns: [null, 'right'],
  rows: Array.from({ length: rows + 1 }, () => [[text(cell)], [text('Relied on')]]),
});

it('the line above a quotation or a table is printed on the page of what it introduces', () => {
  const page = htmlPage(
    'Memo',
    writeHtml([paragraph(text('§ 179 (a)')), quote([paragraph(text('May elect.'))])], () => null),
  );
  expect(page).toMatch(/@media print\{.*p:has\(\+blockquote\),p:has\(\+table\)\{break-after:avoid\}/);
  expect(page).toContain('<p dir="auto">§\u00a0179 (a)</p>\n<blockquote>');
});

it('a small table is printed on one page, and a long one is not', () => {
  expect(writeHtml([tableOf(8, 'x')], () => null)).toContain('<table class="small">');
  expect(writeHtml([tableOf(9, 'x')], () => null)).toContain('<table>');
});

it('no line ends in a short cell of a table', () => {
  const html = writeHtml([tableOf(1, 'A text that is longer than a word')], () => null);
  expect(html).toContain(
    '<td dir="auto">A text that is longer than a word</td><td dir="auto" class="right short">Relied on</td>',
  );
});

it('the paragraphs of a quoted statute are indented by their levels, also where their lines wrap', () => {
  const html = writeHtml([quote([paragraph(text('(a) Rule')), paragraph(text('\u2003\u2003(A) first'))])], () => null);
  expect(html).toContain('<p dir="auto">(a) Rule</p>\n<p dir="auto" class="level2">\u2003\u2003(A) first</p>');
  expect(htmlPage('Title', html)).toContain('.level2{padding-inline-start:2em;text-indent:-2em}');
});
