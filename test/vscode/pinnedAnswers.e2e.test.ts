import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const FILE = 'memo-press-line.md';
const PROGRAM = 'depreciation.ts';

describe('an answer that is pinned to its lines', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  let first: number;
  let original: string;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      settings: {
        'files.autoSave': 'afterDelay',
        'files.autoSaveDelay': 100,
        // The Comments panel would take the focus when it opens, and close Quick Open.
        'comments.openView': 'never',
      },
    });
    chat = chatPage(() => workbench.chat());
    original = await readFile(join(workbench.folder, FILE), 'utf8');
    first = original.split('\n').findIndex((line) => line.startsWith('A used forklift')) + 1;
  });
  afterAll(() => workbench?.close());

  const glyph = () => workbench.page.locator('.monaco-editor .comment-range-glyph.comment-thread');
  const thread = () => workbench.page.locator('.monaco-editor .review-widget');

  async function ask(answers: number, file = FILE, line = first): Promise<void> {
    await workbench.openFile(file);
    await workbench.selectLines(line, line);
    await workbench.runCommand('Fiscal: Ask About Selection');
    await workbench.pick(/Check this against the rules/);
    await chat.answered(answers);
  }

  it('the answer is there as a collapsed thread, which opens with the question and the answer', async () => {
    await ask(1);
    await workbench.chat().getByRole('button', { name: 'Pin to lines' }).click();
    await workbench.page.getByText(`The answer is pinned to ${FILE}:${first}.`).last().waitFor();
    await glyph().first().waitFor();
    expect(await thread().count()).toBe(0);
    await glyph().first().click();
    await thread().getByText('Check this text against the rules that apply.').first().waitFor();
    await thread().getByRole('heading', { name: 'Authorities' }).waitFor();
    const reply = thread().locator('.comment-form').filter({ visible: true });
    await until('nothing can be replied', async () => (await reply.count()) === 0);
  });

  it('the answer moves with its lines, and is marked as outdated when their text changes', async () => {
    const { page } = workbench;
    await workbench.selectLines(1, 1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await workbench.selectLines(first + 1, first + 1);
    expect(
      await thread()
        .getByText(/^Outdated:/)
        .count(),
    ).toBe(0);
    await page.keyboard.type('Leased.');
    await thread()
      .getByText(/^Outdated: Check this text against the rules/)
      .first()
      .waitFor();
    await thread().getByText('The text of these lines has changed since this question was asked.').waitFor();
    // VS Code saves after each change, so the file on disk says when all of it is undone.
    await until('the changes are undone', async () => {
      await page.keyboard.press('Control+Z');
      return (await readFile(join(workbench.folder, FILE), 'utf8')) === original;
    });
    await until(
      'it is not outdated any more',
      async () =>
        (await thread()
          .getByText(/^Outdated:/)
          .count()) === 0,
    );
  });

  it('the answer is there again after the window is reloaded', async () => {
    await workbench.reload();
    await workbench.openFile(FILE);
    await workbench.selectLines(first, first);
    await glyph().first().waitFor();
  });

  it('Remove Pinned Answer takes away the answer at the cursor', async () => {
    await workbench.selectLines(first, first);
    await workbench.runCommand('Fiscal: Remove Pinned Answer');
    await until('there is no thread', async () => (await glyph().count()) + (await thread().count()) === 0);
  });

  it('a conversation that begins with a question of the list is named after the file and the first words of the text', async () => {
    await workbench.runCommand('Fiscal: Focus on Conversations View');
    await workbench.page.getByRole('treeitem', { name: `${FILE}: A used forklift` }).waitFor();
  });

  it('the pinned answer of a temporary conversation is not there after a reload', async () => {
    await workbench.runCommand('Fiscal: New Temporary Conversation');
    // Before it takes the focus, Quick Open would close again.
    await workbench.chat().locator('textarea:focus').waitFor();
    await ask(1);
    await workbench.runCommand('Fiscal: Pin Answer to Its Lines');
    await workbench.page
      .getByText(/is pinned to .* until the window closes/)
      .last()
      .waitFor();
    await glyph().first().waitFor();
    await workbench.reload();
    await workbench.openFile(FILE);
    await workbench.selectLines(first, first);
    await workbench.runCommand('Fiscal: Remove Pinned Answer');
    await workbench.page.getByText('Place the cursor on a line with a pinned answer first.').last().waitFor();
    expect(await glyph().count()).toBe(0);
  });

  it('the answer in a program is there after a reload that shows nothing of Fiscal', async () => {
    await ask(1, PROGRAM, 1);
    await workbench.runCommand('Fiscal: Pin Answer to Its Lines');
    await glyph().first().waitFor();
    await workbench.runCommand('View: Close Primary Side Bar');
    await workbench.runCommand('View: Close All Editors');
    await workbench.reload();
    await workbench.openFile(PROGRAM);
    await glyph().first().waitFor();
  });
});
