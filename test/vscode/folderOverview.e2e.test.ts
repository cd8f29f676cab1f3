import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileDialog } from './support/fileDialog.ts';
import { pageWith } from './support/pageWith.ts';
import { keepPictures } from './support/pictures.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const invoice = (number: number, net: number) => `Rechnung Nr. R-${number} vom 0${number}.02.2025

Verkäufer:
Alpha Stahl GmbH

Nettobetrag: ${net},00 €
MwSt. 19 %: ${net * 0.19},00 €
Rechnungsbetrag: ${net * 1.19},00 €
`;

describe('the overview of a folder', () => {
  let workbench: Workbench;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      settings: { 'files.simpleDialog.enable': true },
      files: {
        'purchases/Rechnung 1.txt': invoice(1, 1000),
        'purchases/Rechnung 2.txt': invoice(2, 200),
      },
    });
  });
  afterAll(() => workbench?.close());

  it('shows what its invoices state, opens a value at its line, and exports the table', async () => {
    await workbench.runCommand('Fiscal: Show Folder Overview');
    const overview = await overviewPage(workbench);
    await overview.getByRole('combobox', { name: 'Kind of document' }).selectOption({ label: 'Invoice (2)' });
    await overview.getByRole('button', { name: 'Export CSV' }).click();
    await workbench.pick('Decimal commas, fields separated by semicolons');
    const written = await fileDialog(workbench).save(join(workbench.folder, '..', 'table.csv'));
    const [header, first] = written.toString('utf8').split('\r\n');
    expect(header).toContain('"Document";"Kind";"Date";"Number";"Net";"Tax";"Total"');
    expect(first).toContain(';"2025-02-01";"R-1";1000;190;1190;"Alpha Stahl GmbH";"EUR"');

    const row = overview.getByRole('row', { name: /Rechnung 2\.txt/ });
    await row.getByRole('button', { name: '200.00 EUR', exact: true }).click();
    await workbench.editorShows('Rechnung 2.txt', 6);
  });

  it('is shown again after the window is reloaded', async () => {
    await workbench.runCommand('Fiscal: Show Folder Overview');
    await overviewPage(workbench);
    await workbench.reload();
    const overview = await overviewPage(workbench);
    await overview.getByRole('row', { name: /Rechnung 2\.txt/ }).waitFor();
  });
});

const overviewPage = (workbench: Workbench) => pageWith(workbench, '.overview-table');
