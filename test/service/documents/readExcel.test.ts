import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableDocument } from '../../../src/service/documents/document.ts';
import { readExcel } from '../../../src/service/documents/office/readExcel.ts';
import { toPassages } from '../../../src/service/documents/passages.ts';
import { placeOf as placeOfBlocks } from '../../../src/service/documents/place.ts';
import { headingsOf, placeOf, textsOf } from './support/blocks.ts';
import { makeWorkbook, makeZip, row } from './support/makeOffice.ts';

const ADDITIONS = row(1, 'Additions 2024') + row(2, 'Asset', 'Date', 'Cost') + row(3, 'Lathe', 45292, 84500);

describe('readExcel', () => {
  it('gives sheets and header rows of a workbook as headings, and rows as lines with their cells', async () => {
    const document = await readExcel(makeWorkbook({ sheets: { Additions: ADDITIONS } }));
    expect(headingsOf(document)).toEqual(['# Additions', '## Asset, Date, Cost']);
    expect(textsOf(document)).toEqual(['Additions 2024', 'Asset\tDate\tCost', 'Lathe\t45292\t84500']);
    expect(placeOf(document, 'Lathe')).toBe('Additions!A3:C3');
  });

  it('joins the cell ranges of the rows in a passage of a workbook', async () => {
    const document = await readExcel(makeWorkbook({ sheets: { Additions: ADDITIONS } }));
    const passage = toPassages(document.blocks, '').find(({ text }) => text.includes('Lathe'));
    expect(passage?.text).toBe('Asset\tDate\tCost\nLathe\t45292\t84500');
    expect(placeOfBlocks(passage?.place, passage?.endPlace)).toEqual({ sheet: 'Additions', cells: 'A2:C3' });
  });

  it('readExcel formats dates and amounts as Excel does', async () => {
    const formats = ['d mmm yyyy', '#,##0.00;(#,##0.00)', '0.0%', '"$"#,##0', 'yyyy-mm-dd'];
    const values = row(1, [45292, 1], [-1234.5, 2], [0.215, 3], [84500, 4], [45292, 5]);
    const document = await readExcel(makeWorkbook({ sheets: { A: values }, formats }));
    expect(textsOf(document)).toEqual(['1 Jan 2024\t(1,234.50)\t21.5%\t$84,500\t2024-01-01']);
  });

  it('readExcel counts dates from 1904 if the workbook says so', async () => {
    const workbook = makeWorkbook({ sheets: { A: row(1, [43830, 1]) }, formats: ['yyyy-mm-dd'], since1904: true });
    expect(textsOf(await readExcel(workbook))).toEqual(['2024-01-01']);
  });

  it('says which sheets of a workbook are hidden', async () => {
    const document = await readExcel(makeWorkbook({ sheets: { A: row(1, 'x'), 'Old*': row(1, 'y') } }));
    expect(headingsOf(document)).toEqual(['# A', '# Old (hidden sheet)']);
  });

  it('keeps the columns of a workbook row that has empty cells, and reads shared strings without reading aids', async () => {
    const cells =
      '<row r="4"><c r="A4" t="s"><v>0</v></c><c r="D4" t="b"><v>1</v></c><c r="E4" t="s"><v></v></c></row>';
    const document = await readExcel(
      makeWorkbook({ sheets: { A: cells }, strings: ['東京<rPh><t>トウキョウ</t></rPh>'] }),
    );
    expect(textsOf(document)).toEqual(['東京\t\t\tTRUE']);
  });

  it('reports a workbook without text and an archive that is no workbook', async () => {
    await expect(readExcel(makeWorkbook({ sheets: { A: '' } }))).rejects.toThrow('It contains no text.');
    await expect(readExcel(makeZip({ 'a.txt': 'x' }))).rejects.toThrow('It is not an Excel workbook.');
  });

  it('readExcel either reads a workbook with arbitrary cells or throws UnreadableDocument', async () => {
    const cell = fc.record({
      reference: fc.constantFrom('A1', 'ZZZZ99', '', '1A', 'B0'),
      type: fc.constantFrom('s', 'n', 'str', 'b', 'e', 'd', 'x'),
      style: fc.integer({ min: -2, max: 5 }),
      value: fc.oneof(fc.string({ maxLength: 6 }), fc.double().map(String)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { maxLength: 12 }),
        fc.string({ maxLength: 12 }),
        fc.boolean(),
        async (cells, code, hasLathe) => {
          const escaped = (text: string) => text.replace(/[<&"]/g, '');
          const source = cells.map(
            ({ reference, type, style, value }) =>
              `<row><c r="${reference}" t="${type}" s="${style}"><v>${escaped(value)}</v></c></row>`,
          );
          const valid = hasLathe ? row(1, 'Lathe') : '';
          const workbook = makeWorkbook({
            sheets: { A: valid + source.join('') },
            formats: [escaped(code)],
            strings: ['x'],
          });
          const result = await readExcel(workbook).catch((error: unknown) => {
            expect(error).toBeInstanceOf(UnreadableDocument);
            return null;
          });
          if (result && hasLathe) expect([...headingsOf(result), ...textsOf(result)].join('\n')).toContain('Lathe');
        },
      ),
      { numRuns: 150 },
    );
  });
});
