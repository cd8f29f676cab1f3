/** Opens the chat page in a browser, connected to a fake host. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import type { PanelState } from '../../../src/panel/messages.ts';
import { LIMIT } from '../../support/browser.ts';
import { createFakeHost, type FakeHost } from './fakeHost.ts';
import type { PageServer } from './pageServer.ts';
import type { ThemeName } from './themes.ts';

export interface PanelOptions {
  /** Runs in the page before its own code. */
  beforeLoad?: () => void;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly conversation?: Conversation;
  readonly panelState?: Partial<PanelState>;
  readonly context?: BrowserContextOptions;
  /** VS Code's bundle of translations. */
  readonly bundle?: Readonly<Record<string, string>>;
  /** Another panel whose host is used: two views of one conversation. */
  readonly sameHostAs?: Panel;
}

export interface Panel {
  readonly page: Page;
  readonly host: FakeHost;
  /** The question box. */
  readonly box: Locator;
  /** The conversation. */
  readonly log: Locator;
  /** Requested addresses that do not belong to the page. */
  readonly foreign: string[];
  /** Errors, warnings and policy violations that the browser reported. */
  readonly complaints: string[];
  /** What the page saved through `setState`. */
  saved(): unknown;
  ask(text: string): Promise<void>;
  /** Reloads the page, as if the view was hidden and shown or the window reloaded. */
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
  page.setDefaultTimeout(LIMIT);
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

  // Resolves when the page has handled the message: a key that a test presses next could overtake it.
  const deliver = async (message: unknown) => {
    await page.evaluate(
      (data) =>
        new Promise<void>((resolve) => {
          window.addEventListener('message', () => resolve(), { once: true });
          window.postMessage(data, '*');
        }),
      message,
    );
  };
  const host = options.sameHostAs?.host ?? createFakeHost();
  host.show(deliver);
  if (options.conversation || options.panelState) {
    await host.restore(options.conversation ?? host.conversation(), options.panelState ?? {});
  }
  // Messages are handled one after the other, as in the event loop of the host.
  let queue = Promise.resolve();
  await page.exposeFunction('__post', (message: unknown) => {
    queue = queue.then(() => host.take(message)).catch((error: unknown) => void complaints.push(String(error)));
  });
  await page.exposeFunction('__save', (state: unknown) => {
    saved = state;
  });

  if (options.beforeLoad) await page.addInitScript(options.beforeLoad);
  const load = async () => {
    // VS Code passes the saved state to the new document.
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
