import { describe, expect, it } from 'vitest';
import { conversationOf, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('words of the page', () => {
  it("are VS Code's translations where there are some, English else, also in the answers", async () => {
    const { page } = await open({
      strings: { 'Send question': 'Frage senden', 'Copy code': 'Code kopieren', '{0} sources': 7 as unknown as string },
      conversation: conversationOf([turn('t1', 'Why?', { text: '```\nx\n```' })]),
    });
    await page.getByRole('button', { name: 'Frage senden' }).waitFor();
    await page.getByRole('button', { name: 'Code kopieren' }).waitFor();
    await page.getByRole('button', { name: 'Preview what will be sent' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});
