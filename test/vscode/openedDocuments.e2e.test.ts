import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWord, makeWorkbook, paragraph, row } from '../service/documents/support/makeOffice.ts';
import { column, makePdf } from '../service/documents/support/makePdf.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { pageWith } from './support/pageWith.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const FILLER = [
  'General provisions of this agreement apply to every part of it.',
  'Headings are for convenience and do not change the meaning.',
  'Notices are given in writing to the address of the other party.',
];
const TOPICS = [
  'insurance',
  'access',
  'noise',
  'storage',
  'keys',
  'parking',
  'waste',
  'water',
  'crane',
  'signs',
  'mail',
  'visitors',
];
/** Twelve pages, the first two with roman numbers. The clause about the crane is on page 9, whose label is 7. */
const CRANE_LEASE = makePdf(
  TOPICS.map((topic) => ({
    texts: column(
      72,
      700,
      topic === 'crane'
        ? ['The lessee returns the gantry crane', 'freshly painted and with a load test certificate.']
        : Array.from(
            { length: 24 },
            (_, line) => `Rule ${line + 1} about ${topic} is agreed by the parties in schedule ${line}.`,
          ),
      18,
    ),
  })),
  { title: 'Foundry hall', labels: '<< /Nums [0 << /S /r >> 2 << /S /D >>] >>' },
);
const BONUS_LETTER = makeWord(
  [...FILLER, 'The zirconium bonus is earned when the furnace campaign exceeds 400 days.', FILLER.join(' ').repeat(4)]
    .map((text) => paragraph(text))
    .join(''),
);
const POTTERY = makeWorkbook({
  sheets: {
    Additions:
      row(1, 'Asset', 'Placed in service', 'Cost') +
      row(2, 'Pottery kiln', '2025-03-04', 41250) +
      row(3, 'Glazing booth', '2025-05-20', 9800),
  },
});
const NOTICE = [
  'From: Revenue Office <office@revenue.example>',
  'To: Harbor & Finch <tax@harbor.example>',
  'Date: Tue, 14 Jan 2025 09:30:00 +0000',
  'Subject: Brewery excise registration',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'The brewery excise registration must be renewed before 30 June.',
  '',
].join('\r\n');

describe('documents of every kind, opened at the passage that an answer quotes', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  let asked = 0;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      files: {
        'papers/crane-lease.pdf': CRANE_LEASE,
        'papers/bonus.docx': BONUS_LETTER,
        'papers/pottery.xlsx': POTTERY,
        'papers/excise.eml': NOTICE,
      },
    });
    chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await workbench.libraryRead();
  });
  afterAll(() => workbench?.close());

  it.each([
    ['Word', 'When is the zirconium bonus earned?', 'bonus.docx', 'zirconium bonus'],
    ['mail', 'When must the brewery excise registration be renewed?', 'excise.eml', 'renewed before 30 June'],
  ])('a source in %s opens as the text that was read, at the passage', async (_kind, question, file, text) => {
    await ask(question);
    await openSourceOf(file);
    await until(`${file} is open`, async () => (await workbench.activeEditor()).title === file);
    const lines = workbench.page.locator('.editor-group-container.active .view-lines');
    await until('the passage is shown', async () => (await lines.innerText()).replace(/\u00a0/g, ' ').includes(text));
    await workbench.page
      .locator('.statusbar')
      .getByText(/selected\)/)
      .waitFor();
    await workbench.page.getByRole('button', { name: 'Open in the Default Application' }).first().waitFor();
  });

  it('a Word file that is opened by its name is shown as text, which can be asked about', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('bonus.docx');
    await workbench.selectLines(7, 7);
    expect(await workbench.page.getByRole('tab', { name: 'bonus.docx' }).count()).toBe(1);
    await workbench.runCommand('Fiscal: Add Selection to Chat');
    await workbench
      .chat()
      .getByText(/zirconium bonus is earned/)
      .first()
      .waitFor();
    await workbench
      .chat()
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
  });

  it('a paragraph of a Word file that is longer than the editor is wide is wrapped', async () => {
    await ask('When is the zirconium bonus earned?');
    await openSourceOf('bonus.docx');
    const editor = workbench.page.locator('.editor-group-container.active .monaco-editor').first();
    await until('the paragraph takes more lines than it has numbers', async () => {
      const numbers = await editor.locator('.line-numbers').allInnerTexts();
      const lines = await editor.locator('.view-line').count();
      return lines > 0 && lines > numbers.filter((number) => number.trim() !== '').length;
    });
  });

  // Those with a page of their own come last, because `chat()` expects one page of Fiscal.
  it('the source of a PDF opens at its page, with the passage marked', async () => {
    await ask('Is the gantry crane returned freshly painted, with a load test certificate?');
    await openSourceOf('crane-lease.pdf');
    const pdf = await pdfPage(workbench);
    await pdf.getByText('The passage is marked on page 7.').waitFor();
    await expect.poll(() => pdf.getByRole('textbox', { name: 'Page number' }).inputValue()).toBe('7');
    await expect.poll(() => markedText(pdf)).toContain('gantry crane');
    expect(await markedText(pdf)).not.toContain('agreed by the parties');
    const page = pdf.locator('[data-page-number="9"] canvas');
    await page.waitFor();
    await expect.poll(() => page.evaluate(IS_BLANK)).toBe(false);
  });

  it('words are found in a PDF by the keyboard, and the page is changed by its number', async () => {
    const pdf = await pdfPage(workbench);
    await pdf.locator('main').press('Control+f');
    await pdf.getByRole('textbox', { name: 'Find in document' }).fill('load test');
    await pdf.getByText('1 of 1').waitFor();
    await pdf.getByRole('textbox', { name: 'Find in document' }).press('Escape');
    await pdf.getByRole('textbox', { name: 'Page number' }).fill('ii');
    await pdf.getByRole('textbox', { name: 'Page number' }).press('Enter');
    await until('page ii is shown', async () => (await pageNumber(pdf)) === 'ii');
    await pdf.locator('[data-page-number="2"]').getByText('Rule 1 about access').waitFor();
  });

  it('a question is sent without a dialog after the PDF that had the focus was closed', async () => {
    const pdf = await pdfPage(workbench);
    await pdf.locator('main').click();
    await workbench.runCommand('View: Close All Editors');
    await until(
      'only the chat is open',
      async () => (await workbench.page.locator('iframe.webview.ready').count()) === 1,
    );
    await ask('When is the zirconium bonus earned?');
    expect(await workbench.page.getByText('Allow the action that the chat requested?').count()).toBe(0);
  });

  it('the source of an Excel workbook opens as a grid with the quoted row marked, whose cells can be asked about', async () => {
    await ask('What did the pottery kiln cost?');
    await openSourceOf('pottery.xlsx');
    const page = await pageWith(workbench, '.wb-grid');
    await page.getByText(/The passage is marked: Additions!/).waitFor();
    await expect.poll(() => page.locator('td.wb-marked').allInnerTexts()).toContain('Pottery kiln');
    const letters = page.getByRole('grid', { name: 'Additions' }).getByRole('columnheader');
    await expect.poll(() => letters.allInnerTexts()).toEqual(['A', 'B', 'C']);
    await page.getByRole('gridcell', { name: '9800', exact: true }).click();
    await page.getByRole('button', { name: 'Ask About Selection' }).click();
    await workbench.page.getByPlaceholder('What do you want to know about the selected text?').waitFor();
    await workbench.closeInput();
    await workbench.runCommand('Fiscal: Show Workbook as Text');
    const lines = workbench.page.locator('.editor-group-container.active .view-lines');
    await until('the text is shown', async () => (await lines.innerText()).includes('Glazing'));
  });

  async function ask(question: string): Promise<void> {
    asked += 1;
    await chat.ask(question);
    await chat.answered(asked);
  }

  async function openSourceOf(file: string): Promise<void> {
    const row = chat.lastAnswer.locator('li.source').filter({ hasText: file }).first();
    await row.getByRole('button', { name: /^Open source/ }).click();
  }
});

const pdfPage = (workbench: Workbench) => pageWith(workbench, '.pdf-scroller');

const pageNumber = (pdf: FrameLocator) => pdf.getByRole('textbox', { name: 'Page number' }).inputValue();

/** What is marked as the passage. */
async function markedText(pdf: FrameLocator): Promise<string> {
  return String(
    await pdf.locator('main').evaluate("Array.from(CSS.highlights.get('pdf-passage') ?? [], String).join(' ')"),
  );
}

/** True if all pixels of page 9 have one color. */
const IS_BLANK = `(() => {
  const canvas = document.querySelector('[data-page-number="9"] canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.every((value, at) => value === data[at % 4]);
})()`;
