/** The chat page in a browser, with a fake host on the other end. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import type { PanelState } from '../../../src/panel/messages.ts';
import { createFakeHost, type FakeHost } from './fakeHost.ts';
import type { PageServer } from './pageServer.ts';
import type { ThemeName } from './themes.ts';

export interface PanelOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly conversation?: Conversation;
  readonly panelState?: Partial<PanelState>;
  readonly context?: BrowserContextOptions;
  /** VS Code's bundle of translations. */
  readonly bundle?: Readonly<Record<string, string>>;
  /** Show the conversation of this panel: two views on one host. */
  readonly beside?: Panel;
}

export interface Panel {
  readonly page: Page;
  readonly host: FakeHost;
  /** The question box. */
  readonly box: Locator;
  /** The conversation. */
  readonly log: Locator;
  /** Addresses that were asked for and are not the page's own. */
  readonly foreign: string[];
  /** Errors and violations of the policy that the browser told. */
  readonly complaints: string[];
  /** What the page saved through `setState`. */
  saved(): unknown;
  ask(text: string): Promise<void>;
  /** As when the view is hidden and shown again, or the window reloaded. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export async function openPanel(browser: Browser, server: PageServer, options: PanelOptions = {}): Promise<Panel> {
  const { theme = 'dark', width = 420, height = 800 } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options.context,
  });
  const page = await context.newPage();
  const foreign: string[] = [];
  const complaints: string[] = [];
  let saved: unknown;
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.origin}/`)) foreign.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });

  const deliver = async (message: unknown) => {
    await page.evaluate((data) => window.postMessage(data, '*'), message);
  };
  const host = options.beside?.host ?? createFakeHost();
  host.show(deliver);
  if (options.conversation || options.panelState) {
    await host.restore(options.conversation ?? host.conversation(), options.panelState ?? {});
  }
  // Posts are taken one after the other, as the host's event loop would.
  let queue = Promise.resolve();
  await page.exposeFunction('__post', (message: unknown) => {
    queue = queue.then(() => host.take(message)).catch((error: unknown) => void complaints.push(String(error)));
  });
  await page.exposeFunction('__save', (state: unknown) => {
    saved = state;
  });

  const load = async () => {
    // What was saved travels into the new document as VS Code passes it.
    await page.addInitScript(`window.__savedState = ${JSON.stringify(saved ?? null) ?? 'null'} ?? undefined;`);
    await page.goto(server.address(theme, options.bundle));
    await box.waitFor();
  };
  const box = page.getByRole('textbox', { name: 'Question', exact: true });
  await load();

  return {
    page,
    host,
    box,
    log: page.getByRole('log', { name: 'Conversation' }),
    foreign,
    complaints,
    saved: () => saved,
    async ask(text) {
      await box.fill(text);
      await box.press('Enter');
      await host.posts('ask', (message) => message.text === text);
      await queue;
    },
    reload: load,
    async close() {
      await queue;
      host.hide(deliver);
      await context.close();
    },
  };
}
