import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FolderOverview, folderOverviewSchema, type OverviewCell } from '../../../src/protocol/overview.ts';
import { valuesOf } from '../../../src/protocol/overviewCell.ts';
import { readOverview } from '../../../src/service/overview/readOverview.ts';
import { open, temporaryFolder } from '../temporary.ts';

const INVOICE = `Rechnung Nr. R-17 vom 03.02.2025

Verkäufer:
Alpha Stahl GmbH

Nettobetrag: 1.000,00 €
MwSt. 19 %: 190,00 €
Rechnungsbetrag: 1.190,00 €
IBAN: DE02120300000000202051
X: 7
Kostenstelle: 4400
`;
const RECEIPT = `# Receipt

Receipt No. 0088 dated March 4, 2025

| Item | Amount |
|---|---|
| Net total | $40.00 |
| Sales tax | $3.00 |
| Total | $44.00 |

IBAN: 00471
X: 8
`;

async function overviewOf(files: Readonly<Record<string, string>>, inside = ''): Promise<FolderOverview> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const index = open({ folders: [folder] });
  await index.ready();
  return folderOverviewSchema.parse(readOverview(index.database(), join(folder, inside), 0));
}

const shown = (cell: OverviewCell | undefined) =>
  cell &&
  valuesOf(cell)
    .map(({ amount, currency, date, text, line }) =>
      amount === null ? `${date || text} (${line})` : `${amount} ${currency} (${line})`,
    )
    .join(' or ');
const fieldsOf = (overview: FolderOverview, name: string) =>
  Object.fromEntries(
    Object.entries(overview.documents.find((each) => each.name === name)?.fields ?? {}).map(([field, cell]) => [
      field,
      shown(cell),
    ]),
  );

describe('the overview of a folder', () => {
  it.each([
    [
      'French',
      'Facture n° 2026-014 du 12 mars 2026\nFournisseur : Atelier Brume SARL\nFacturé à : Alder SA\nTotal HT : 1 028,80 €\nTVA 20 % : 205,76 €\nTotal TTC\t1\u202f234,56 €\nMontant net à payer : 500,00 €\n',
    ],
    [
      'French with other labels',
      "N° de facture : 2026-014\nDate d'émission : 12 mars 2026\nÉmetteur : Atelier Brume SARL\nDestinataire : Alder SA\nMontant hors taxes\t1 028,80 €\nMontant de la TVA\t205,76 €\nTotal toutes taxes comprises\t1 234,56 €\n",
    ],
    [
      'Dutch',
      'Factuur nr. 2026-014 van 12 maart 2026\nLeverancier: Atelier Brume SARL\nKlant: Alder SA\nTotaal excl. BTW: 1.028,80 €\nBTW 20%: 205,76 €\nTotaal incl. BTW: 1.234,56 €\nTe betalen: 500,00 €\n',
    ],
    [
      'Dutch with other labels',
      'Factuurnummer: 2026-014\nFactuurdatum: 12 maart 2026\nVerkoper: Atelier Brume SARL\nKoper: Alder SA\nBedrag exclusief btw\t1.028,80 €\nBtw-bedrag\t205,76 €\nTotaal inclusief btw\t1.234,56 €\n',
    ],
  ])('reads the fields of an invoice in %s', async (_language, text) => {
    const overview = await overviewOf({ 'a.txt': text });
    const fields = Object.entries(fieldsOf(overview, 'a.txt')).map(([field, cell]) => [
      field,
      cell?.replace(/ \(\d\)$/, ''),
    ]);
    expect(overview.documents[0]?.kind).toBe('invoice');
    expect(Object.fromEntries(fields)).toEqual({
      number: '2026-014',
      date: '2026-03-12',
      from: 'Atelier Brume SARL',
      to: 'Alder SA',
      net: '1028.8 EUR',
      tax: '205.76 EUR',
      total: '1234.56 EUR',
    });
  });

  it('has kind, date, number, parties and amounts of each document, with their lines, in English and German', async () => {
    const overview = await overviewOf({ 'in/Stahl.txt': INVOICE, 'in/Coffee receipt.md': RECEIPT });
    expect(overview.documents.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'in/Coffee receipt.md receipt',
      'in/Stahl.txt invoice',
    ]);
    expect(fieldsOf(overview, 'in/Stahl.txt')).toEqual({
      number: 'R-17 (1)',
      date: '2025-02-03 (1)',
      from: 'Alpha Stahl GmbH (4)',
      net: '1000 EUR (6)',
      tax: '190 EUR (7)',
      total: '1190 EUR (8)',
    });
    expect(fieldsOf(overview, 'in/Coffee receipt.md')).toEqual({
      number: '0088 (3)',
      date: '2025-03-04 (3)',
      net: '40 $ (7)',
      tax: '3 $ (8)',
      total: '44 $ (9)',
    });
    // Labels of one document, and those of one letter, are no columns.
    expect(overview.labels).toEqual(['IBAN']);
    expect(overview.documents.map(({ values }) => shown(values.IBAN))).toEqual([
      '00471 (11)',
      'DE02120300000000202051 (9)',
    ]);
  });

  it('chooses none of different values under the same label, and has each of them once', async () => {
    const overview = await overviewOf({
      'a.txt': 'Total: 10.00\nTotal: 12.00\nTotal: 10.00\nInvoice date: 03/04/2025\n',
    });
    expect(fieldsOf(overview, 'a.txt').total).toBe('10  (1) or 12  (2)');
    // Either day could be the month.
    expect(fieldsOf(overview, 'a.txt').date).toBe('03/04/2025 (4)');
  });

  it.each([
    ['Total: 100 EUR\nTotal: 100 USD\n', '100 EUR (1) or 100 USD (2)'],
    ['Total: 100\nTotal: 100 EUR\n', '100 EUR (2)'],
    ['Total: 100 EUR\nTotal: 100\n', '100 EUR (1)'],
  ])('chooses one of equal totals unless they are of different currencies: %j', async (text, total) => {
    expect(fieldsOf(await overviewOf({ 'a.txt': text }), 'a.txt').total).toBe(total);
  });

  it('the client of a letter is not whom it is written to, and the customer of an invoice is', async () => {
    const overview = await overviewOf({
      'Lawyer letter.txt': 'Reply of counsel to Harrow & Pell LLP. Client: Finch Metals, Inc.\n',
      'Memo.txt': 'Client: Finch Metals, Inc.\nTo: Nora Quist\n',
      'Invoice 117.txt': 'Customer: Finch Metals, Inc.\n',
    });
    expect(fieldsOf(overview, 'Lawyer letter.txt').to).toBeUndefined();
    expect(fieldsOf(overview, 'Memo.txt').to).toBe('Nora Quist (2)');
    expect(fieldsOf(overview, 'Invoice 117.txt').to).toBe('Finch Metals, Inc. (1)');
  });

  it('takes up to 40 characters with a digit for the number of a document', async () => {
    const number = `R-${'7'.repeat(38)}`;
    const overview = await overviewOf({ 'a.txt': `Invoice no.: ${number}\n`, 'b.txt': `Invoice no.: ${number}7\n` });
    expect(fieldsOf(overview, 'a.txt').number).toBe(`${number} (1)`);
    expect(fieldsOf(overview, 'b.txt').number).toBeUndefined();
  });

  it.each([
    ['Date: 2025-03-01\nDate: March 1, 2025\n', '2025-03-01 (1)'],
    ['Date: 2025-03-01 in Eastport\nDate: 2025-03-01 in Hameln\n', '2025-03-01 (1) or 2025-03-01 (2)'],
  ])('chooses one of equal dates unless their texts say more: %j', async (text, date) => {
    expect(fieldsOf(await overviewOf({ 'a.txt': text }), 'a.txt').date).toBe(date);
  });

  it.each(['00/00/2025', '02/31/2025', '31.02.2025', '2025-99-99'])('has no date %s, which is no day', async (day) => {
    const overview = await overviewOf({ 'a.txt': `Paid: ${day}\n`, 'b.txt': `Paid: ${day}\n` });
    expect(overview.documents.map(({ values }) => values.Paid)).toMatchObject([{ date: '' }, { date: '' }]);
  });

  it('takes three capitals of a label for the currency only if they are one', async () => {
    const text = 'AMOUNT DUE: 90.00\nFee USD: 5.00\nMonth: MAY 2025\nCurrency: TBD\n';
    const overview = await overviewOf({ 'a.txt': text, 'b.txt': text });
    expect(fieldsOf(overview, 'a.txt').total).toBe('90  (1)');
    expect(Object.values(overview.documents[0]?.values ?? {}).map(shown)).toEqual([
      '5 USD (2)',
      'MAY 2025 (3)',
      'TBD (4)',
    ]);
  });

  it('takes the date of a file name only if the document states none', async () => {
    const overview = await overviewOf({
      '2025-05-20 Board minutes.md': 'Present: Ann',
      '2025-05-21 Letter.md': 'Date: 2025-05-19',
      'notes-2025-05-22.md': 'Present: Ann',
      'notes-2025-02-30.md': 'Present: Ann',
    });
    expect(fieldsOf(overview, 'notes-2025-05-22.md').date).toBe('2025-05-22 (0)');
    expect(fieldsOf(overview, 'notes-2025-02-30.md').date).toBeUndefined();
    expect(fieldsOf(overview, '2025-05-20 Board minutes.md').date).toBe('2025-05-20 (0)');
    expect(fieldsOf(overview, '2025-05-21 Letter.md').date).toBe('2025-05-19 (1)');
  });

  it('takes the date in the head of a document, at its line, if no label states one', async () => {
    const overview = await overviewOf({
      '2025-05-20 Memo.md': '# Leases\n\nFinal, January 19, 2026. Prepared by Ann.\n',
    });
    expect(fieldsOf(overview, '2025-05-20 Memo.md').date).toBe('2026-01-19 (3)');
  });

  it('takes the date of the title, which its text does not repeat', async () => {
    const overview = await overviewOf({
      'memo.md': '# Income tax provision, draft of January 26, 2026\n\nTheo Marchetti.\n',
    });
    expect(fieldsOf(overview, 'memo.md').date).toBe('2026-01-26 (3)');
  });

  it('is that of one folder only, and names the files that could not be read', async () => {
    const files = { 'one/a.txt': 'Total: 1.00', 'one more/b.txt': 'Total: 2.00', 'one/c.xls': 'x' };
    const overview = await overviewOf(files, 'one');
    expect(overview.documents.map(({ name }) => name)).toEqual(['a.txt']);
    expect(overview.total).toBe(1);
    expect(overview.unread.map(({ name }) => name)).toEqual(['c.xls']);
  });

  it('is found for a folder whose name has characters outside the basic plane', async () => {
    const overview = await overviewOf({ '📁 A/a.txt': 'Total: 1.00', '📁 A/b.xls': 'x', '📁 B/c.txt': 'x' }, '📁 A');
    expect(overview.documents.map(({ name }) => name)).toEqual(['a.txt']);
    expect(overview.total).toBe(1);
    expect(overview.unread.map(({ name }) => name)).toEqual(['b.xls']);
  });

  it('has no values of code', async () => {
    const overview = await overviewOf({ 'code.ts': '// Total: 5\n', 'text.txt': '// Total: 5\nTotal: 5\n' });
    expect(overview.documents.map(({ fields }) => Object.keys(fields))).toEqual([[], ['total']]);
  });

  it('has the values of a document that changed, and none of one that was deleted', async () => {
    const folder = temporaryFolder();
    const [one, other] = [join(folder, 'a.txt'), join(folder, 'b.txt')];
    writeFileSync(one, 'Total: 1.00');
    writeFileSync(other, 'Total: 2.00');
    const index = open({ folders: [folder] });
    await index.ready();
    writeFileSync(one, 'Net: 3.00, and more');
    rmSync(other);
    await index.refresh();
    const overview = readOverview(index.database(), folder, 0);
    expect(overview.documents.map(({ name, fields }) => [name, Object.keys(fields)])).toEqual([['a.txt', ['net']]]);
    expect(index.database().prepare('SELECT count(*) AS n FROM labelledValues').get()).toEqual({ n: 1 });
  });

  it('takes no number of a party for its name', async () => {
    const text = 'Lieferant: GLN 4333741000005 Lief-Nr: 549910\n\nKunde: KDNR0303006280999\n\nKäufer: 3M GmbH';
    expect(fieldsOf(await overviewOf({ 'Rechnung.txt': text }), 'Rechnung.txt')).toEqual({ to: '3M GmbH (5)' });
  });

  it('has the amounts of a Dutch invoice, and the number in the name of a file that states none', async () => {
    const lines = [
      'Factuurontvanger: Supertape B.V.',
      'Totaal excl. BTW 554,82 EUR',
      'BTW 21 %: 116,51 EUR',
      'Totaal: 671,33 EUR',
    ];
    const overview = await overviewOf({
      'Factuur 98559514.txt': lines.join('\n\n'),
      'Invoice 2025-03-01.txt': 'a text',
    });
    expect(fieldsOf(overview, 'Factuur 98559514.txt')).toEqual({
      number: '98559514 (0)',
      to: 'Supertape B.V. (1)',
      net: '554.82 EUR (3)',
      tax: '116.51 EUR (5)',
      total: '671.33 EUR (7)',
    });
    expect(fieldsOf(overview, 'Invoice 2025-03-01.txt')).toEqual({ date: '2025-03-01 (0)' });
  });

  it.each([
    'Rechnung vom 15.01.2024.txt',
    'Rechnung 15. Januar 2024.txt',
    'Invoice January 15, 2024.txt',
    'Rechnung 01-2024.txt',
    'Invoice 2024.01.15.txt',
  ])('takes no date in the name of a file for its number: %s', async (name) => {
    expect(fieldsOf(await overviewOf({ [name]: 'a text, with words' }), name)).not.toHaveProperty('number');
  });

  it.each(['Facture_DOM_EN16931.txt', 'Invoice template ISO9001.txt', 'Rechnung Halle 300.txt'])(
    'takes no later word in the name of a file for its number: %s',
    async (name) => {
      expect(fieldsOf(await overviewOf({ [name]: 'a text, with words' }), name)).not.toHaveProperty('number');
    },
  );

  it.each(['Invoice No. 4711.txt', 'Rechnung_Nr_4711.txt'])(
    'takes the number behind a word for it in the name of a file: %s',
    async (name) => {
      expect(fieldsOf(await overviewOf({ [name]: 'a text, with words' }), name)).toMatchObject({ number: '4711 (0)' });
    },
  );

  it('takes the number in the name of a file that has a date too', async () => {
    const name = 'Rechnung 15.01.2024 RE-10234.txt';
    expect(fieldsOf(await overviewOf({ [name]: 'a text, with words' }), name)).toMatchObject({
      number: 'RE-10234 (0)',
    });
  });

  it.each([
    ['Lease memo Calder Street.md', 'memo'],
    ['Waiver letter First Ridge.md', 'letter'],
    ['Mietvertrag Halle 3.md', 'contract'],
    ['Research credit note.txt', 'memo'],
    ['Rechnungskorrektur 5.txt', 'creditNote'],
    ['credit notes/Gutschrift.txt', 'creditNote'],
    ['Letter regarding supply agreement.txt', 'letter'],
    ['policy-on-invoices.txt', 'policy'],
    ['Vermerk zum Mietvertrag.txt', 'memo'],
    ['Response to the invoice.txt', 'invoice'],
    ['values.csv', 'table'],
    ['Factuur 98559514.txt', 'invoice'],
    ['Audit plan FY2025.md', 'plan'],
    ['Partners meeting.md', 'minutes'],
    ['Impact study p14.txt', 'report'],
    ['Working papers payroll.txt', 'workpaper'],
    ['Manufacture of parts.txt', 'other'],
    ['Policies/Billing and collections.txt', 'policy'],
    ['Verträge/Halle 3.txt', 'contract'],
    ['Studies/Lease memo.txt', 'memo'],
    ['Contracts/parts.csv', 'table'],
    ['Policies/2025/Manufacture of parts.txt', 'other'],
  ])('calls %s by what it is, not by what it is about: %s', async (name, kind) => {
    expect((await overviewOf({ [name]: 'a text, with words' })).documents[0]?.kind).toBe(kind);
  });
});
