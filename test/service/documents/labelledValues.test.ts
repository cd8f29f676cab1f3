import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadDocument, textOf } from '../../../src/service/documents/document.ts';
import { readLabelledValues } from '../../../src/service/documents/labelledValues.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { readDocument } from '../../../src/service/documents/readFile.ts';
import { FIXTURES } from '../temporary.ts';

const read = (text: string, name = 'a.txt') => readBytes(name, Buffer.from(text));
const pairs = async (text: string, name?: string) =>
  readLabelledValues((await read(text, name)).blocks).map(({ label, value }) => `${label} = ${value}`);

/** Labels and values that are not on their line of the text. */
function invented(document: ReadDocument): string[] {
  const lines = textOf(document).split('\n');
  return readLabelledValues(document.blocks)
    .filter(({ value, line }) => !lines[line - 1]?.includes(value))
    .map(({ value, line }) => `${line}: ${value}`);
}

describe('labelled values', () => {
  it('are read beside a colon, also of several on one line, and not of times', async () => {
    expect(
      await pairs('Invoice date: 3 March 2025\nUSt. Gesamt: 75,04 € Gesamtbetrag: 571,04 €\nOpen 10:19 to 11:00'),
    ).toEqual(['Invoice date = 3 March 2025', 'USt. Gesamt = 75,04 €', 'Gesamtbetrag = 571,04 €']);
  });

  it('are read of rows with one value, in any table', async () => {
    expect(await pairs('Net\t120.00\nTax in\tEUR\t22.80\nSteel\t4\t12.00\t48.00')).toEqual([
      'Net = 120.00',
      'Tax in EUR = 22.80',
    ]);
    expect(await pairs('| Item | Amount |\n|---|---|\n| Training | $13,200 |\n| Hours | 40 |', 'a.md')).toEqual([
      'Training = $13,200',
      'Hours = 40',
    ]);
  });

  it('are read of columns in which all rows of a table say the same', async () => {
    const table = 'Number\tDate\tItem\n4711\t01.02.2025\tA1\n4711\t01.02.2025\tB2';
    expect(await pairs(table)).toEqual(['Number = 4711', 'Date = 01.02.2025']);
  });

  it('have the number and the date of a headline', async () => {
    expect(await pairs('Mietrechnung Nr. 93/00/M vom 01.10.2018')).toEqual([
      'Mietrechnung Nr. = 93/00/M',
      'Mietrechnung Nr. vom = 01.10.2018',
    ]);
    expect(await pairs('Invoice # RE-507 issued at 2019-06-10')).toEqual([
      'Invoice # = RE-507',
      'Invoice # issued at = 2019-06-10',
    ]);
  });

  it('have the parties below their label and of a contract', async () => {
    const seller = 'Verkäufer:\nNummer: 549910\nMUSTER GmbH\nMusterstr. 9';
    expect(await pairs(seller)).toContain('Verkäufer = MUSTER GmbH');
    const lease = 'This lease is made between Calder Holdings LLC ("Landlord") and Finch Metals ("Tenant").';
    expect(await pairs(lease)).toEqual(['between = Calder Holdings LLC', 'and = Finch Metals']);
  });

  it('have the cell of a workbook', () => {
    const block = { type: 'text', text: 'Total\t\t12.50', line: 3, endLine: 3, place: { cells: 'Sum!B7:D7' } } as const;
    expect(readLabelledValues([block])).toEqual([
      { label: 'Total', value: '12.50', line: 3, place: { cells: 'Sum!D7' } },
    ]);
  });

  it('are few, however many a document has', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `Amount: ${at}`);
    expect(await pairs(lines.join('\n'))).toHaveLength(400);
  });

  it.each(readdirSync(join(FIXTURES, 'library/formats')))('of %s stand on their line of the document', async (name) => {
    const document = await readDocument(join(FIXTURES, 'library/formats', name), { maxBytes: 1e8, roots: null });
    expect(invented(document)).toEqual([]);
  });

  it('never have a text that their line does not contain', async () => {
    const word = fc.constantFrom(
      'Total',
      'Invoice',
      'Nr.',
      'vom',
      ':',
      '\t',
      '|',
      '1.234,50',
      '€',
      '2025-01-31',
      'between',
      'and',
      'Calder AG',
      '-',
      '(',
      '%',
      '**',
      'EUR',
    );
    const line = fc
      .array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 12 })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.constantFrom('a.txt', 'a.md'), async (lines, name) => {
        expect(invented(await read(lines.join('\n'), name))).toEqual([]);
      }),
    );
  });
});
