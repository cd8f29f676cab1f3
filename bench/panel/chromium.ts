/** Pages to measure: the built page under its real shell and policy, or a peer; and what Chromium counts about them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { browserArgs, ensureBrowser } from '../../scripts/support/browser.ts';
import { run } from '../../scripts/support/run.ts';
import { PAGES, webviewHtml } from '../../src/extension/common/webviewHtml.ts';
import type { PeerName } from './page/peers.ts';

export type ContenderName = 'Fiscal' | PeerName;

export interface Measured {
  readonly page: Page;
  /** Chromium's own counters: seconds and bytes. */
  metrics(): Promise<Record<string, number>>;
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}

export interface Bench {
  open(name: ContenderName): Promise<Measured>;
  readonly version: string;
  close(): Promise<void>;
}

const folder = new URL('.', import.meta.url);
const origin = 'https://bench.test';
const styles = `body { margin: 0; font: 13px sans-serif } .scroller { height: 100vh; overflow-y: auto; padding: 0 20px }`;

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, folder))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'chrome128',
    define: { 'process.env.NODE_ENV': '"production"' },
    nodePaths: [fileURLToPath(new URL('node_modules', folder))],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** The peers are no part of the project: they are installed here, from their own lock file, when the benchmark runs. */
async function installPeers(): Promise<void> {
  if (existsSync(new URL('node_modules/streamdown', folder))) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: fileURLToPath(folder) });
}

export async function openBench(): Promise<Bench> {
  await installPeers();
  const [built, peers, script, sheet] = await Promise.all([
    bundle('page/built.ts'),
    bundle('page/peers.ts'),
    readFile(new URL('../../dist/page.js', folder), 'utf8'),
    readFile(new URL('../../dist/page.css', folder), 'utf8'),
  ]);
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [...browserArgs, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  const shell = webviewHtml(
    { nonce: 'bench', cspSource: origin, file: (name) => `${origin}/${name}`, locale: 'en', translations: null },
    PAGES.chat,
  );
  const files: Record<string, [string, string]> = {
    '/built': ['text/html', shell],
    '/page.js': ['text/javascript', script],
    '/page.css': ['text/css', sheet],
    '/peers': ['text/html', `<!doctype html><style>${styles}</style><body><script src="/peers.js"></script>`],
    '/peers.js': ['text/javascript', peers],
  };
  return {
    version: browser.version(),
    open: (name) => openPage(browser, name, files, built),
    close: () => browser.close(),
  };
}

async function openPage(
  browser: Browser,
  name: ContenderName,
  files: Readonly<Record<string, [string, string]>>,
  built: string,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const page = await context.newPage();
  await page.route('**/*', (route) => {
    const file = files[new URL(route.request().url()).pathname];
    return file ? route.fulfill({ contentType: file[0], body: file[1] }) : route.abort();
  });
  if (name === 'Fiscal') await page.addInitScript(built);
  await page.goto(`${origin}/${name === 'Fiscal' ? 'built' : `peers#${encodeURIComponent(name)}`}`);
  await page.waitForFunction(() => window.contender !== undefined && document.body.childElementCount > 0);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    metrics: () => metricsOf(session),
    async collectGarbage() {
      await session.send('HeapProfiler.collectGarbage');
    },
    close: () => context.close(),
  };
}

async function metricsOf(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
