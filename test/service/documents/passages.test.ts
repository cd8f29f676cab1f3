import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBlockWriter } from '../../../src/service/documents/blockWriter.ts';
import { toPassageDocument, toPassages } from '../../../src/service/documents/passages.ts';
import { placeInWords, placeOf } from '../../../src/service/documents/place.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { IRC } from '../temporary.ts';

const sections = readdirSync(IRC).filter((name) => name.endsWith('.md'));

it('every section is cut into passages that are verbatim at their lines, none too long, nothing lost', () => {
  for (const name of sections) {
    const text = readFileSync(join(IRC, name), 'utf8');
    const lines = text.split('\n');
    const { blocks } = readMarkdown(text);
    const passages = toPassages(blocks, '');
    for (const passage of passages) {
      const source = lines.slice(passage.line - 1, passage.endLine).join('\n');
      expect(source).toContain(passage.text);
      expect(passage.text.length).toBeLessThanOrEqual(3000);
    }
    const words = (all: readonly string[]) => all.join(' ').match(/\S+/g) ?? [];
    const before = words(blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
    expect(words(passages.map((passage) => passage.text)).join(' ')).toBe(before.join(' '));
  }
});

it('parts of a passage that are on one line of the file are a blank apart, and others as many lines as in the file', () => {
  const at = (text: string, line: number) => ({ type: 'text' as const, text, line, endLine: line });
  const [passage, ...others] = toPassages(
    [at('The rent is due.', 3), at('It is $96,000.', 3), at('Pay in March.', 5)],
    '',
  );
  expect(others).toEqual([]);
  expect(passage?.text).toBe('The rent is due. It is $96,000.\n\nPay in March.');
});

it('headings, titles and places stay short whatever a file writes there, and a heading that is too long is text', () => {
  const long = 'very long words '.repeat(10_000);
  const writer = createBlockWriter();
  writer.heading(1, 'Lease');
  writer.heading(2, long);
  writer.text('The rent is $96,000.', { part: `Attachment ${long}` });
  writer.text('The deposit is $8,000.', { sheet: long, cells: 'B2:C3' });
  const document = { meta: { title: long }, blocks: writer.blocks() };
  const { title, passages } = toPassageDocument(document, 'lease.eml');
  expect(title.length).toBe(300);
  expect(passages.flatMap(({ headings }) => headings)).toContain('Lease');
  for (const { headings, place, endPlace } of passages) {
    expect(Math.max(...headings.map((heading) => heading.length))).toBeLessThanOrEqual(1000);
    expect(placeInWords(placeOf(place, endPlace)).length).toBeLessThan(700);
  }
  expect(passages.at(-1)?.place?.cells).toBe('B2:C3');
  const found = passages.map(({ text }) => text).join(' ');
  expect(found.match(/very long words/g)).toHaveLength(10_000);
});

it('a heading that another one of its level or above follows, or nothing, is the text of a passage under its own parent', () => {
  const text = ['# Notice', '## Seller', '## Buyer', '## Terms', 'Pay in March.', '### Repealed', '## Annex'].join(
    '\n',
  );
  const passages = toPassages(readMarkdown(text).blocks, 'Notice');
  expect(passages.map(({ headings, text }) => [...headings, text])).toEqual([
    ['Seller\nBuyer'],
    ['Terms', 'Pay in March.'],
    ['Terms', 'Repealed'],
    ['Annex'],
  ]);
});

it('a passage knows the subsections that it contains', () => {
  const name = sections.find((section) => section.startsWith('179-')) ?? '';
  const passages = toPassages(readMarkdown(readFileSync(join(IRC, name), 'utf8')).blocks, '');
  const holding = (pin: string) =>
    passages.filter((passage) => passage.pins.includes(pin)).map((passage) => passage.text);
  expect(holding('b.1').join()).toContain('shall not exceed $1,000,000');
  expect(holding('b.3.B.ii').join()).toContain('the excess (if any) of');
  expect(holding('d.6').join()).toContain('component members of a controlled group');
});

it('clause (i) and subsection (i), and letters and numerals, are told apart', () => {
  const text = [
    '## (h) Eighth',
    '(1) First',
    '(A) a',
    '(i) one',
    '(ii) two',
    '(I) deep',
    '(B) b',
    '## (i) Ninth',
    '(1) First of ninth',
  ].join('\n\n');
  const pins = toPassages(readMarkdown(text).blocks, '').flatMap((passage) => passage.pins);
  expect(pins).toEqual(['h', 'h.1', 'h.1.A', 'h.1.A.i', 'h.1.A.ii', 'h.1.A.ii.I', 'h.1.B', 'i', 'i.1']);
});

it('a line of a megabyte without a blank is cut', () => {
  const passages = toPassages([{ type: 'text', text: 'x'.repeat(1_000_000), line: 7, endLine: 7 }], '');
  expect(passages.every((passage) => passage.line === 7 && passage.endLine === 7)).toBe(true);
  expect(passages.map((passage) => passage.text.length).reduce((sum, length) => sum + length, 0)).toBe(1_000_000);
});

it('the name of a sheet or an attachment with line ends and control characters is one line of a place', () => {
  const writer = createBlockWriter();
  writer.text('The rent is due.', { part: 'Attachment a\n\u0000\u2028b.txt\u0007' });
  writer.text('The rent is due.', { sheet: 'One\r\nTwo', cells: 'A1:B2' });
  expect(writer.blocks().map(({ place }) => place)).toEqual([
    { part: 'Attachment a b.txt' },
    { sheet: 'One Two', cells: 'A1:B2' },
  ]);
});
