/**
 * Screenshots of the way from an empty window to an answer from the Code, and of two versions side by side. A server of this machine
 * plays the publisher.
 */
import { startPublishers } from '../test/publishers/support/playPublishers.ts';
import { CODE, releaseCode } from '../test/publishers/support/releaseCode.ts';
import { chatPage } from '../test/vscode/support/chat.ts';
import { until } from '../test/vscode/support/until.ts';
import { openWindow, type Parts } from '../test/vscode/support/window.ts';
import type { Pictures } from './support/pictures.ts';

export async function takeAuthorityPictures(parts: Parts, { settings, arrange, picture }: Pictures): Promise<void> {
  const played = await startPublishers();
  const workbench = await openWindow(parts, {
    noFolder: true,
    // As in VS Code without settings.
    settings: {
      ...settings,
      '[markdown]': { 'editor.wordWrap': 'on' },
      'fiscal.library.authorityMirror': played.mirror,
    },
  });
  const { page } = workbench;
  const chat = chatPage(() => workbench.chat());
  const dialog = page.locator('.monaco-dialog-box');
  const message = (text: string) => page.locator('.notification-toast', { hasText: text });
  try {
    releaseCode(played, { law: '100', date: '06/26/2026', xml: CODE });
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await arrange(workbench);
    await picture(workbench, 'empty');
    await workbench.runCommand('Fiscal: Get Authorities…');
    const widget = page.locator('.quick-input-widget');
    const box = widget.locator('.monaco-checkbox[aria-label^="Internal Revenue Code"]');
    await box.click();
    await until('the law is chosen', async () => (await box.getAttribute('aria-checked')) === 'true');
    await picture(workbench, 'choose');
    await widget.getByRole('button', { name: 'OK' }).click();
    await dialog.getByRole('button', { name: 'Download' }).waitFor();
    await picture(workbench, 'confirm');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await message('is in the library').waitFor();
    await picture(workbench, 'taken');
    await workbench.runCommand('Notifications: Clear All Notifications');
    await chat.ask('What is the dollar limitation of section 179?');
    await chat.answered(1);
    await picture(workbench, 'answer');
    await chat.source(1).click();
    await until('the source is open', async () => (await workbench.activeEditor()).title.includes('179'));
    await picture(workbench, 'source');
    const newer = CODE.replaceAll('shall not exceed $2,500,000', 'shall not exceed $2,750,000');
    releaseCode(played, { law: '120', date: '09/30/2026', xml: newer });
    await workbench.runCommand('Fiscal: Update Authorities');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByRole('button', { name: 'Use This Version' }).waitFor();
    await picture(workbench, 'update');
    await dialog.getByRole('button', { name: 'Use This Version' }).click();
    await message('was updated').getByRole('button', { name: 'Show What Changed' }).click();
    await page.locator('.quick-input-list').getByText('§ 179. Election to expense').waitFor();
    await picture(workbench, 'changed');
    await workbench.pick(/^§ 179\. Election to expense/);
    // What differs is marked on both sides.
    for (const mark of ['char-delete', 'char-insert'])
      await page.locator(`.monaco-diff-editor .${mark}`).first().waitFor();
    // The mouse would show the path of the file.
    await page.mouse.move(560, 600);
    await picture(workbench, 'difference');
    await workbench.runCommand('Fiscal: Show Outdated Answers');
    await page.locator('.quick-input-list').getByText('2026-06-26, Public Law 119-100').waitFor();
    await picture(workbench, 'outdated');
  } finally {
    await workbench.close();
    played.stop();
  }
}
