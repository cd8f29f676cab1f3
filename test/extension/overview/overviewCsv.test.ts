import { describe, expect, it } from 'vitest';
import { type CsvOptions, overviewCsv } from '../../../src/extension/overview/overviewCsv.ts';
import { overviewTexts } from '../../../src/extension/overview/overviewTexts.ts';
import type { OverviewDocument, OverviewValue } from '../../../src/protocol/overview.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const value = (change: Partial<OverviewValue>): OverviewValue => ({
  label: 'Total',
  text: '-1.234,50 €',
  amount: -1234.5,
  currency: 'EUR',
  date: '',
  line: 7,
  page: 3,
  place: 'page 3',
  items: null,
  ...change,
});
const DOCUMENT: OverviewDocument = {
  path: '/a/=cmd.pdf',
  name: '=cmd.pdf',
  title: 'A',
  kind: 'invoice',
  fields: {
    total: value({}),
    number: value({ text: '=HYPERLINK("http://evil")', amount: null, currency: '', line: 1 }),
    tax: { several: [value({ text: '19,00 €' }), value({ text: '7,00 €', line: 9, place: 'page 4' })] },
    net: value({}),
  },
  values: { '+Label': value({ text: '@SUM(1)', amount: null, currency: '', place: '' }) },
};

function csv(decimalSign: CsvOptions['decimalSign'], path = DOCUMENT.path): string {
  const columns = [
    { field: 'number' },
    { field: 'net' },
    { field: 'tax' },
    { field: 'total' },
    { label: '+Label' },
    { label: 'Missing' },
  ] as const;
  const { l10n } = fakeVscode().api;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    overviewCsv([{ ...DOCUMENT, path }], { columns, decimalSign, texts: overviewTexts(l10n) }),
  );
}

describe('the exported table of an overview', () => {
  it('has numbers and separators as the spreadsheet of the user reads them, and a byte order mark', () => {
    expect(csv(',')).toMatch(/^\ufeff/);
    expect(csv(',').split('\r\n')[1]).toContain(';-1234,5;');
    expect(csv('.').split('\r\n')[1]).toContain(',-1234.5,');
  });

  it('has no field that a spreadsheet reads as a formula', () => {
    for (const line of [csv('.'), csv(',')].flatMap((text) => text.slice(1).split('\r\n'))) {
      for (const field of line.split(/[,;](?=")|(?<="),|(?<=");/)) expect(field).not.toMatch(/^"?[=+@]|^"-/);
    }
    expect(csv('.')).toContain(`"'=cmd.pdf"`);
  });

  it('says where each value stands, with lines only of files that have lines', () => {
    expect(csv('.')).toContain(
      `"Number: page 3 | Net: page 3 | Tax: page 3 | Tax: page 4 | Total: page 3 | '+Label: line 7"`,
    );
    expect(csv('.', '/a/invoice.md')).toContain('Net: page 3, line 7');
  });

  it('has each of several values as its document writes it', () => {
    expect(csv('.')).toContain('"several: 19,00 €; 7,00 €"');
  });

  it('names the currencies of a document once, and none for a cell without one', () => {
    expect(csv('.').split('\r\n')[1]).toContain(',"EUR","Number: ');
  });

  it.each([
    ['as exported', (text: string) => text],
    ['saved by a spreadsheet', (text: string) => text.replaceAll('"', '').replace('\r\n', ';;\r\n')],
  ])('is no document of the library, %s', async (_how, saved) => {
    for (const text of [csv('.'), csv(',')]) {
      await expect(readBytes('overview.csv', Buffer.from(saved(text)))).rejects.toThrow('Fiscal wrote it');
    }
    const own = csv('.').replace('exported by Fiscal', 'Fiscal');
    await expect(readBytes('own.csv', Buffer.from(own))).resolves.toHaveProperty('blocks');
  });
});
