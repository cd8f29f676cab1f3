import type { FrameLocator } from 'playwright-core';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

/** The page of an editor that has an element. Its frame is found by its name, because the order of the frames changes while pages load. */
export async function pageWith({ page }: Workbench, selector: string): Promise<FrameLocator> {
  return until(`a page with ${selector} is loaded`, async () => {
    for (const frame of await page.locator('iframe.webview.ready').all()) {
      const name = await frame.getAttribute('name');
      const inner = page.locator(`iframe[name="${name}"]`).contentFrame().locator('iframe#active-frame').contentFrame();
      if ((await inner.locator(selector).count()) > 0) return inner;
    }
    return null;
  });
}
