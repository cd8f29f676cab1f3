import { describe, it } from 'vitest';
import { conversationOf, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('Translations', () => {
  it('the page shows the translations of the host, also in answers and errors, and English for the others', async () => {
    const { page } = await open({
      bundle: {
        'Send question/page': 'Frage senden',
        'Copy code/page': 'Code kopieren',
        '{0} sources/page': '{0} Quellen',
        'API key not accepted/page': 'API-Schlüssel nicht akzeptiert',
        'Preview what will be sent': 'Not a string of the page',
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
});
