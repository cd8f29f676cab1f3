/** VS Code's own file dialog, which `files.simpleDialog.enable` shows in the place of the one of the system. */
import { readFile } from 'node:fs/promises';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

export interface FileDialog {
  /** Chooses a file to open. */
  open(path: string): Promise<void>;
  /** The path that the dialog suggests for saving. */
  suggestion(): Promise<string>;
  /** Saves under a path of a folder that exists, and returns what was written. */
  save(path: string): Promise<Buffer>;
}

export function fileDialog({ page }: Workbench): FileDialog {
  const dialog = page.locator('.quick-input-widget');
  const input = dialog.locator('input.input, .quick-input-filter input').first();
  const ok = dialog.getByRole('button', { name: 'OK', exact: true });
  async function suggestion(): Promise<string> {
    await dialog.getByRole('button', { name: 'Show Local' }).waitFor();
    return until('the dialog suggests a name', async () => {
      const path = await input.inputValue();
      return /\.\w+$/.test(path) ? path : '';
    });
  }
  return {
    async open(path) {
      // The dialog accepts a path only after it has read the folder.
      await until('the dialog names a folder', async () => (await input.inputValue()).endsWith('/'));
      await until('the dialog is closed', async () => {
        // The dialog replaces the text when it has read the folder.
        if ((await input.isVisible()) && (await input.inputValue()) !== path) await input.fill(path).catch(() => {});
        else if (await ok.isVisible()) await ok.click({ timeout: 1000 }).catch(() => {});
        return !(await dialog.isVisible());
      });
    },
    suggestion,
    async save(path) {
      await suggestion();
      return until(`${path} is written`, async () => {
        // The dialog replaces the text when it has read the folder.
        if ((await input.isVisible()) && (await input.inputValue()) !== path) await input.fill(path).catch(() => {});
        else if (await ok.isVisible()) await ok.click({ timeout: 1000 }).catch(() => {});
        // The file is created before its text is written.
        const written = await readFile(path).catch(() => null);
        return written?.length ? written : null;
      });
    },
  };
}
