/**
 * Writes screenshots of the main job, taken with the packaged extension in a real VS Code, to test-results/screenshots:
 * `node scripts/screenshots.ts [theme …]`. Each theme has its own width of the chat. `--readme` also writes the screenshot of
 * the README. Instead, `--walkthrough` writes those of the walkthrough, `--written` those of an answer that a language model writes
 * (in German with `--german`), `--authorities` those of laws from their publishers, and `--firm` those of the server of a firm.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../test/support/browser.ts';
import { chatPage } from '../test/vscode/support/chat.ts';
import { until } from '../test/vscode/support/until.ts';
import { openWindow, type Parts, type Workbench } from '../test/vscode/support/window.ts';
import { takeAuthorityPictures } from './authorityPictures.ts';
import { takeFirmPictures } from './firmPictures.ts';
import { ensureVsCode } from './support/codeServer.ts';
import { root } from './support/paths.ts';
import { installExtension, serverFolders } from './support/vscodeServer.ts';
import { makeVsix } from './support/vsix.ts';
import { takeWalkthroughPictures } from './walkthroughPictures.ts';
import { takeWrittenAnswerPictures } from './writtenAnswerPictures.ts';

/** `width`: where the border between chat and editor is dragged to, in px from the left. The activity bar has 48 px. */
const THEMES = {
  light: { theme: 'Default Light Modern', width: 348 },
  dark: { theme: 'Default Dark Modern', width: 560 },
  'high-contrast': { theme: 'Default High Contrast', width: 498 },
  'high-contrast-light': { theme: 'Default High Contrast Light', width: 948 },
};
const README_THEME = 'dark';
const SIZE = { width: 1300, height: 900 };

const output = join(root, 'test-results/screenshots');
await mkdir(output, { recursive: true });
const scratch = await mkdtemp(join(tmpdir(), 'fiscal-pictures-'));
const browser = await launchBrowser();
try {
  const vscode = await ensureVsCode();
  await installExtension(vscode, scratch, await makeVsix({ quiet: true }));
  const { extensions } = serverFolders(scratch);
  const parts = { vscode, browser: async () => browser, extensionsFolder: extensions };
  const walkthrough = process.argv.includes('--walkthrough');
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const wanted = walkthrough ? [README_THEME] : named;
  for (const [name, { theme, width }] of Object.entries(THEMES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const settings = settingsOf(theme);
    const arrange = async (workbench: Workbench) => {
      await workbench.page.setViewportSize(SIZE);
      await dragSideBar(workbench, width);
    };
    const pictureOf = (subject: string) => (workbench: Workbench, what: string) =>
      takePicture(workbench, `${name}-${subject}-${what}`);
    if (walkthrough) await takeWalkthroughPictures(parts, { settings, dragSideBar });
    else if (process.argv.includes('--written')) {
      const language = process.argv.includes('--german') ? 'de' : undefined;
      const picture = pictureOf(language ? `written-${language}` : 'written');
      await takeWrittenAnswerPictures(parts, { settings, language, arrange, picture });
    } else if (process.argv.includes('--authorities')) {
      await takeAuthorityPictures(parts, { settings, arrange, picture: pictureOf('authorities') });
    } else if (process.argv.includes('--firm')) {
      await takeFirmPictures(parts, { settings, arrange, picture: pictureOf('firm') });
    } else await takePictures(parts, name, theme, width);
  }
} finally {
  await browser.close();
  await rm(scratch, { recursive: true, force: true });
}

async function takePictures(parts: Parts, name: string, theme: string, width: number): Promise<void> {
  const workbench = await openWindow(parts, { settings: settingsOf(theme) });
  const { page } = workbench;
  const chat = chatPage(() => workbench.chat());
  const picture = (what: string) => takePicture(workbench, `${name}-${what}`);
  try {
    await page.setViewportSize(SIZE);
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await dragSideBar(workbench, width);
    await picture('welcome');
    await workbench.openFile('memo-press-line.md');
    await workbench.selectLines(17, 20);
    await page.keyboard.press('Alt+Z');
    await workbench.runCommand('Fiscal: Ask About Selection');
    await workbench.pick(/Ask something else/);
    await chat.box.waitFor();
    await chat.box.fill('Can this be expensed at once?');
    await picture('question');
    await chat.box.press('Enter');
    await chat.answered(1);
    await picture('first-line');
    await chat.lastAnswer.hover({ position: { x: 40, y: 10 }, force: true });
    await page.mouse.wheel(0, -20_000);
    await picture('answer');
    if (name === README_THEME && process.argv.includes('--readme')) {
      await page.screenshot({ path: join(root, 'media/main-job.png') });
    }
    await page.mouse.wheel(0, 20_000);
    await picture('sources');
    await chat.box.fill('What if the part is returned?');
    await chat.box.press('Enter');
    await chat.answered(2);
    await picture('second-question');
    await chat.source(1).click();
    await until('the source is open', async () => (await workbench.activeEditor()).title !== 'memo-press-line.md');
    await picture('opened');
  } finally {
    await workbench.close();
  }
}

function settingsOf(theme: string): Record<string, unknown> {
  return { 'workbench.colorTheme': theme, 'window.autoDetectColorScheme': false, 'editor.minimap.enabled': false };
}

async function takePicture({ page }: Workbench, name: string): Promise<void> {
  const path = join(output, `${name}.png`);
  await page.screenshot({ path });
  console.log(path);
}

async function dragSideBar({ page }: Workbench, width: number): Promise<void> {
  const side = await page.locator('.part.sidebar').boundingBox();
  if (!side) return;
  await page.mouse.move(side.x + side.width + 2, side.y + 300);
  await page.mouse.down();
  await page.mouse.move(width, side.y + 300, { steps: 8 });
  await page.mouse.up();
}
