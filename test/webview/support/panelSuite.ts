/** One server for each test file. Each panel has a browser context of its own, is closed after its test and checked for errors and requests. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { workerBrowser } from '../../support/browser.ts';
import { openPanel, type Panel, type PanelOptions } from './openPanel.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

export function panelSuite(): (options?: PanelOptions) => Promise<Panel> {
  let browser: Browser;
  let server: PageServer;
  let opened: Panel[] = [];

  beforeAll(async () => {
    [browser, server] = await Promise.all([workerBrowser(), startPageServer()]);
  });
  afterAll(() => server?.close());
  afterEach(async () => {
    const panels = opened;
    opened = [];
    await Promise.all(panels.map((panel) => panel.close()));
    // The page causes no error, no policy violation and no request except for its own three files.
    for (const panel of panels) {
      expect(panel.complaints).toEqual([]);
      expect(panel.foreign).toEqual([]);
    }
  });

  return async (options) => {
    const panel = await openPanel(browser, server, options);
    opened.push(panel);
    return panel;
  };
}
