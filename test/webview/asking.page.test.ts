import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { selection, source } from './support/fakeHost.ts';
import { openPanel, type Panel, type PanelOptions } from './support/openPanel.ts';
import { type PageServer, startPageServer } from './support/pageServer.ts';

let browser: Browser;
let server: PageServer;
let panel: Panel;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startPageServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
const open = async (options?: PanelOptions) => {
  panel = await openPanel(browser, server, options);
  return panel;
};
afterEach(async () => {
  expect(panel.complaints).toEqual([]);
  expect(panel.foreign).toEqual([]);
  await panel.close();
});

describe('asking', () => {
  it('sends on Enter, shows the steps, the text as it arrives, the sources and the follow-up questions', async () => {
    const { page, host, box, log, ask } = await open();
    await ask('Can a laptop be expensed?');
    await log.getByText('Can a laptop be expensed?').waitFor();
    expect(await box.inputValue()).toBe('');
    await host.step('Searching the library');
    await log.getByText('Searching the library').waitFor();
    await host.text('Yes, under **§ 179** [1].');
    await log.getByText('Yes, under').waitFor();
    await host.text(' It must be placed in service this year.');
    await log.getByText('placed in service').waitFor();
    await host.sources([source({ title: '§ 179 Election to expense', url: 'https://law.example/179' })]);
    await host.suggestions(['What is the limit?']);
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Open source 1: § 179 Election to expense' }).click();
    expect(await host.posts('openSource')).toMatchObject({ turnId: 't1', source: 0 });
    await page.getByRole('button', { name: 'What is the limit?', exact: true }).click();
    const second = await host.posts('ask', (message) => message.text === 'What is the limit?');
    expect(second.parent).toBe('t1');
  });

  it('takes the selections along as chips and shows them with the question', async () => {
    const { page, host, log, ask } = await open({ surroundings: { chips: [selection({ stale: true })] } });
    const chips = page.getByRole('group', { name: 'Goes along with the question' });
    await chips.getByText('memo.md:12-18').waitFor();
    await chips.getByText('changed since').waitFor();
    await ask('Is this right?');
    await log.getByText('memo.md:12-18').waitFor();
    await chips.waitFor({ state: 'detached' });
    expect(host.conversation().turns[0]?.question.selections).toHaveLength(1);
  });

  it('stops, keeps the text and says so', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.text('Because the statute');
    await page.getByRole('button', { name: 'Stop answering' }).click();
    expect(await host.posts('stop')).toMatchObject({ turnId: 't1' });
    await log.getByText('You stopped this answer').waitFor();
    await log.getByText('Because the statute').waitFor();
    await log.getByText('Left out of later questions').waitFor();
  });
});
