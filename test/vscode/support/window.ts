/** A real VS Code with the packaged extension installed, driven as a user drives it: keys, clicks, and what can be read. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { samplesFolder } from '../../../scripts/support/paths.ts';
import { startVsCode, writeUserSettings } from '../../../scripts/support/vscodeServer.ts';
import { desktopFromEnvironment } from './desktop.ts';
import { filesWith } from './filesWith.ts';
import { storageHolds } from './storageHolds.ts';
import { LIMIT, pressIn, succeeds, TRY, until } from './until.ts';

export interface WorkbenchOptions {
  /** User settings. */
  readonly settings?: Record<string, unknown>;
  /** Files to put into the folder beside the samples, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Leave the samples out. */
  readonly empty?: boolean;
  /** Open no folder. */
  readonly noFolder?: boolean;
  /** The folder is not trusted: VS Code is in Restricted Mode. */
  readonly restricted?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Display language (web workbench only). Without a language pack, VS Code's own texts stay English. */
  readonly language?: string;
  /** A folder with an extension under development and its tests, index.cjs, whose `run()` is called (web workbench only). */
  readonly extensionTests?: string;
  /** A folder with an extension under development, without tests (web workbench only). Dialogs are shown, unlike with tests. */
  readonly extensionDevelopment?: string;
}

/** What a window is made of, from `globalSetup.ts` or `scripts/screenshots.ts`. */
export interface Parts {
  /** Folder of VS Code (`ensureVsCode`). Not used when the desktop build is tested. */
  readonly vscode: string;
  /** The browser that shows the window, in a context of its own. Not called when the desktop build is tested. */
  browser(): Promise<Browser>;
  /** The folder in which the .vsix is installed. */
  readonly extensionsFolder: string;
}

export interface Workbench {
  readonly page: Page;
  /** The folder that is open: a copy of the samples. */
  readonly folder: string;
  /** Everything that VS Code writes on the server's side: settings, state, logs, storage of extensions. */
  readonly dataFolder: string;
  /** Opens a file of the folder by its name and puts the cursor into it. */
  openFile(name: string): Promise<void>;
  /** Gives the focus to the editor of the first group. Keys that are pressed sooner go to the page that had it. */
  focusEditor(): Promise<void>;
  /** Puts the cursor of that editor at a line and a column, 1-based. */
  goTo(line: number, column?: number): Promise<void>;
  /** Opens the link at a line and a column of that editor. VS Code also draws links out of sight, where no click reaches them. */
  openLink(line: number, column: number): Promise<void>;
  /** Selects whole lines of that editor, 1-based, inclusive. */
  selectLines(first: number, last: number): Promise<void>;
  /** Runs a command by its title, from the palette. */
  runCommand(title: string): Promise<void>;
  /** Waits until the library has read all documents of its folders. */
  libraryRead(): Promise<void>;
  /** Picks an entry of the open quick pick by its label. */
  pick(label: string | RegExp): Promise<void>;
  /** Types into the open input box and accepts. */
  fillInput(text: string): Promise<void>;
  /** Closes the open quick pick or input box. */
  closeInput(): Promise<void>;
  /** Opens the context menu of the active editor and chooses along its submenus. */
  contextMenu(...labels: string[]): Promise<void>;
  /** The chat page. Looked up anew at each use, so that it outlives a reload. */
  chat(): FrameLocator;
  /** Title and first selected or current line of the active editor. */
  activeEditor(): Promise<{ title: string; line: number }>;
  /** Waits until the active editor has this title, and its first selected or current line is one of these. */
  editorShows(title: string, first: number, last?: number): Promise<void>;
  reload(): Promise<void>;
  /** The files that VS Code wrote (state, logs, storage; not the open folder) and that hold this text in any usual encoding. */
  dataHolds(text: string): Promise<string[]>;
  /** Whether the workbench's own storage holds this text: window state, state of web views, mementos of extensions. */
  storageHolds(text: string): Promise<boolean>;
  close(): Promise<void>;
}

const VIEWPORT = { width: 1400, height: 900 };

/** Quiet and without what is not ours. */
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'remote.autoForwardPorts': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  // A web view that takes the focus when it is loaded would close the palette.
  'workbench.quickOpen.closeOnFocusLost': false,
  // Lines on the screen are lines of the file: selectLines counts on it.
  '[markdown]': { 'editor.wordWrap': 'off' },
};

/** Starts VS Code on a copy of the samples and waits until its commands can be called. */
export async function openWindow(parts: Parts, options: WorkbenchOptions = {}): Promise<Workbench> {
  const root = await mkdtemp(join(tmpdir(), 'fiscal-vscode-'));
  const folder = join(root, 'samples');
  const dataFolder = join(root, 'data');
  await mkdir(folder, { recursive: true });
  if (!options.empty) await cp(samplesFolder, folder, { recursive: true });
  for (const [path, text] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  let opened: Opened | undefined;
  const close = async () => {
    await opened?.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    opened = await launch({ ...options, ...parts, folder: options.noFolder ? null : folder, dataFolder });
    const { page } = opened;
    // Also for a page that the window opens.
    page.context().setDefaultTimeout(LIMIT);
    await ready(page);
    return {
      page,
      folder,
      dataFolder,
      ...userActions(page),
      dataHolds: (text) => filesWith(dataFolder, text),
      storageHolds: (text) => storageHolds(page, text),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface LaunchOptions extends WorkbenchOptions, Parts {
  /** Null: none. */
  readonly folder: string | null;
  readonly dataFolder: string;
}

interface Opened {
  readonly page: Page;
  close(): Promise<void>;
}

async function launch(options: LaunchOptions): Promise<Opened> {
  const settings = { ...SETTINGS, ...options.settings };
  const env = { ...process.env, FISCAL_API_KEY: undefined, ...options.env };
  const trust = options.restricted ?? false;
  const desktop = desktopFromEnvironment();
  if (desktop) return desktop.open({ ...options, settings, trust, env });

  await writeUserSettings(options.dataFolder, settings);
  const server = await startVsCode({
    vscode: options.vscode,
    dataFolder: options.dataFolder,
    extensionsFolder: options.extensionsFolder,
    workspaceTrust: trust,
    testDriver: (options.extensionTests ?? options.extensionDevelopment) !== undefined,
    env,
  });
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close();
    await server.stop();
  };
  try {
    const browser = await options.browser();
    context = await browser.newContext({ viewport: VIEWPORT, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    if (options.language) await page.addInitScript(setLanguage, options.language);
    const { extensionTests, extensionDevelopment = extensionTests } = options;
    const remote = (path: string) => `vscode-remote://remote${path}`;
    const payload: [string, string][] = [];
    if (extensionDevelopment) payload.push(['extensionDevelopmentPath', remote(extensionDevelopment)]);
    if (extensionTests) payload.push(['extensionTestsPath', remote(join(extensionTests, 'index.cjs'))]);
    await page.goto(server.address(options.folder, payload.length > 0 ? payload : undefined), { timeout: LIMIT });
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the page before VS Code's scripts, as the script of a language pack does. */
function setLanguage(language: string): void {
  Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => language, set() {} });
}

/** The workbench is drawn and its commands can be called. */
async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.activitybar').waitFor();
  // Extensions of the server's side are known a moment after the window is drawn.
  await page
    .locator('.part.activitybar')
    .getByRole('tab', { name: /^Fiscal/ })
    .waitFor();
}

function userActions(
  page: Page,
): Omit<Workbench, 'page' | 'folder' | 'dataFolder' | 'dataHolds' | 'storageHolds' | 'close'> {
  const widget = page.locator('.quick-input-widget');
  const input = widget.locator('input.input, .quick-input-filter input').first();
  const editor = page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();

  const option = (label: string | RegExp) => widget.getByRole('option', { name: label }).first();
  const focused = page.locator('.editor-group-container.active .editor-instance .monaco-editor.focused').first();
  const position = (text: string) => page.locator('#status\\.editor\\.selection').filter({ hasText: new RegExp(text) });

  async function openPalette(key: 'F1' | 'Control+P', text: string, row: Locator): Promise<void> {
    // A key goes to the web view that has the focus. While the web view is loaded, no palette opens.
    // A palette that opens late replaces the text by its own.
    await until(`the palette lists ${text}`, async () => {
      await page.keyboard.press(key);
      return succeeds(input.fill(text, { timeout: TRY }).then(() => row.waitFor({ timeout: TRY })));
    });
  }

  async function focusEditor(): Promise<void> {
    await until('the editor has the focus', async () => {
      if (await focused.isVisible()) return true;
      await page.keyboard.press('Control+1');
      return succeeds(focused.waitFor({ timeout: TRY }));
    });
  }

  async function goTo(line: number, column = 1): Promise<void> {
    await until(`the cursor is at ${line}:${column}`, async () => {
      await focusEditor();
      await openPalette(
        'Control+P',
        `:${line}${column > 1 ? `:${column}` : ''}`,
        option(new RegExp(`line ${line}\\b`)),
      );
      await pressIn(input, 'Enter');
      return succeeds(position(`Ln ${line}, Col ${column}\\b`).waitFor({ timeout: TRY }));
    });
    await widget.waitFor({ state: 'hidden' });
    await focusEditor();
  }

  return {
    focusEditor,
    goTo,
    async openFile(name) {
      // Quick Open closes if a page takes the focus meanwhile.
      await until(`${name} is opened`, async () => {
        await openPalette('Control+P', name, option(name));
        await pressIn(input, 'Enter');
        return succeeds(page.getByRole('tab', { name, selected: true }).waitFor({ timeout: TRY }));
      });
      await editor.locator('.view-line').first().waitFor();
      // It can be in another group than the first.
      if (!(await succeeds(focused.waitFor({ timeout: TRY })))) await focusEditor();
    },
    async openLink(line, column) {
      await goTo(line, column);
      await this.runCommand('Open Link');
    },
    async selectLines(first, last) {
      await until(`the lines ${first} to ${last} are selected`, async () => {
        await goTo(first);
        await page.keyboard.press('Home');
        for (let line = first; line < last; line++) await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Shift+End');
        return succeeds(position(`Ln ${last}, Col \\d+ \\(\\d+ selected`).waitFor({ timeout: TRY }));
      });
    },
    async runCommand(title) {
      const row = option(title);
      await until(`${title} is run`, async () => {
        await openPalette('F1', `>${title}`, row);
        return succeeds(row.click({ timeout: TRY }));
      });
      // Only then is the widget free for what the command asks.
      await row.waitFor({ state: 'hidden' });
    },
    async libraryRead() {
      await this.runCommand('Fiscal: Show Library Status');
      // The list is shown when all documents are read.
      await widget.getByText(/^Library: .+ documents?,/).waitFor();
      await this.closeInput();
    },
    async pick(label) {
      const row = option(label);
      await row.click();
      // Only then is the widget free for what the chosen entry asks next.
      await row.waitFor({ state: 'hidden' });
    },
    async fillInput(text) {
      await input.waitFor({ state: 'visible' });
      await input.fill(text);
      await pressIn(input, 'Enter');
      // It closes, or asks the next thing: until then, what comes next would cancel it.
      await until('the input is taken', async () => !(await input.isVisible()) || (await input.inputValue()) !== text);
    },
    async closeInput() {
      await until('the input is closed', async () => {
        if (!(await widget.isVisible())) return true;
        await input.press('Escape');
        return succeeds(widget.waitFor({ state: 'hidden', timeout: TRY }));
      });
    },
    async contextMenu(...labels) {
      // A name goes on with the key binding where there is one.
      const itemOf = (label: string) => page.getByRole('menuitem', { name: new RegExp(`^${label}(?![a-z])`) }).first();
      await until('the context menu is open', async () => {
        await focusEditor();
        await page.keyboard.press('Shift+F10');
        return succeeds(itemOf(labels[0] ?? '').waitFor({ timeout: TRY }));
      });
      for (const label of labels) {
        const item = itemOf(label);
        await item.hover();
        // A click is ignored for the first 100 ms that a menu is open, so that its opening click chooses nothing.
        await item.press('Enter');
      }
    },
    chat: () =>
      page
        .locator('iframe.webview.ready[src*="extensionId=fiscal.fiscal"]')
        .contentFrame()
        .locator('iframe#active-frame')
        .contentFrame(),
    async activeEditor() {
      const title =
        (await page.locator('.editor-group-container.active .tab.active').getAttribute('data-resource-name')) ?? '';
      const status = await page.locator('#status\\.editor\\.selection').innerText();
      return { title, line: Number(/Ln (\d+)/.exec(status)?.[1] ?? Number.NaN) };
    },
    async editorShows(title, first, last = first) {
      await until(`${title} is open at line ${first} to ${last}`, async () => {
        const shown = await this.activeEditor();
        return shown.title === title && shown.line >= first && shown.line <= last;
      });
    },
    async reload() {
      await Promise.all([page.waitForNavigation(), this.runCommand('Developer: Reload Window')]);
      await ready(page);
    },
  };
}
