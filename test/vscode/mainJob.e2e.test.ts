import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the main job with the built-in library', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench();
    chat = chatPage(() => workbench.chat());
  });
  afterAll(() => workbench?.close());

  it('a paragraph of the memo is asked about from the palette, and an answer with steps, sources and suggestions comes', async () => {
    await workbench.openFile('memo-press-line.md');
    await selectParagraph('Harbor & Finch makes stamped metal fittings');
    await workbench.runCommand('Fiscal: Ask About Selection');
    await workbench.pick(/Ask something else/);
    await chat.attached(/memo-press-line\.md:\d+-\d+/);
    await chat.ask('Can this be expensed at once?');

    const answer = await chat.answered(1);
    expect(await answer.getByRole('button', { name: /research step/ }).count()).toBe(1);
    expect(await answer.innerText()).toMatch(/\[?1\]?/);
    expect(await chat.source(1).count()).toBe(1);
    expect(await chat.suggestions.count()).toBeGreaterThan(0);
    for (const suggestion of await chat.suggestions.allInnerTexts()) expect(suggestion).toMatch(/^\p{Lu}[^…]+\?$/u);
  });

  it('the note of the library is once in the answer, in italics below the quotations', async () => {
    const notes = chat.lastAnswer.locator('em', { hasText: 'These are quotations from your documents.' });
    expect(await notes.count()).toBe(1);
    expect(await notes.evaluate((note) => note.ownerDocument.defaultView?.getComputedStyle(note).fontStyle)).toBe(
      'italic',
    );
    const [note, quotation] = [
      await notes.boundingBox(),
      await chat.lastAnswer.locator('blockquote').last().boundingBox(),
    ];
    expect(note?.y).toBeGreaterThan(quotation?.y ?? Infinity);
  });

  it('source 1 opens in the editor, and the lines that are shown hold what is quoted', async () => {
    const row = chat.lastAnswer.locator('li.source').first();
    const snippet = await row.locator('.source-snippet').innerText();
    const place = /([\w.-]+):(\d+)(?:-(\d+))?/.exec(await row.locator('.source-facts').innerText());
    const [name, first, last] = [place?.[1] ?? '', Number(place?.[2]), Number(place?.[3] ?? place?.[2])];
    await workbench.openFile('README.md');
    await chat.source(1).click();
    await workbench.editorShows(name, first, last);
    const shown = (await fileOf(name)).slice(first - 1, last).join(' ');
    expect(words(shown)).toContain(words(snippet).slice(0, 60));
  });

  it('a suggestion is one click, and its answer comes below the first', async () => {
    const text = await chat.suggestions.first().innerText();
    await chat.suggestions.first().click();
    await chat.answered(2);
    expect(await workbench.chat().locator('[data-find="question"]').last().innerText()).toBe(text);
  });

  it('the context menu of the editor asks about the selection', async () => {
    await workbench.openFile('lease-warehouse.md');
    await selectParagraph('The rate implicit in the lease');
    await workbench.contextMenu('Fiscal', 'Ask About Selection');
    await workbench.pick(/Check this against the rules/);
    const answer = await chat.answered(3);
    expect(await chat.source(1).count()).toBe(1);
    expect(await answer.innerText()).toContain('842');
  });

  it('the conversation is restored after the window is reloaded', async () => {
    const before = await chat.lastAnswer.locator('.markdown, [data-find]').first().innerText();
    await workbench.reload();
    await chat.answered(3);
    expect(await chat.lastAnswer.innerText()).toContain(before.slice(0, 40));
  });

  // Last, because `chat()` expects one page of Fiscal.
  it('the tab of a conversation has an icon that stands out from the tab in each theme', async () => {
    await workbench.runCommand('Fiscal: Open Chat in Editor');
    const images = `Array.from(
      document.querySelectorAll('.editor-group-container.active .tab.active *'),
      (part) => getComputedStyle(part).backgroundImage + getComputedStyle(part, '::before').backgroundImage,
    ).join()`;
    const hasBrightIcon = async () => {
      const name = /fiscal-\w+\.svg/.exec(await workbench.page.evaluate(images))?.[0];
      if (name === undefined) return null;
      const svg = await readFile(join(root, 'media', name), 'utf8');
      return Number.parseInt(/stroke="#(\w\w)/.exec(svg)?.[1] ?? '', 16) > 0x80;
    };
    const themes = {
      'Light Modern': 'vs',
      'Dark Modern': 'vs-dark',
      'Dark High Contrast': 'hc-black',
      'Light High Contrast': 'hc-light',
    };
    for (const [theme, style] of Object.entries(themes)) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.page.locator('.quick-input-widget input').first().fill(theme);
      await workbench.pick(theme);
      await workbench.page.locator(`.monaco-workbench.${style}`).waitFor();
      const isDark = theme.startsWith('Dark');
      await until(`the icon stands out in ${theme}`, async () => (await hasBrightIcon()) === isDark);
    }
  });

  async function selectParagraph(start: string): Promise<void> {
    const { title } = await workbench.activeEditor();
    const lines = await fileOf(title);
    const first = lines.findIndex((line) => line.startsWith(start));
    expect(first).toBeGreaterThan(-1);
    const length = lines.slice(first).findIndex((line) => line.trim() === '');
    await workbench.selectLines(first + 1, first + length);
  }

  async function fileOf(name: string): Promise<string[]> {
    for (const folder of ['', 'reference', 'workpapers', 'audit', 'data', 'code']) {
      const text = await readFile(join(workbench.folder, folder, name), 'utf8').catch(() => undefined);
      if (text !== undefined) return text.split('\n');
    }
    throw new Error(`${name} is not in the sample folder.`);
  }
});

function words(text: string): string {
  return text.replace(/[\W_]+/g, ' ').trim();
}
