import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGLISH } from '../../src/conversation/documentLanguage.ts';
import { insertMarks } from '../../src/conversation/insert/insertMarks.ts';
import { markdownMark } from '../../src/protocol/exportMark.ts';
import { readDocx } from '../conversation/document/readDocx.ts';
import { workerBrowser } from '../support/browser.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { fileDialog } from './support/fileDialog.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const { start, end } = insertMarks(ENGLISH);
const [MARKDOWN_START_MARK, MARKDOWN_END_MARK] = [markdownMark(start), markdownMark(end)];

const TEMPLATE = '# Acme & Partners\n\n## The law\n\n{{law}}\n';
const SOURCE = 'int depreciate(void) {\n  return 0;\n}\n';
const NOTES = '# Notes\r\n\r\n1. Known[^1].\r\n\r\n    More of it.\r\n\r\n2. Open.\r\n\r\n[^1]: Old.\r\n';

describe('documents from an answer', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      // Small lines, so that the whole memo is in view.
      settings: { 'files.simpleDialog.enable': true, 'editor.autoClosingBrackets': 'never', 'editor.fontSize': 6 },
      files: {
        'templates/memo.md': TEMPLATE,
        'cost.c': SOURCE,
        'notes.md': NOTES,
        '.vscode/settings.json': '{ "fiscal.memo.template": "" }',
      },
    });
    chat = chatPage(() => workbench.chat());
    await workbench.openFile('memo-press-line.md');
    await workbench.selectLines(17, 20);
    await workbench.runCommand('Fiscal: Ask About Selection');
    await workbench.pick(/Ask something else/);
    await chat.attached('memo-press-line.md');
    await chat.ask('Can this be expensed at once?');
    await chat.answered(1);
  });
  afterAll(() => workbench?.close());

  const fileText = (name: string) => readFile(join(workbench.folder, name), 'utf8');
  /** A file outside of the opened folder, which the library indexes. */
  const out = (name: string) => join(workbench.folder, '..', 'out', name);
  const button = (name: string) => workbench.chat().getByRole('button', { name, exact: true });

  /** Saves the active file until its text on disk satisfies `isSaved`, because it may change a moment after an action. */
  async function saved(name: string, isSaved: (text: string) => boolean): Promise<string> {
    return until(`${name} is saved`, async () => {
      await workbench.focusEditor();
      await workbench.page.keyboard.press('Control+S');
      const text = await fileText(name);
      return isSaved(text) ? text : '';
    });
  }

  async function undo(): Promise<void> {
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+Z');
  }

  /** Replaces the settings of the folder. The line numbers show that VS Code has read them. */
  async function setTemplate(template: string, lineNumbers: 'on' | 'off'): Promise<void> {
    const settings = { 'fiscal.memo.template': template, 'editor.lineNumbers': lineNumbers };
    await writeFile(join(workbench.folder, '.vscode/settings.json'), JSON.stringify(settings));
    const numbers = workbench.page.locator('.editor-group-container.active .line-numbers').first();
    await numbers.waitFor({ state: lineNumbers === 'on' ? 'visible' : 'detached' });
  }

  it('an answer is inserted below its paragraph with footnotes and without notes, and one undo removes it', async () => {
    const before = await fileText('memo-press-line.md');
    await button('Insert answer').click();
    const written = await saved('memo-press-line.md', (text) => text !== before);
    const after = written.replace(`${MARKDOWN_START_MARK}\n\n`, '').replace(`\n\n${MARKDOWN_END_MARK}`, '');
    expect(after.length).toBeLessThan(written.length);
    expect(after).toMatch(
      /cost can be expensed at once\.\n\n\*\*Authorities\*\*\n\n[\s\S]*\[\^1\]\n[\s\S]*\n\nWith the press came 42/,
    );
    expect(after).toMatch(/^\[\^1\]: § \d+/m);
    expect(after).toContain('The dollar limit is $2,500,000 for property placed in service');
    expect(after).not.toMatch(/These are quotations|Not in the library|The library/);
    await undo();
    expect(await saved('memo-press-line.md', (text) => text === before)).toBe(before);
  });

  it('the quotation of a source is inserted with its footnote', async () => {
    const before = await fileText('memo-press-line.md');
    await chat.lastAnswer.locator('li.source').first().hover();
    await button('Insert quotation of source 1').click();
    const after = await saved('memo-press-line.md', (text) => text !== before);
    expect(after).toMatch(/\n\n> [A-Z][\s\S]*\[\^1\]\n[\s\S]*\n\[\^1\]: § \d+/);
    await undo();
    await saved('memo-press-line.md', (text) => text === before);
  });

  it('an answer in source code is a comment above the line', async () => {
    await workbench.openFile('cost.c');
    await workbench.selectLines(2, 2);
    await workbench.runCommand('Fiscal: Insert Answer');
    await workbench.pick(/^Answer/);
    const after = await saved('cost.c', (text) => text !== SOURCE);
    const lines = after.split('\n');
    const added = lines.slice(1, -3);
    expect([lines[0], ...lines.slice(-3)]).toEqual(['int depreciate(void) {', '  return 0;', '}', '']);
    expect(added.length).toBeGreaterThan(5);
    expect(added.filter((line) => !line.startsWith('  //'))).toEqual([]);
  });

  it('an answer in a list of a file with CRLF follows its item, has its line ends and continues its footnotes', async () => {
    await workbench.openFile('notes.md');
    await workbench.selectLines(3, 3);
    await workbench.runCommand('Fiscal: Insert Answer');
    await workbench.pick(/^Answer/);
    const after = await saved('notes.md', (text) => text !== NOTES);
    expect(after).not.toMatch(/[^\r]\n/);
    expect(after).toMatch(
      /More of it\.\r\n\r\n\[\/\/\]: # .*\r\n\r\n\*\*Authorities\*\*\r\n[\s\S]*\[\^2\][\s\S]*\r\n\r\n2\. Open\./,
    );
    expect(after).toMatch(/\r\n\[\^1\]: Old\.\r\n\[\^2\]: § \d+/);
  });

  it('a memo opens as a Markdown document with its parts, and with the whole question as its title', async () => {
    await button('Create memo').click();
    await workbench.pick(/^Markdown/);
    await workbench.page.getByRole('tab', { name: /Untitled-1/, selected: true }).waitFor();
    const lines = workbench.page.locator('.editor-group-container.active .view-line');
    // The order of the lines in the page is not that of the memo.
    const shown = async () => (await lines.allInnerTexts()).map((line) => line.replaceAll('\u00a0', ' '));
    const title = '# Can this be expensed at once?';
    const parts = ['## Issue', '## Facts', '## Short answer', '## Law'];
    await expect.poll(shown).toEqual(expect.arrayContaining([title, ...parts, '**memo-press-line.md**, lines 17–20:']));
  });

  it('a memo is saved as a Word document with footnotes, in the layout of the template of the folder', async () => {
    await setTemplate('templates/memo.md', 'off');
    await mkdir(out(''));
    await button('Create memo').click();
    await workbench.pick(/^Word document/);
    const suggestion = await fileDialog(workbench).suggestion();
    expect(basename(suggestion)).toBe('Memo Can this be expensed at once.docx');
    expect(dirname(suggestion)).toBe(workbench.folder);
    const bytes = await fileDialog(workbench).save(out('memo.docx'));
    const files = readDocx(bytes);
    expect(files.get('word/document.xml')).toContain('Acme &amp; Partners');
    expect(files.get('word/document.xml')).not.toContain('How this memo was made');
    expect(files.get('word/footnotes.xml')).toMatch(/§\u00a0179/);
  });

  /** Opens a web page outside VS Code, and checks that it is one file. */
  async function openWebPage(path: string, check: (page: Page) => Promise<void>): Promise<void> {
    const page = await (await workerBrowser()).newPage();
    try {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(`file://${path}`);
      expect(requests).toEqual([`file://${path}`]);
      expect(await page.locator('script').count()).toBe(0);
      await check(page);
    } finally {
      await page.context().close();
    }
  }

  async function exported(format: RegExp, name: string): Promise<string> {
    await workbench.runCommand('Fiscal: Export Conversation');
    await workbench.pick(format);
    return (await fileDialog(workbench).save(out(name))).toString();
  }

  it('a memo as a web page is one file that requests nothing, in the layout of the template', async () => {
    await button('Create memo').click();
    await workbench.pick(/^Web page/);
    await fileDialog(workbench).save(out('memo.html'));
    await openWebPage(out('memo.html'), async (page) => {
      expect(await page.locator('h1').allInnerTexts()).toEqual(['Acme & Partners']);
      expect(await page.locator('h2').allInnerTexts()).toEqual(['The law']);
      // The template leaves the sources out.
      expect(await page.locator('sup').first().innerText()).toMatch(/^\[\d\]$/);
      expect(await page.locator('sup a').count()).toBe(0);
    });
  });

  it('an export as a web page is one file that requests nothing, and its citations lead to its sources', async () => {
    await exported(/^HTML/, 'export.html');
    expect((await readdir(out(''))).sort()).toEqual(['export.html', 'memo.docx', 'memo.html']);
    await openWebPage(out('export.html'), async (page) => {
      expect(await page.title()).toBe('Can this be expensed at once?');
      const mark = page.locator('sup a').first();
      expect(await page.locator((await mark.getAttribute('href')) ?? '').count()).toBe(1);
      expect(await page.locator('blockquote').count()).toBeGreaterThan(1);
      expect(await page.locator('h2').allInnerTexts()).toEqual(['Question 1']);
    });
  });

  it('an export as Markdown has the question, the selected text, the answer, and the sources with their review', async () => {
    const text = await exported(/^Markdown/, 'export.md');
    expect(text.match(/^#+ .*$/gm)?.slice(0, 3)).toEqual([
      '# Can this be expensed at once?',
      '## Question 1',
      '### Answer',
    ]);
    expect(text).toContain('> Harbor & Finch makes stamped metal fittings for boats.');
    expect(text).toMatch(/^\| 1 \|.*\| Unread \|$/m);
  });

  it('an export of the sources is a table for a spreadsheet, with a row for each source', async () => {
    const count = await chat.lastAnswer.getByRole('button', { name: /^Open source/ }).count();
    const text = await exported(/^Sources/, 'export.csv');
    const rows = text.trimEnd().split('\r\n');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(rows.length - 1).toBeGreaterThanOrEqual(count);
    expect(rows.slice(1).filter((row, at) => !row.startsWith(`1,${at + 1},`))).toEqual([]);
  });

  it('an export as JSON is imported as the same conversation, and exported again as the same file', async () => {
    const first = await exported(/^JSON/, 'first.json');
    const shown = await chat.lastAnswer.innerText();
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    await workbench.runCommand('Fiscal: Import Conversation…');
    await fileDialog(workbench).open(out('first.json'));
    await chat.answered(1);
    const second = await exported(/^JSON/, 'second.json');
    expect(idOf(second)).not.toBe(idOf(first));
    expect(second.replace(idOf(second), idOf(first))).toBe(first);
    expect(await chat.lastAnswer.innerText()).toBe(shown);
  });

  it('a memo of two answers has each part once, and the source that was relied on first', async () => {
    await setTemplate('', 'on');
    await button('Review of source 2: Unread').click();
    await workbench.chat().getByRole('menuitemradio', { name: 'Relied on' }).click();
    await chat.ask('What is the dollar limit of section 179 for 2025?');
    const answer = await chat.answered(2);
    await answer.getByRole('button', { name: 'Create memo' }).click();
    const picker = workbench.page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: '1. Can this be expensed' }).click();
    await picker.getByRole('button', { name: 'OK', exact: true }).click();
    await workbench.pick(/^Web page/);
    await fileDialog(workbench).save(out('two.html'));
    await openWebPage(out('two.html'), async (page) => {
      expect(await page.locator('h2').allInnerTexts()).toEqual([
        'Issue',
        'Facts',
        'Short answer',
        'Law',
        'Analysis',
        'Conclusion',
        'What was not found',
        'Sources',
        'How this memo was made',
      ]);
      expect(await page.locator('h2:text-is("Issue") + ol > li').count()).toBe(2);
      const relied = page.locator('tr', { hasText: 'Relied on' });
      const first = page.locator('h2:text-is("Law") ~ p a').first();
      expect(await first.getAttribute('href')).toBe(`#${await relied.getAttribute('id')}`);
    });
  });
});

const idOf = (json: string) => (JSON.parse(json) as { id: string }).id;
