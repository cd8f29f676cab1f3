/** Opens a built page in a browser like VS Code: the real HTML and policy, with a fake host that sends one message. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { root } from '../../../scripts/support/paths.ts';
import type { WebviewHtmlOptions } from '../../../src/extension/common/webviewHtml.ts';
import { LIMIT, workerBrowser } from '../../support/browser.ts';
import { type ThemeName, themeClass, themeVariables } from './themes.ts';

export interface OpenedPage {
  readonly page: Page;
  /** Messages to the host. */
  readonly posted: unknown[];
}

function shim(theme: ThemeName, message: unknown): string {
  return `
for (const [name, value] of Object.entries(${JSON.stringify(themeVariables(theme))})) document.documentElement.style.setProperty(name, value);
addEventListener('DOMContentLoaded', () => {
  document.body.className = ${JSON.stringify(themeClass(theme))};
  document.documentElement.style.background = 'var(--vscode-editor-background)';
});
window.acquireVsCodeApi = () => ({
  setState: () => {},
  getState: () => undefined,
  postMessage: (message) => {
    void window.__post(message);
    if (message.type === 'ready') window.postMessage(${JSON.stringify(message).replaceAll('<', '\\u003c')}, '*');
  },
});`;
}

interface BuiltPage {
  readonly html: (options: WebviewHtmlOptions) => string;
  /** Resolves when the page shows the message. */
  readonly shown: (page: Page) => Promise<void>;
}

/** Each page is closed after its test and checked for errors and requests. */
export function builtPageSuite(
  built: BuiltPage,
): (message: unknown, options?: { readonly theme?: ThemeName; readonly width?: number }) => Promise<OpenedPage> {
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

  return async (message, { theme = 'dark', width = 1000 } = {}) => {
    const server = createServer(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
      if (path === '/') {
        const nonce = 'nonce-of-the-test';
        const html = built.html({
          nonce,
          cspSource: origin,
          file: (name) => `/${name}`,
          locale: 'en',
          translations: null,
        });
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(html.replace('<link', `<script nonce="${nonce}">${shim(theme, message)}</script><link`));
        return;
      }
      const body = await readFile(join(root, 'dist', path)).catch(() => null);
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = await browser.newContext({ viewport: { width, height: 600 } });
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT);
    const foreign: string[] = [];
    const complaints: string[] = [];
    const posted: unknown[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) foreign.push(request.url());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/favicon/.test(message.location().url)) complaints.push(message.text());
    });
    await page.exposeFunction('__post', (message: unknown) => void posted.push(message));
    await page.goto(origin);
    await built.shown(page);
    checks.push(async () => {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // The page causes no error, no policy violation, and no request except for our own files.
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    });
    return { page, posted };
  };
}
