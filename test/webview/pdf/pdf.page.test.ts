import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../../src/client/source.ts';
import { column, makePdf } from '../../service/documents/support/makePdf.ts';
import { ask, researcher } from '../../service/research/asking.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { type OpenedPdf, pdfSuite } from './support/pdfPage.ts';

const open = pdfSuite();

const pagesOf = (count: number, extra: (page: number) => readonly string[] = () => []) =>
  Array.from({ length: count }, (_, index) => ({
    texts: column(72, 700, [
      `Part ${index + 1} of the manual.`,
      ...Array.from(
        { length: 30 },
        (_line, line) => `Line ${line + 1} of page ${index + 1}, about nothing in particular.`,
      ),
      ...extra(index + 1),
    ]),
  }));

const LABELS = '<< /Nums [0 << /S /r >> 2 << /S /D >>] >>';

/** 16 × 16 pixels of one red. */
const RED_JPEG_2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAwcHAAAAAAAPY29scgEAAAAAABAAAADJanAyY/9P/1EALwAAAAAAEAAA' +
  'ABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AA' +
  'CgAAAAAAUQAB/5PH1CIRUFSv3xyyvAAAAABhIS//f8HyDxQAXK/0nLA8AAAAAGEhL9+A0BQAXK/fSCX/QAAAAADCQl+0eAAAAYSEv/9//9k=';

const pageBox = ({ page }: OpenedPdf) => page.getByRole('textbox', { name: 'Page number' });

/** Whether the text is in the view, below the toolbar and not at its lower end. */
async function isBelowToolbar(text: Locator): Promise<boolean> {
  const y = (await text.boundingBox())?.y ?? 0;
  return y > 40 && y < 700;
}

/** Numbers of the visible pages without a canvas. */
const BLANK_PAGES = `(() => {
  const view = document.querySelector('.pdf-scroller').getBoundingClientRect();
  return [...document.querySelectorAll('.page')]
    .filter((page) => {
      const { top, bottom } = page.getBoundingClientRect();
      return bottom > view.top && top < view.bottom && !page.querySelector('canvas');
    })
    .map((page) => page.dataset.pageNumber);
})()`;

describe('the PDF page', () => {
  it('says that the file is being opened, and states no number of pages until it is open', async () => {
    const opened = await open(makePdf(pagesOf(3)), { held: true });
    const { page } = opened;
    await page.getByRole('status').getByText('Opening the PDF…').waitFor();
    expect(await page.getByText(/^of /).count()).toBe(0);
    expect(await pageBox(opened).inputValue()).toBe('');
    await opened.release();
    await page.getByText('of 3').waitFor();
    await page.getByText('Opening the PDF…').waitFor({ state: 'detached' });
  });

  it('opens at the page of the passage, marks the passage, and names the page by its label', async () => {
    const pdf = makePdf(
      pagesOf(8, (page) => (page === 6 ? ['The reserve is released', 'when the roof is repaired.'] : [])),
      {
        labels: LABELS,
      },
    );
    const passage = 'The reserve is released when the roof is repaired.';
    const opened = await open(pdf, { target: { id: 1, page: 6, passage } });
    await opened.page.getByText('The passage is marked on page 4.').waitFor();
    await expect.poll(() => opened.marked('pdf-passage')).toBe('The reserve is released when the roof is repaired.');
    await expect.poll(() => pageBox(opened).inputValue()).toBe('4');
    await opened.page.getByText('(6 of 8)').waitFor();
    await expect.poll(() => isBelowToolbar(opened.page.getByText('The reserve is released'))).toBe(true);
  });

  it('marks a line that a page has twice at the place from which the library quoted it', async () => {
    const service = (name: string, y: number) => [
      { text: `Fees of the ${name} service`, x: 72, y, size: 16, bold: true },
      ...column(72, y - 24, ['The minimum fee is $40 a month.']),
      ...column(72, y - 60, [
        `The ${name} service ends when one of the parties gives notice in writing,`,
        'and what was paid for later months is paid back within thirty days.',
      ]),
    ];
    const pdf = makePdf([{ texts: [...service('storage', 700), ...service('backup', 500)] }]);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'fees.pdf'), pdf);
    const made = researcher({ folders: [folder] });
    for (const [name, at] of [
      ['storage', 0],
      ['backup', 1],
    ] as const) {
      const { sources } = await ask(made, `What is the minimum fee of the ${name} service?`);
      const source = readSources(sources, () => {}).find(({ cited }) => cited?.caption.includes(name));
      const { page, items } = source?.location ?? {};
      const target = { id: 1, page, items, passage: 'The minimum fee is $40 a month.' };
      const opened = await open(pdf, { target });
      await opened.page.getByText('The passage is marked on page 1.').waitFor();
      const top = await opened.page.evaluate(
        () =>
          [...(CSS.highlights.get('pdf-passage') ?? [])].map(
            (range) => (range as Range).getBoundingClientRect().top,
          )[0],
      );
      const line = await opened.page.getByText('The minimum fee is $40 a month.').nth(at).boundingBox();
      expect(Math.abs((top ?? 0) - (line?.y ?? 100))).toBeLessThan(3);
    }
  });

  it('names a page by its number if the label of the PDF is longer than a label can be', async () => {
    const opened = await open(makePdf(pagesOf(2), { labels: '<< /Nums [0 << /S /r /St 2000000000 >>] >>' }));
    await opened.page.getByText('Line 1 of page 1, about').waitFor();
    await expect.poll(() => pageBox(opened).inputValue()).toBe('1');
  });

  it('the page that is asked for is drawn before all others', async () => {
    const opened = await open(makePdf(pagesOf(60)), {
      target: { id: 1, page: 40, passage: 'Line 3 of page 40, about' },
    });
    await opened.page.getByText('The passage is marked on page 40.').waitFor();
    expect(await opened.page.evaluate('window.__drawnFirst')).toBe('40');
  });

  it('the page that is asked for keeps its place while the sizes of the pages above it are read', async () => {
    const pages = pagesOf(90).map((page, at) => ({
      ...page,
      ...(at === 0 && { cropBox: [0, 392, 612, 792] as const }),
    }));
    const opened = await open(makePdf(pages), { target: { id: 1, page: 60, passage: 'Line 3 of page 60, about' } });
    await opened.page.getByText('The passage is marked on page 60.').waitFor();
    const box = (page: number) => opened.page.locator(`[data-page-number="${page}"]`).boundingBox();
    const height = (await box(60))?.height;
    await expect.poll(async () => (await box(90))?.height, { timeout: 60_000 }).toBe(height);
    expect(height).toBeGreaterThan((await box(1))?.height ?? 0);
    await expect.poll(() => pageBox(opened).inputValue()).toBe('60');
    await expect.poll(() => isBelowToolbar(opened.page.getByText('Line 3 of page 60, about'))).toBe(true);
  });

  it('gives pages the whole view below the toolbar when pdf.js has measured text', async () => {
    const { page } = await open(makePdf(pagesOf(3)));
    await page.getByText('Line 1 of page 1, about').waitFor();
    const rest = () =>
      page.locator('.pdf-scroller').evaluate((element) => window.innerHeight - element.getBoundingClientRect().bottom);
    await expect.poll(rest).toBe(0);
  });

  it('marks nothing when the passage is the whole text of its page, and says so', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `Clause ${at} is agreed by the parties in schedule ${at}.`);
    const passage = lines.join('\n');
    const opened = await open(makePdf([{ texts: column(72, 700, lines) }]), { target: { id: 1, page: 1, passage } });
    await opened.page.getByText('The whole text of page 1 is quoted.').waitFor();
    expect(await opened.marked('pdf-passage')).toBe('');
    await opened.send({ type: 'show', target: { id: 2, page: 1, passage: lines[7] } });
    await opened.page.getByText('The passage is marked on page 1.').waitFor();
    await expect.poll(() => opened.marked('pdf-passage')).toContain('Clause 7 is agreed');
  });

  it('marks a letter that is quoted without its head', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `Clause ${at} is agreed by the parties in schedule ${at}.`);
    const target = { id: 1, page: 1, passage: lines.slice(2).join('\n') };
    const opened = await open(makePdf([{ texts: column(72, 700, lines) }]), { target });
    await opened.page.getByText('The passage is marked on page 1.').waitFor();
    expect(await opened.marked('pdf-passage')).not.toContain('Clause 1 is agreed');
  });

  it('marks another passage when it is asked for one, and says when a passage is not in the file', async () => {
    const opened = await open(makePdf(pagesOf(5)), {
      target: { id: 1, page: 2, passage: 'Line 3 of page 2, about nothing' },
    });
    await opened.page.getByText('The passage is marked on page 2.').waitFor();
    await opened.send({ type: 'show', target: { id: 2, page: 4, passage: 'Line 30 of page 4, about nothing' } });
    await opened.page.getByText('The passage is marked on page 4.').waitFor();
    await expect.poll(() => opened.marked('pdf-passage')).toBe('Line 30 of page 4, about nothing');
    await opened.send({
      type: 'show',
      target: { id: 3, page: 1, passage: 'Depreciation of wind turbines is accelerated.' },
    });
    await opened.page.getByText('The passage was not found').waitFor();
    await expect.poll(() => opened.marked('pdf-passage')).toBe('');
  });

  it('scrolls to a passage that is asked for while the text of its page is being drawn', async () => {
    const rows = Array.from({ length: 60 }, (_row, row) =>
      Array.from({ length: 20 }, (_cell, cell) => ({
        text: `${row}.${cell}`,
        x: 40 + 26 * cell,
        y: 760 - 12 * row,
        size: 5,
      })),
    ).flat();
    const last = { text: 'The list ends with this footnote.', x: 40, y: 30, size: 5 };
    const opened = await open(makePdf([{ texts: [...rows, last] }, ...pagesOf(30)]), {
      target: { id: 1, page: 30, passage: 'Line 3 of page 29, about nothing in particular.' },
    });
    await opened.page.getByText('The passage is marked on page 30.').waitFor();
    await opened.send({ type: 'show', target: { id: 2, page: 30, passage: 'No page says this.' } });
    await opened.page.getByText('The passage was not found').waitFor();
    await opened.page.evaluate((passage) => {
      const create = document.createElement.bind(document);
      let spans = 0;
      document.createElement = (name: string) => {
        if (name === 'span' && ++spans === 50)
          window.postMessage({ type: 'show', target: { id: 3, page: 1, passage } }, '*');
        return create(name);
      };
    }, last.text);
    await pageBox(opened).fill('1');
    await pageBox(opened).press('Enter');
    await opened.page.getByText('The passage is marked on page 1.').waitFor();
    await expect.poll(() => isBelowToolbar(opened.page.getByText(last.text))).toBe(true);
  });

  it('keeps its place and zoom when its tab is hidden and shown again', async () => {
    const pdf = makePdf(pagesOf(9));
    const target = { id: 1, page: 3, passage: 'Line 3 of page 3, about nothing' };
    const first = await open(pdf, { target });
    await first.page.getByText('The passage is marked on page 3.').waitFor();
    await first.page.getByRole('button', { name: 'Zoom in' }).click();
    await pageBox(first).fill('7');
    await pageBox(first).press('Enter');
    await expect.poll(first.saved).toMatchObject({ page: 7, target: 1 });
    const saved = first.saved();
    const zoom = await first.page.getByTitle('Fit page width').innerText();
    const again = await open(pdf, { target, saved });
    await again.page.getByText('The passage is marked on page 3.').waitFor();
    await expect.poll(() => pageBox(again).inputValue()).toBe('7');
    await expect.poll(() => again.page.getByTitle('Fit page width').innerText()).toBe(zoom);
  });

  it('finds words on all pages, goes from match to match by the keyboard, and closes with Escape', async () => {
    const opened = await open(makePdf(pagesOf(30, (page) => (page % 10 === 5 ? ['Zinc and copper'] : []))));
    await opened.page.locator('.pdf-scroller').press('Control+f');
    const box = opened.page.getByRole('textbox', { name: 'Find in document' });
    await box.fill('zinc  AND');
    await opened.page.getByText('1 of 3').waitFor();
    await expect.poll(() => opened.marked('pdf-find-current')).toBe('Zinc and');
    await box.press('Enter');
    await opened.page.getByText('2 of 3').waitFor();
    await expect.poll(() => pageBox(opened).inputValue()).toBe('15');
    await box.press('Shift+Enter');
    await opened.page.getByText('1 of 3').waitFor();
    await box.press('Escape');
    await box.waitFor({ state: 'detached' });
    await expect.poll(() => opened.marked('pdf-find-current')).toBe('');
  });

  it('turns pages and zooms by the keyboard', async () => {
    const opened = await open(makePdf(pagesOf(5)));
    await opened.page.locator('[data-page-number="1"] canvas').waitFor();
    const main = opened.page.locator('.pdf-scroller');
    await main.press('n');
    await expect.poll(() => pageBox(opened).inputValue()).toBe('2');
    await main.press('p');
    await expect.poll(() => pageBox(opened).inputValue()).toBe('1');
    const width = async () => (await opened.page.locator('[data-page-number="1"]').boundingBox())?.width ?? 0;
    const before = await width();
    await main.press('+');
    await expect.poll(width).toBeGreaterThan(before);
    await main.press('0');
    await expect.poll(width).toBe(before);
  });

  it('draws a picture in JPEG 2000', async () => {
    const image = { bytes: Buffer.from(RED_JPEG_2000, 'base64'), filter: 'JPXDecode', width: 16, height: 16 };
    const { page } = await open(makePdf([{ texts: column(72, 100, ['A scanned receipt']), image }]));
    const canvas = page.locator('[data-page-number="1"] canvas');
    await canvas.waitFor();
    const color = () =>
      canvas.evaluate((element: HTMLCanvasElement) =>
        Array.from(element.getContext('2d')?.getImageData(element.width / 8, element.height / 8, 1, 1).data ?? []),
      );
    await expect.poll(color).toEqual([220, 20, 30, 255]);
  });

  it('shows text in a Japanese font that the PDF names and does not contain', async () => {
    const pdf = makePdf([{ texts: [{ text: '賃料', x: 72, y: 700, size: 20, japanese: true }] }]);
    const { page } = await open(pdf);
    await page.getByText('賃料').waitFor({ state: 'attached' });
  });

  it('a link to another page of the PDF shows that page', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /GoTo /D [3 /Fit] >> >>';
    const opened = await open(
      makePdf(pagesOf(5).map((page, at) => (at === 0 ? { ...page, annotations: [link] } : page))),
    );
    await opened.page.locator('[data-page-number="1"] a').click();
    await expect.poll(() => pageBox(opened).inputValue()).toBe('4');
  });

  it('runs no script of a PDF, follows no link to an address, and shows what is left of a damaged file', async () => {
    const annotations = [
      '<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (https://evil.example/) >> >>',
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 612 792] /A << /S /JavaScript /JS (app.alert(1)) >> >>',
    ];
    const pages = pagesOf(2).map((page) => ({ ...page, annotations }));
    const whole = await open(makePdf(pages));
    await whole.page.locator('[data-page-number="1"] canvas').waitFor();
    await whole.page.mouse.click(500, 400);
    expect(whole.page.url()).toMatch(/^http:\/\/127/);
    const half = await open(makePdf(pages).subarray(0, 900));
    await half.page.locator('.pdf-status, .page canvas').first().waitFor();
    const none = await open(Buffer.from('This is no PDF.'));
    await none.page.getByText('This PDF is damaged and cannot be shown.').waitFor();
    await none.page.getByRole('button', { name: 'Open in the default application' }).click();
    await expect.poll(() => none.posted).toContainEqual({ type: 'openInDefaultApplication' });
  });

  it('opens 300 pages at the page that is asked for, draws those in view only, and draws each page that is scrolled to', async () => {
    const opened = await open(makePdf(pagesOf(300)), { target: { id: 1, page: 150 } });
    await opened.page.locator('.page canvas').first().waitFor();
    expect(await opened.page.evaluate('window.__drawnFirst')).toBe('150');
    await opened.page.mouse.move(500, 500);
    for (let step = 0; step < 10; step += 1) {
      await expect.poll(() => opened.page.evaluate(BLANK_PAGES)).toEqual([]);
      expect(await opened.page.locator('canvas').count()).toBeLessThan(20);
      await opened.page.mouse.wheel(0, 2000);
    }
    await expect.poll(async () => Number(await pageBox(opened).inputValue())).toBeGreaterThan(155);
  });
});
