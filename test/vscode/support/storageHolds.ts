import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Whether the workbench's storage in the browser holds a text. On the desktop all of it is in files (`filesWith`). */
export async function storageHolds(page: Page, text: string): Promise<boolean> {
  const script = await readFile(join(import.meta.dirname, 'storageText.page.js'), 'utf8');
  const held = await page.evaluate<string>(`(${script.replace(/;\s*$/, '')})()`);
  return held.includes(text);
}
