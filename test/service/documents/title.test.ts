import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { titleOf } from '../../../src/service/documents/title.ts';

const BODY = readMarkdown('# Lease of the warehouse\n\nThe rent is $96,000.');
const titled = (title: string) => ({ ...BODY, meta: { title } });

it.each([
  '(anonymous)',
  'untitled',
  'Untitled-1',
  'Unbenannt 2',
  'invoice.html',
  'IBM-forms.graffle',
  'Lease policy final.docx',
  'Microsoft Word - x.doc',
  'PowerPoint Presentation',
  'Document1',
  'C:\\Users\\ines\\lease',
  'https://example.org/print?id=7',
  'scan_0001',
  '18374',
  'INV20240001',
  '...',
  '',
])('the title "%s" of a file loses to its first heading', (title) => {
  expect(titleOf(titled(title), 'file.pdf')).toBe('Lease of the warehouse');
});

it.each([
  'Lease policy (2024)',
  '§ 179',
  '606-10-25',
  'UStG 1980',
  'Form 1040',
  'Smith v. Jones, Inc.',
  'Title 26',
  'Microsoft Corporation - annual report',
  '貸借対照表',
])('the title "%s" of a file is kept', (title) => {
  expect(titleOf(titled(title), 'file.docx')).toBe(title);
});

it.each([
  ['Lease of the', 'Lease of the warehouse'],
  ['Lease', 'Lease of the warehouse'],
  ['Lea', 'Lea'],
  ['warehouse', 'warehouse'],
])('the title "%s" of a file above the heading "Lease of the warehouse" gives "%s"', (title, expected) => {
  expect(titleOf(titled(title), 'file.docx')).toBe(expected);
});

it.each([
  ['Crystal Reports Designer', 'scan 504.pdf', 'Lease of the warehouse'],
  ['unstructured-test-doc', 'scan 504.pdf', 'Lease of the warehouse'],
  ['Crystal Palace lease', 'scan 504.pdf', 'Crystal Palace lease'],
  ['Crystal Reports Designer', 'Crystal 504.pdf', 'Crystal Reports Designer'],
  ['Crystal Reports Designer', 'lease.md', 'Crystal Reports Designer'],
])('the stated title "%s" of %s gives "%s", because that of a PDF can be of a template', (title, path, expected) => {
  expect(titleOf(titled(title), path)).toBe(expected);
});

it('without title and heading, the name of the file is the title', () => {
  expect(titleOf({ meta: { title: '(anonymous)' }, blocks: [] }, '/home/Lease_policy-2024.pdf')).toBe(
    'Lease policy 2024',
  );
});

it.each([
  ['Theodor Est', 'Rechnung RE-20151008-504.pdf', 'Rechnung RE-20151008-504'],
  ['First Ridge Bank', 'Waiver letter 2025-10-27.pdf', 'Waiver letter 2025-10-27'],
  ['Invoice of Bei Spiel GmbH', 'Rechnung 504.pdf', 'Invoice of Bei Spiel GmbH'],
  ['Impact of training', 'scan 504.pdf', 'Impact of training'],
  ['Income tax provision', 'Tax memo.md', 'Income tax provision'],
])('the heading "%s" of %s gives the title "%s", because a PDF can begin with an addressee', (heading, path, title) => {
  expect(titleOf(readMarkdown(`# ${heading}\n\nThe amount is $96,000.`), path)).toBe(title);
});

it('a source file is titled with its whole name, because a program has no title in words', () => {
  expect(titleOf({ meta: {}, blocks: [] }, '/home/src/late_charges.py')).toBe('late_charges.py');
});

it('the name of a sheet is not the title of a workbook', () => {
  const document = { meta: {}, blocks: readMarkdown('# TB\n\nCash\t1,846').blocks };
  expect(titleOf(document, '/home/Trial balance 2025-12-31.xlsx')).toBe('Trial balance 2025-12-31');
  expect(titleOf(document, '/home/balance.md')).toBe('TB');
});

it('any title is judged without an error, and a document always has one', () => {
  assert(property(string(), (title) => titleOf(titled(title), 'file.pdf') !== ''));
});
