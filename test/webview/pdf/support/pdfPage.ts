/** Opens the built PDF page in a browser like VS Code, with a fake host that sends a file. */
import type { PdfTarget } from '../../../../src/panel/pdfMessages.ts';
import { builtPageSuite, literal, type OpenedPage, type PageOptions } from '../../support/builtPage.ts';

export interface PdfPageOptions extends PageOptions {
  readonly target?: PdfTarget;
  /** The host sends the file when the test calls `release`. */
  readonly held?: boolean;
}

export interface OpenedPdf extends OpenedPage {
  /** Sends another message of the host. */
  send(message: unknown): Promise<void>;
  release(): Promise<void>;
  /** The text that is marked with this highlight. */
  marked(name: string): Promise<string>;
}

/** Records the number of the page that is drawn first. */
const RECORD_FIRST_DRAWN = `
new MutationObserver(() => {
  const canvas = document.querySelector('.page canvas');
  if (!canvas) return;
  window.__drawnFirst ??= canvas.closest('.page').dataset.pageNumber;
}).observe(document, { childList: true, subtree: true });`;

export function pdfSuite(): (pdf: Buffer, options?: PdfPageOptions) => Promise<OpenedPdf> {
  const open = builtPageSuite({
    page: 'pdf',
    shown: (page) => page.locator('.pdf-tools').waitFor(),
    height: 900,
  });
  return async (pdf, options = {}) => {
    const ready = options.held ? '(await new Promise((release) => { window.__release = release; })), ' : '';
    const bytes = `(${ready}new Uint8Array(await (await fetch('/document.pdf')).arrayBuffer()))`;
    const opened = await open(
      {
        message: `{ type: 'open', bytes: ${bytes}, target: ${literal(options.target ?? null)} }`,
        files: { '/document.pdf': pdf },
        script: RECORD_FIRST_DRAWN,
      },
      options,
    );
    const { page } = opened;
    return {
      ...opened,
      release: () => page.evaluate('window.__release()'),
      send: (message) => page.evaluate((data) => window.postMessage(data, '*'), message),
      marked: (name) =>
        page.evaluate((highlight) => Array.from(CSS.highlights.get(highlight) ?? [], String).join(' '), name),
    };
  };
}
