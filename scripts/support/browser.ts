/** Finds a Chromium browser for the page tests and the end-to-end tests, or gets one. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder, root } from './paths.ts';
import { run, runNode, runToEnd } from './run.ts';

/** Quiet, without GPU, and without requests of its own. No sandbox: containers and root have none. */
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

/** Path of a browser that is installed and starts, or undefined. `CHROME_PATH` names one and goes first. */
export async function findBrowser(): Promise<string | undefined> {
  for (const candidate of candidates()) {
    if (existsSync(candidate) && (await starts(candidate))) return candidate;
  }
  return undefined;
}

/**
 * Path of a browser: an installed one, else Playwright's download (kept in the cache), else Debian's package where we are
 * root. Throws with what to install when none of them works.
 */
export async function ensureBrowser(tell: (line: string) => void = console.log): Promise<string> {
  const found = (await findBrowser()) ?? (await playwrightBrowser(tell)) ?? (await debianBrowser(tell));
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

/** A browser can be there and lack its libraries, or be a stub that only says how to install it. */
async function starts(path: string): Promise<boolean> {
  // On Windows, `--version` opens a window instead.
  if (process.platform === 'win32') return true;
  const { code, output } = await runToEnd(path, ['--version'], { quiet: true });
  return code === 0 && /\d+\.\d+/.test(output);
}

async function playwrightBrowser(tell: (line: string) => void): Promise<string | undefined> {
  // Read by playwright-core when it is first loaded.
  process.env.PLAYWRIGHT_BROWSERS_PATH ??= join(cacheFolder, 'browsers');
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  if (existsSync(path)) return (await starts(path)) ? path : undefined;
  tell('No Chrome, Chromium or Edge is installed. Trying to download Chromium with Playwright (once) …');
  const cli = join(root, 'node_modules/playwright-core/cli.js');
  try {
    await runNode([cli, 'install', '--no-shell', 'chromium'], {
      quiet: true,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    });
  } catch {
    tell('  that did not work.');
    return undefined;
  }
  return (await starts(path)) ? path : undefined;
}

async function debianBrowser(tell: (line: string) => void): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !(await isDebian())) return undefined;
  tell('Installing the package chromium with apt-get …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-q'], { quiet: true, env });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { quiet: true, env });
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
  return findBrowser();
}

async function isDebian(): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
}
