import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock } from '../../../src/service/documents/document.ts';
import { MAX_FILE_BYTES } from '../../../src/service/documents/fileProblem.ts';
import { readDocument } from '../../../src/service/documents/readFile.ts';
import { titleOf } from '../../../src/service/documents/title.ts';
import { FIXTURES } from '../temporary.ts';

const read = (name: string) => readDocument(join(FIXTURES, 'library', name), { maxBytes: MAX_FILE_BYTES, roots: null });
const texts = (blocks: readonly DocumentBlock[]) =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
const headings = (blocks: readonly DocumentBlock[]) =>
  blocks.flatMap((block) => (block.type === 'heading' ? [block.text] : []));
const flat = (blocks: readonly DocumentBlock[]) => texts(blocks).join(' ').replace(/\s+/g, ' ');

const RENT = 'The annual rent is $96,000, payable at the start of each year.';

describe('documents of each kind, made by the tools that people use', () => {
  it('Word, from pandoc: headings, text and title', async () => {
    const document = await read('formats/lease-pandoc.docx');
    expect(titleOf(document, 'x.docx')).toBe('Lease of the Dayton warehouse');
    expect(headings(document.blocks)).toEqual([
      'Lease of the Dayton warehouse',
      'Facts',
      'Classification',
      'Discount rate',
    ]);
    expect(flat(document.blocks)).toContain(RENT);
    expect(flat(document.blocks)).toContain('the “specific” figure');
  });

  it('PDF, from Chromium: composite fonts, lines, pages', async () => {
    const document = await read('formats/lease-chromium.pdf');
    expect(document.meta.title).toBe('Lease of the Dayton warehouse');
    expect(headings(document.blocks)).toContain('Lease of the Dayton warehouse');
    expect(flat(document.blocks)).toContain(RENT);
    expect(flat(document.blocks)).toContain('The office confirmed the “specific” figure on file.');
  });

  it('PDF, from pdfTeX: fonts without a Unicode map, ligatures, object streams', async () => {
    const text = flat((await read('formats/inventory-pdftex.pdf')).blocks);
    expect(text).toContain(
      'The auditor observes the physical count of inventory and performs test counts in both directions.',
    );
    expect(text).toContain('warehouse office before');
    expect(text).toContain('who performed the final check');
  });

  it('PDF, from groff: letters placed by arrays', async () => {
    expect(flat((await read('formats/accrual-groff.pdf')).blocks)).toContain(
      'Expenses are accrued when the all events test is met and economic performance has occurred.',
    );
  });

  it('HTML, from pandoc: words without tags at the lines where they stand, no script, no style', async () => {
    const name = 'formats/lease-pandoc.html';
    const { blocks, meta } = await read(name);
    expect(meta).toEqual({ title: 'Lease of the Dayton warehouse', date: '2024-03-01' });
    expect(flat(blocks)).toContain(RENT);
    expect(flat(blocks)).toContain('Rent & taxes are not included here.');
    expect(flat(blocks)).not.toMatch(/color:red|Home/);
    const lines = readFileSync(join(FIXTURES, 'library', name), 'utf8').split('\n');
    const rent = blocks.find((block) => block.type === 'text' && block.text.includes('annual rent'));
    expect(rent?.type === 'text' && lines.slice(rent.line - 1, rent.endLine).join(' ')).toContain(RENT);
  });

  it('CSV: a record a block, quoted line ends inside it, the header as heading', async () => {
    const { blocks } = await read('formats/additions.csv');
    expect(headings(blocks)).toEqual(['Asset, Placed in service, Cost, Class']);
    expect(blocks.at(-1)).toMatchObject({
      text: '"Fork lift\nwith charger",2023-08-30,18500,5-year',
      line: 4,
      endLine: 5,
    });
  });

  it('source code: comments with what they explain, no code beside', async () => {
    const { blocks } = await read('formats/depreciation.ts');
    const all = texts(blocks).join('\n---\n');
    expect(all).toContain('Straight-line depreciation under section 167');
    expect(all).toContain('export function straightLine');
    expect(all).toContain('The salvage value is taken as zero');
    expect(all).not.toContain('import {');
    expect(all).not.toContain('example.org');
  });

  it('UTF-16 with its mark, and Latin 1 without any', async () => {
    expect(flat((await read('formats/utf16.txt')).blocks)).toContain(
      'Invoices dated after the café closed, naïvely posted',
    );
    expect(flat((await read('formats/latin1.txt')).blocks)).toContain('The société must keep a reserve');
  });
});

it('the library says that a PDF with a password is protected', async () => {
  await expect(read('broken/locked-qpdf.pdf')).rejects.toThrow('It is protected by a password.');
});

it('the library reads the same PDF for every cut of its end, or says why not', async () => {
  const { readPdf } = await import('../../../src/service/documents/pdf/readPdf.ts');
  const bytes = readFileSync(join(FIXTURES, 'library/formats/accrual-groff.pdf'));
  for (let length = 0; length < bytes.length; length += 1031) {
    try {
      await readPdf(bytes.subarray(0, length));
    } catch (error) {
      expect(error).toMatchObject({ name: 'UnreadableDocument' });
    }
  }
});
