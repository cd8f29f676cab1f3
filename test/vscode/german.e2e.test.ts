import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedPort } from '../support/closedPort.ts';
import { chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
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

  async function answerTo(question: string): Promise<string> {
    await chatPage(() => workbench.chat(), 'Frage').ask(question);
    const turn = workbench.chat().locator('.turn', { hasText: question }).last();
    const answer = turn.locator('.answer[aria-busy="false"]');
    await answer.waitFor();
    await answer.locator('.answer-text[aria-busy="true"]').waitFor({ state: 'detached' });
    return answer.innerText();
  }

  it('the library answers a German question with German sentences around the quotations', async () => {
    const text = await answerTo('Wie hoch ist der Höchstbetrag nach § 179(b)(1)?');
    expect(text).toContain('Dies sind Zitate aus Ihren Dokumenten.');
    expect(text).toContain('$2,500,000');
    expect(text).not.toMatch(/These are quotations|research step|Sources|Copy/);
  });

  it('the library answers an English question with English sentences around the quotations', async () => {
    const text = await answerTo('What is the section 179 dollar limitation?');
    expect(text).toContain('These are quotations from your documents.');
    expect(text).toContain('$2,500,000');
    expect(text).not.toContain('Dies sind Zitate');
  });

  it('a question of the list about selected text is sent and answered in German', async () => {
    await workbench.openFile('memo-press-line.md');
    await workbench.page.keyboard.press('ControlOrMeta+a');
    await workbench.runCommand('Fiscal: Zur Auswahl fragen');
    await workbench.pick(/Rechtsgrundlage finden/);
    const turn = workbench
      .chat()
      .locator('.turn', { hasText: 'Finde die Rechtsgrundlage für das hier Gesagte' })
      .last();
    await turn.locator('.answer[aria-busy="false"]').getByText('Dies sind Zitate aus Ihren Dokumenten.').waitFor();
  });

  it('an error of the service is explained in German', async () => {
    await workbench.runCommand('Fiscal: Mit Recherchedienst verbinden…');
    await workbench.fillInput(`http://127.0.0.1:${await closedPort()}/v1`);
    const toast = workbench.page.locator('.notification-toast');
    await toast.getByText(/hat die Verbindung abgelehnt/).waitFor();
    await toast.getByRole('button', { name: 'API-Schlüssel verwenden' }).click();
    await workbench.fillInput('sk-test');
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
