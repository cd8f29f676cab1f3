/** Opens a built page in a browser like VS Code: the real HTML and policy, with a fake host that sends one message. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { root } from '../../../scripts/support/paths.ts';
import { PAGES, webviewHtml } from '../../../src/extension/common/webviewHtml.ts';
import { LIMIT, workerBrowser } from '../../support/browser.ts';
import { type ThemeName, themeClass, themeVariables } from './themes.ts';

export interface OpenedPage {
  readonly page: Page;
  /** Messages to the host. */
  readonly posted: unknown[];
  /** What the page saved last. */
  saved(): unknown;
}

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  /** What the page saved when it was hidden. */
  readonly saved?: unknown;
}

interface BuiltPage {
  readonly page: keyof typeof PAGES;
  /** Resolves when the page shows the message. */
  readonly shown: (page: Page) => Promise<void>;
  /** CSS pixels. */
  readonly height?: number;
}

interface HostReply {
  /** JavaScript for the browser: an expression for the message that answers `ready`. It can contain `await`. */
  readonly message: string;
  /** Files of the host by path, in addition to those of dist/. */
  readonly files?: Readonly<Record<string, Buffer>>;
  /** JavaScript that runs before the page. */
  readonly script?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.pdf': 'application/pdf',
};

/** An expression for a value, for a script inside HTML. */
export const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function shim(reply: HostReply, { theme = 'dark', saved }: PageOptions): string {
  return `
for (const [name, value] of Object.entries(${literal(themeVariables(theme))})) document.documentElement.style.setProperty(name, value);
addEventListener('DOMContentLoaded', () => {
  document.body.className = ${literal(themeClass(theme))};
  document.documentElement.style.background = 'var(--vscode-editor-background)';
});
${reply.script ?? ''}
window.acquireVsCodeApi = () => ({
  setState: (state) => void window.__save(state),
  getState: () => (${saved === undefined ? 'undefined' : literal(saved)}),
  postMessage: async (message) => {
    void window.__post(message);
    if (message.type === 'ready') window.postMessage(${reply.message}, '*');
  },
});`;
}

/** Each page is closed after its test and checked for errors and requests. */
export function builtPageSuite(built: BuiltPage): (reply: HostReply, options?: PageOptions) => Promise<OpenedPage> {
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

  return async (reply, options = {}) => {
    const server = createServer(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
      if (path === '/') {
        const nonce = 'nonce-of-the-test';
        const html = webviewHtml(
          { nonce, cspSource: origin, file: (name) => `/${name}`, locale: 'en', translations: null },
          PAGES[built.page],
        );
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(html.replace('<link', `<script nonce="${nonce}">${shim(reply, options)}</script><link`));
        return;
      }
      const body = reply.files?.[path] ?? (await readFile(join(root, 'dist', path)).catch(() => null));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { width = 1000 } = options;
    const context = await browser.newContext({ viewport: { width, height: built.height ?? 600 } });
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
    await built.shown(page);
    checks.push(async () => {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // The page causes no error, no policy violation, and no request except for our own files.
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    });
    return { page, posted, saved: () => saved };
  };
}
