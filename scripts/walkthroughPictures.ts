/** The pictures of the walkthrough, one for each step: `node scripts/screenshots.ts --walkthrough` writes them to media/walkthrough. */
import { join } from 'node:path';
import { chatPage } from '../test/vscode/support/chat.ts';
import { until } from '../test/vscode/support/until.ts';
import { openWindow, type Parts, type Workbench } from '../test/vscode/support/window.ts';
import { root } from './support/paths.ts';

export interface WalkthroughPictures {
  readonly settings: Record<string, unknown>;
  /** Drags the border of the side bar to this many px from the left. */
  readonly dragSideBar: (workbench: Workbench, width: number) => Promise<void>;
}

/** Small enough that the text can be read next to the steps. */
const SIZE = { width: 1000, height: 700 };

export async function takeWalkthroughPictures(
  parts: Parts,
  { settings, dragSideBar }: WalkthroughPictures,
): Promise<void> {
  const workbench = await openWindow(parts, { settings: { ...settings, 'workbench.reduceMotion': 'on' } });
  const { page } = workbench;
  const chat = chatPage(() => workbench.chat());
  const picture = async (step: string) => {
    const path = join(root, `media/walkthrough/${step}.jpg`);
    // Hovers would show paths of this machine.
    await page.mouse.move(SIZE.width / 2, SIZE.height - 5);
    await page.locator('.monaco-hover:visible').waitFor({ state: 'detached' });
    await page.screenshot({ path, type: 'jpeg', quality: 65 });
    console.log(path);
  };
  try {
    await page.setViewportSize(SIZE);
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await dragSideBar(workbench, 470);
    await workbench.openFile('memo-press-line.md');
    await workbench.selectLines(17, 20);
    await page.keyboard.press('Alt+Z');
    await workbench.runCommand('Fiscal: Ask About Selection');
    await page.locator('.quick-input-widget').getByRole('option').first().waitFor();
    await picture('ask');
    await page.locator('.quick-input-widget input').first().fill('something');
    await workbench.pick(/Ask something else/);
    await chat.box.fill('Can this be expensed at once?');
    await chat.box.press('Enter');
    await chat.answered(1);
    await chat.source(1).click();
    await until('the source is open', async () => (await workbench.activeEditor()).title !== 'memo-press-line.md');
    await picture('sources');
    await workbench.runCommand('Fiscal: Create Memo from Answer');
    await workbench.pick(/^Markdown/);
    await page.getByRole('tab', { name: /Untitled-1/, selected: true }).waitFor();
    await page.locator('.editor-group-container.active .view-line').first().waitFor();
    await picture('use');
    await workbench.openFile('memo-press-line.md');
    await workbench.runCommand('Fiscal: New Temporary Conversation');
    await chat.box.waitFor();
    await chat.box.fill('Can this be expensed at once?');
    await picture('retention');
    await workbench.runCommand('Fiscal: Connect to Research Service…');
    await page.locator('.quick-input-widget input').first().waitFor();
    await picture('connect');
  } finally {
    await workbench.close();
  }
}
