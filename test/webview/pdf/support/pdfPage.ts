/** Opens the built PDF page in a browser like VS Code: the real HTML and policy, with a fake host that sends a file. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { root } from '../../../../scripts/support/paths.ts';
import { pdfHtml } from '../../../../src/extension/documents/pdfHtml.ts';
import type { PdfTarget } from '../../../../src/panel/pdfMessages.ts';
import { LIMIT, workerBrowser } from '../../../support/browser.ts';
import { type ThemeName, themeVariables } from '../../support/themes.ts';

export interface PdfPageOptions {
  readonly target?: PdfTarget;
  readonly theme?: ThemeName;
  /** What the page saved when it was hidden. */
  readonly saved?: unknown;
}

export interface OpenedPdf {
  readonly page: Page;
  /** Messages to the host. */
  readonly posted: unknown[];
  /** What the page saved last. */
  saved(): unknown;
  /** Sends another message of the host. */
  send(message: unknown): Promise<void>;
  /** The text that is marked with this highlight. */
  marked(name: string): Promise<string>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  ttf: 'font/ttf',
  pdf: 'application/pdf',
};

function shim(options: PdfPageOptions): string {
  return `
for (const [name, value] of Object.entries(${JSON.stringify(themeVariables(options.theme ?? 'dark'))})) document.documentElement.style.setProperty(name, value);
new MutationObserver(() => {
  const canvas = document.querySelector('.page canvas');
  if (!canvas) return;
  window.__drawnFirst ??= canvas.closest('.page').dataset.pageNumber;
}).observe(document, { childList: true, subtree: true });
window.acquireVsCodeApi = () => ({
  postMessage: async (message) => {
    void window.__post(message);
    if (message.type !== 'ready') return;
    const bytes = new Uint8Array(await (await fetch('/document.pdf')).arrayBuffer());
    window.postMessage({ type: 'open', bytes, target: ${JSON.stringify(options.target ?? null)} }, '*');
  },
  getState: () => (${JSON.stringify(options.saved ?? null)}),
  setState: (state) => void window.__save(state),
});`;
}

/** Each page is closed after its test and checked for errors and requests. */
export function pdfSuite(): (pdf: Buffer, options?: PdfPageOptions) => Promise<OpenedPdf> {
  let browser: Browser;
  let checks: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await workerBrowser();
  });
  afterEach(async () => {
    const all = checks;
    checks = [];
    for (const check of all) await check();
  });

  return async (pdf, options = {}) => {
    const server = createServer(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
      if (path === '/') {
        const nonce = 'nonce-of-the-test';
        const html = pdfHtml({
          nonce,
          cspSource: origin,
          file: (name) => `/${name}`,
          locale: 'en',
          translations: null,
        });
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(html.replace('<link', `<script nonce="${nonce}">${shim(options)}</script><link`));
        return;
      }
      const body = path === '/document.pdf' ? pdf : await readFile(join(root, 'dist', path)).catch(() => null);
      const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT);
    const foreign: string[] = [];
    const complaints: string[] = [];
    const posted: unknown[] = [];
    let saved: unknown;
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith(`blob:${origin}/`)) foreign.push(url);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/favicon/.test(message.location().url)) complaints.push(message.text());
    });
    await page.exposeFunction('__post', (message: unknown) => void posted.push(message));
    await page.exposeFunction('__save', (state: unknown) => {
      saved = state;
    });
    await page.goto(origin);
    await page.locator('.pdf-tools').waitFor();
    checks.push(async () => {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // The page causes no error, no policy violation, and no request except for our own files.
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    });
    return {
      page,
      posted,
      saved: () => saved,
      send: (message) => page.evaluate((data) => window.postMessage(data, '*'), message),
      marked: (name) =>
        page.evaluate((highlight) => Array.from(CSS.highlights.get(highlight) ?? [], String).join(' '), name),
    };
  };
}
