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

  it('are not read of the first row of a table that goes on below a line, or with a colon in a cell', async () => {
    const table = 'Menge\tProdukt\tGesamtbetrag\n1,00\tGestaltung\t160,00\n(Stunde):\n4,00\tBallon: Bunt\t316,00';
    expect(await pairs(`${table}\n\nGesamtbetrag: 571,04`)).toEqual(['Ballon = Bunt', 'Gesamtbetrag = 571,04']);
  });

  it('are read of columns in which all rows of a table say the same', async () => {
    const table = 'Number\tDate\tItem\n4711\t01.02.2025\tA1\n4711\t01.02.2025\tB2';
    expect(await pairs(table)).toEqual(['Number = 4711', 'Date = 01.02.2025']);
  });

  it('are not read of columns of amounts, which are those of the rows', async () => {
    const table = '| Item | Net | VAT |\n|---|---|---|\n| Licence Jan | 100.00 | 19 |\n| Licence Feb | 100.00 | 19 |';
    expect(await pairs(`${table}\n\nGrand total: 238.00`, 'a.md')).toEqual(['Grand total = 238.00']);
    expect(await pairs('Item\tNet\tVAT\nLicence\t100.00\t19.00')).toEqual(['Net = 100.00', 'VAT = 19.00']);
  });

  it('the name of a party is the one below a heading with a trade, and a heading alone is the name', async () => {
    const party = (...lines: string[]) => pairs(`# Invoice\n\nSeller:\n\n${lines.join('\n\n')}`, 'a.md');
    expect(await party('## Physiotherapeutin', 'Tanja Tinder', 'Musterstraße 12')).toEqual(['Seller = Tanja Tinder']);
    expect(await party('## Norwell', 'Musterstraße 12')).toEqual(['Seller = Norwell']);
    expect(await party('## NORWELL', 'Am Alten Markt')).toEqual(['Seller = NORWELL']);
  });

  it.each([
    ['Total: 3 items', ['Total = 3 items']],
    ['Net: 30 days', ['Net = 30 days']],
    ['Total: 100 PCS', ['Total = 100 PCS']],
    ['Length: 3.5 m', ['Length = 3.5 m']],
    ['Net: 1,234.50 within 30 days', ['Net = 1,234.50']],
    ['Total: 30 EUR within 30 days', ['Total = 30 EUR']],
    ['Net: 100 Tax: 19 Total: 119', ['Net = 100', 'Tax = 19', 'Total = 119']],
    ['Net: 100, Tax: 19; Total: 119  paid', ['Net = 100', 'Tax = 19', 'Total = 119']],
    ['Date: March 3, 2025 Number: 17', ['Date = March 3, 2025', 'Number = 17']],
    ['Date: March 3, 2025. It replaces the draft.', ['Date = March 3, 2025']],
    [
      'Period: January 1, 2025 to December 31, 2025 Number: 17',
      ['Period = January 1, 2025 to December 31, 2025 Number'],
    ],
    ['Phone: 030 123 456', ['Phone = 030 123 456']],
  ])('are not cut at a number or date that is only their beginning: %s', async (text, expected) => {
    expect(await pairs(text)).toEqual(expected);
  });

  it('take three capitals for a currency only if they are one', async () => {
    expect(await pairs('PAY FOR ISO 9001')).toEqual([]);
    expect(await pairs('TOTAL DUE EUR 90')).toEqual(['TOTAL DUE = EUR 90']);
    expect(await pairs('Paper\tPCS\t100')).toEqual(['Paper = 100']);
    expect(await pairs('Paper\tUSD\t100')).toEqual(['Paper USD = 100']);
  });

  it.each([594, 595, 596, 597, 598, 599, 600])(
    'are not cut where the reading of a line of text ends, from %d',
    async (at) => {
      expect(await pairs(`${'x'.repeat(at - 8)}. Total: 12 345.67 EUR`)).toEqual([]);
    },
  );

  it('are read of the whole cells at the beginning of a long row', async () => {
    const row = `| Tax | 12.50 | ${'x'.repeat(700)} |`;
    const header = '| Item | Net | Remark |\n|---|---|---|';
    expect(await pairs(`${header}\n${row}`, 'a.md')).toEqual(['Tax = 12.50']);
    expect(await pairs(`${row.replaceAll(' | ', '\t').slice(2)}`)).toEqual(['Tax = 12.50']);
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
    const loan = 'June 30, 2023, between First Ridge Bank ("Bank") and Finch Metals, Inc. ("Borrower").';
    expect(await pairs(loan)).toEqual(['between = First Ridge Bank', 'and = Finch Metals, Inc.']);
    expect(await pairs('zwischen der Tannhof GmbH und der Weser Antriebe AG, Minden')).toEqual([
      'zwischen der = Tannhof GmbH',
      'und = Weser Antriebe AG',
    ]);
  });

  it('the name of a party ends with its sentence', async () => {
    expect(await pairs('Landlord: Pier Nine Properties. 8,900 sq ft. Term Oct 1 2023 - Sep 30 2028.')).toEqual([
      'Landlord = Pier Nine Properties',
    ]);
    expect(await pairs('Customer: Finch Metals, Inc. Balances at the close of business. Currency: USD')).toEqual([
      'Customer = Finch Metals, Inc.',
      'Currency = USD',
    ]);
    expect(await pairs('From: Dr. Hanne Okafor, St. Mary Street')).toEqual([
      'From = Dr. Hanne Okafor, St. Mary Street',
    ]);
    expect(await pairs('Seller: Alpha Ltd. 12 Main Street')).toEqual(['Seller = Alpha Ltd. 12 Main Street']);
  });

  it('each line of the header of a mail is one field, also with another colon in it', async () => {
    const mail = 'From: Piotr Lang <p@finch.example>\nTo: a@b.example\nSubject: Re: Covenant: waiver\n\nSee below.';
    expect(await pairs(mail, 'a.eml')).toEqual([
      'From = Piotr Lang <p@finch.example>',
      'To = a@b.example',
      'Subject = Re: Covenant: waiver',
    ]);
  });

  it('have the cell of a workbook', () => {
    const block = {
      type: 'text',
      text: 'Total\t\t12.50',
      line: 3,
      endLine: 3,
      place: { sheet: 'Sum', cells: 'B7:D7' },
    } as const;
    expect(readLabelledValues([block])).toEqual([
      { label: 'Total', value: '12.50', line: 3, place: { sheet: 'Sum', cells: 'D7' } },
    ]);
  });

  it.each(['A1:Z1', 'A1:M2'])('have the range %s if it does not tell the cell of the value', (range) => {
    const text = `Total${'\t'.repeat(12)}12.50`;
    const block = { type: 'text', text, line: 1, endLine: 1, place: { sheet: 'Sum', cells: range } } as const;
    expect(readLabelledValues([block]).map(({ place }) => place)).toEqual([{ sheet: 'Sum', cells: range }]);
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
