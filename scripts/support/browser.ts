/** Finds or installs a Chromium browser for the page tests and the end-to-end tests. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder, root } from './paths.ts';
import { run, runNode, runToEnd } from './run.ts';

/** No GPU and no background requests. No sandbox, because it does not work in containers and for root. */
export const browserArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = [
  // The headless shell has no windows. It opens a page with a fourth of the work of a browser.
  'chromium-headless-shell',
  'chrome-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];

const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const WINDOWS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap(
  (path) =>
    ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => join(process.env[name] ?? 'C:\\', path)),
);

/** Path of an installed browser that starts, or undefined. `CHROME_PATH` has priority. */
async function findBrowser(): Promise<string | undefined> {
  for (const candidate of candidates()) {
    if (existsSync(candidate) && (await starts(candidate))) return candidate;
  }
  return undefined;
}

/**
 * Path of a browser: an installed one, else the download of Playwright (cached), else the package of Debian if this process is
 * root. The error says what to install.
 */
export async function ensureBrowser(): Promise<string> {
  const found = (await findBrowser()) ?? (await playwrightBrowser()) ?? (await debianBrowser());
  if (found) return found;
  throw new Error(
    'No browser: install Google Chrome, Chromium or Microsoft Edge, or name one in the environment variable CHROME_PATH.',
  );
}

function candidates(): string[] {
  const named = process.env.CHROME_PATH;
  const first = named ? [named] : [];
  if (process.platform === 'darwin') return [...first, ...MAC];
  if (process.platform === 'win32') return [...first, ...WINDOWS];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...first, ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
}

/** An installed browser can lack libraries, or be a stub that prints how to install it. */
async function starts(path: string): Promise<boolean> {
  // On Windows, `--version` opens a window instead.
  if (process.platform === 'win32') return true;
  const { code, output } = await runToEnd(path, ['--version'], { quiet: true });
  return code === 0 && /\d+\.\d+/.test(output);
}

async function playwrightBrowser(): Promise<string | undefined> {
  // playwright-core reads it when it is first loaded.
  process.env.PLAYWRIGHT_BROWSERS_PATH ??= join(cacheFolder, 'browsers');
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  if (existsSync(path)) return (await starts(path)) ? path : undefined;
  console.log('No Chrome, Chromium or Edge is installed. Trying to download Chromium with Playwright (once) …');
  const cli = join(root, 'node_modules/playwright-core/cli.js');
  try {
    await runNode([cli, 'install', '--no-shell', 'chromium'], {
      quiet: true,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    });
  } catch {
    console.log('  that did not work.');
    return undefined;
  }
  return (await starts(path)) ? path : undefined;
}

async function debianBrowser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !(await isDebian())) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Old versions of Debian have no headless shell.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(`Installing the package ${name} with apt-get …`);
    try {
      await run('apt-get', ['update', '-q'], { quiet: true, env });
      await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { quiet: true, env });
    } catch (error) {
      console.log(error instanceof Error ? error.message : String(error));
    }
    const found = await findBrowser();
    if (found) return found;
  }
  return undefined;
}

async function isDebian(): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
}
