import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASK_MODES } from '../../src/protocol/chatCompletions.ts';
import { keepPictures } from './support/pictures.ts';
import { succeeds, TRY, until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the settings of Fiscal in the settings editor', () => {
  let workbench: Workbench;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({ noFolder: true });
    await workbench.runCommand('Preferences: Open Settings (UI)');
  });
  afterAll(() => workbench?.close());

  /** Searches a setting by its id, and returns its row. */
  async function find(id: string): Promise<Locator> {
    const { page } = workbench;
    await page.locator('.settings-editor .settings-header .monaco-editor').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(id);
    const row = page.locator(`.settings-editor [data-key="${id}"]`);
    await row.waitFor();
    return row;
  }

  const isSaved = (text: string) => until(`${text} is saved`, async () => (await workbench.dataHolds(text)).length > 0);

  it('the allowed modes are check boxes with the names of the modes', async () => {
    const setting = await find('fiscal.allowedAskModes');
    const boxes = setting.getByRole('checkbox');
    await until('there are four check boxes', async () => (await boxes.count()) === 4);
    await expect.poll(() => setting.getByRole('checkbox', { checked: true }).count()).toBe(4);
    for (const name of ['Normal', 'Fast research', 'Audit research']) await setting.getByText(`${name} (`).waitFor();
    // The editor draws the row again when its search ends. A click before that is lost.
    await until('one is not checked', async () => {
      await setting.getByText('Deep research (').click();
      return succeeds(setting.getByRole('checkbox', { checked: false }).waitFor({ timeout: TRY }));
    });
    expect(await setting.getByRole('checkbox', { checked: true }).count()).toBe(3);
    await isSaved('"tax_research_deep_research": false');
  });

  it('the modes to confirm are check boxes, none of which is checked at first', async () => {
    const setting = await find('fiscal.limits.confirmModes');
    await until('there are five check boxes', async () => (await setting.getByRole('checkbox').count()) === 5);
    expect(await setting.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  it.each([
    ['fiscal.limits.perDay', '20'],
    ['fiscal.limits.perMonth', '300'],
  ])('%s is a table of modes and numbers', async (id, limit) => {
    const setting = await find(id);
    await setting.getByText('Item', { exact: true }).waitFor();
    await setting.getByText('Value', { exact: true }).waitFor();
    expect(await setting.getByText('Edit in settings.json').count()).toBe(0);
    const add = setting.getByRole('button', { name: 'Add Item' });
    const modes = setting.locator('select');
    let offered: string[] = [];
    const enter = async () => {
      if (await add.isVisible()) await add.click({ timeout: TRY });
      offered = await modes.first().locator('option').allInnerTexts();
      await modes.first().selectOption('tax_research_deep_research', { timeout: TRY });
      await setting.getByRole('textbox').last().fill(limit, { timeout: TRY });
      await setting.getByRole('button', { name: 'OK', exact: true }).click({ timeout: TRY });
    };
    // The editor draws the row again when its search ends. What was entered before that is lost.
    await until('an item is entered', () => succeeds(enter()));
    expect(offered).toEqual([...ASK_MODES]);
    await setting.getByText('tax_research_deep_research', { exact: true }).waitFor();
    await setting.getByText(limit, { exact: true }).waitFor();
    await isSaved(`"tax_research_deep_research": ${limit}`);
  });
});
