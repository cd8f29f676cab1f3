/** A browser for the page tests: an installed one, or one that is downloaded. */
import { type Browser, chromium } from 'playwright-core';
import { browserArgs, ensureBrowser } from '../../scripts/support/browser.ts';

/** Longest wait for a state of a page, ms. A busy machine needs ten times as long as a quiet one. */
export const LIMIT = 90_000;

let shared: Promise<Browser> | undefined;

/**
 * The browser of this worker process, which runs several test files. Each test opens a context of its own. The browser ends with
 * the process.
 */
export function workerBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** A browser that the caller closes. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureBrowser(), args: [...browserArgs] });
}
