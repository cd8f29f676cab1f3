import { describe, expect, it } from 'vitest';
import { conversationOf, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('Translations', () => {
  it('the page shows the translations of the host, also in answers and errors, and English for the others', async () => {
    const { page } = await open({
      strings: {
        'Send question': 'Frage senden',
        'Copy code': 'Code kopieren',
        '{0} sources': '{0} Quellen',
        'API key not accepted': 'API-Schlüssel nicht akzeptiert',
      },
      conversation: conversationOf([
        turn('t1', 'Why?', { text: '```\nx\n```', sources: [source({ title: 'A' }), source({ title: 'B' })] }),
        turn('t2', 'And?', { state: 'failed', error: { kind: 'auth', host: 'research.example', status: 401 } }),
      ]),
    });
    await page.getByRole('button', { name: 'Frage senden' }).waitFor();
    await page.getByRole('button', { name: 'Code kopieren' }).waitFor();
    await page.getByRole('button', { name: '2 Quellen' }).waitFor();
    await page.getByRole('heading', { name: 'API-Schlüssel nicht akzeptiert' }).waitFor();
    await page.getByText('research.example refused the API key.').waitFor();
    await page.getByRole('button', { name: 'Preview what will be sent' }).waitFor();
  });

  it('the page stays in English if the translations are not an object of strings', async () => {
    const { page } = await open({ strings: { 'Send question': 7 } as never });
    await page.getByRole('button', { name: 'Send question' }).waitFor();
    expect(await page.getByRole('button', { name: '7' }).count()).toBe(0);
  });
});
