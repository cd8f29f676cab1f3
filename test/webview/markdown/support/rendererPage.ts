/** A page with the renderer in it, under the page's real content security policy and without a network. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { LIMIT, workerBrowser } from '../../../support/browser.ts';

const origin = 'https://renderer.test';
const nonce = 'renderer';
const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;

export interface RendererPage {
  readonly page: Page;
  /** Addresses that the page asked for since it was loaded: none is right. */
  readonly requests: readonly string[];
  /** Processor time of the page's thread in milliseconds. Unlike the clock, it does not grow while other programs run. */
  cpuTime(act: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome128',
    loader: { '.css': 'text' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

export async function openRendererPage(entry = './entry.ts'): Promise<RendererPage> {
  const [script, browser] = await Promise.all([bundle(entry), workerBrowser()]);
  const page = await newPage(browser, script);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskTime = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  return {
    page,
    requests,
    async cpuTime(act) {
      const before = await taskTime();
      await act();
      return (await taskTime()) - before;
    },
    close: () => page.context().close(),
  };
}

async function newPage(browser: Browser, script: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT);
  await page.route('**/*', (route) => {
    const path = route.request().url().slice(origin.length);
    if (path === '/') {
      const body = `<!doctype html><html lang="en"><title>Renderer</title><body><script nonce="${nonce}" src="/script.js"></script>`;
      return route.fulfill({ contentType: 'text/html', body, headers: { 'content-security-policy': policy } });
    }
    if (path === '/script.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    return route.abort();
  });
  await page.goto(`${origin}/`);
  return page;
}
