import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('Fiscal in German', () => {
  let workbench: Workbench;
  keepPictures(() => workbench);
  beforeAll(async () => {
    workbench = await openWorkbench({ language: 'de' });
  });
  afterAll(() => workbench?.close());

  it('commands, views and the question box are German', async () => {
    await workbench.runCommand('Fiscal: Chat öffnen');
    await workbench.chat().getByRole('textbox', { name: 'Frage', exact: true }).waitFor();
    await workbench.page
      .getByRole('button', { name: /Unterhaltungen/ })
      .first()
      .waitFor();
  });

  it('the library answers with German sentences around the quotations', async () => {
    const box = workbench.chat().getByRole('textbox', { name: 'Frage', exact: true });
    await box.fill('What is the section 179 dollar limitation?');
    await box.press('Enter');
    const answer = workbench.chat().locator('.answer[aria-busy="false"]').last();
    await answer.waitFor();
    const text = await answer.innerText();
    expect(text).toContain('Dies sind Zitate aus Ihren Dokumenten.');
    expect(text).toContain('$2,500,000');
    expect(text).not.toMatch(/These are quotations|research step|Sources|Copy/);
  });

  it('an error of the service is explained in German', async () => {
    await workbench.runCommand('Fiscal: Mit Recherchedienst verbinden…');
    await workbench.fillInput('http://127.0.0.1:9/v1');
    await workbench.fillInput('sk-test');
    await until('the failure is shown in German', async () =>
      /hat die Verbindung abgelehnt|nicht erreichbar/.test(await workbench.page.locator('body').innerText()),
    );
  });
});

describe('Fiscal in a language without a translation', () => {
  let workbench: Workbench;
  keepPictures(() => workbench);
  beforeAll(async () => {
    workbench = await openWorkbench({ language: 'xx' });
  });
  afterAll(() => workbench?.close());

  it('is English', async () => {
    await workbench.runCommand('Fiscal: Open Chat');
    await workbench.chat().getByRole('textbox', { name: 'Question', exact: true }).waitFor();
  });
});
