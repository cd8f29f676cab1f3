/** A browser for the page tests: an installed one, or the one that the test runner got. */
import { type Browser, chromium } from 'playwright-core';
import { browserArgs, ensureBrowser } from '../../scripts/support/browser.ts';

/** Close it at the end of the file that launched it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureBrowser(), args: [...browserArgs] });
}
