/**
 * Measures how long a PDF takes to open in a real VS Code, from the key or the click to the frame with the drawn page, beside an
 * editor that shows nothing.
 *   --runs N   openings of each kind; default 7
 *   --parts    prints when the parts of each opening were done
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Frame, Page } from 'playwright-core';
import { ensureBrowser } from '../../scripts/support/browser.ts';
import { ensureVsCode } from '../../scripts/support/codeServer.ts';
import { installExtension, serverFolders } from '../../scripts/support/vscodeServer.ts';
import { makeVsix } from '../../scripts/support/vsix.ts';
import { column, makePdf } from '../../test/service/documents/support/makePdf.ts';
import { chatPage } from '../../test/vscode/support/chat.ts';
import { until } from '../../test/vscode/support/until.ts';
import { openWindow, type Workbench } from '../../test/vscode/support/window.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '7' }, parts: { type: 'boolean' } },
});
const runs = Number(values.runs);

const PAGES = 300;
const QUOTED = 150;
const QUESTION = 'Is the gantry crane returned freshly painted, with a load test certificate?';

const pdfOf = (pages: number) =>
  makePdf(
    Array.from({ length: pages }, (_, index) => ({
      texts: column(72, 700, [
        `Part ${index + 1} of the manual.`,
        ...Array.from(
          { length: 30 },
          (_line, line) => `Line ${line + 1} of page ${index + 1}, agreed in schedule ${line}.`,
        ),
        ...(index + 1 === QUOTED
          ? ['The lessee returns the gantry crane freshly painted', 'and with a load test certificate.']
          : []),
      ]),
    })),
  );

/** Runs in each new frame. Times are milliseconds of the clock, which all frames share. */
const OBSERVE = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  const times = (globalThis.benchTimes = { frame: performance.timeOrigin });
  const look = () => {
    if (document.querySelector('canvas')) times.canvas ??= now();
    if (CSS.highlights.has('pdf-passage')) times.marked ??= now();
  };
  setInterval(look, 5);
})()`;

const LAST_INPUT = `(() => {
  for (const type of ['keydown', 'click']) addEventListener(type, () => { globalThis.benchInput = performance.timeOrigin + performance.now(); }, true);
})()`;

interface Opening {
  readonly shown: number;
  /** Milliseconds after the input. */
  readonly parts: readonly (readonly [name: string, at: number])[];
}

type Kind = readonly [name: string, key: string | null];

const KINDS: readonly Kind[] = [
  ['an editor with nothing (floor)', 'Control+Alt+F7'],
  ['a PDF of one page', 'Control+Alt+F8'],
  [`a PDF of ${PAGES} pages`, 'Control+Alt+F9'],
  [`page ${QUOTED} of ${PAGES}, by its source`, null],
];

const folder = await mkdtemp(join(tmpdir(), 'fiscal-bench-pdf-'));
try {
  const vscode = await ensureVsCode();
  await installExtension(vscode, folder, await makeVsix({ quiet: true }));
  const parts = { vscode, browser: await ensureBrowser(), extensionsFolder: serverFolders(folder).extensions };
  console.log(`ms from the input to the drawn page; ${runs} openings in a new window`);
  for (const kind of KINDS) {
    const window = await openWindow(parts, {
      empty: true,
      files: { 'manual.pdf': pdfOf(PAGES), 'note.pdf': pdfOf(1) },
      extensionDevelopment: join(import.meta.dirname, 'emptyEditor'),
    });
    try {
      print(kind[0], await openings(window, kind));
    } finally {
      await window.close();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function openings(window: Workbench, [, key]: Kind): Promise<Opening[]> {
  const { page } = window;
  await page.addInitScript(OBSERVE);
  const chat = chatPage(() => window.chat());
  await window.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
  const source = chat.lastAnswer
    .locator('li.source')
    .filter({ hasText: 'manual.pdf' })
    .first()
    .getByRole('button', { name: /^Open source/ });
  // The first answer may be given before the file is read.
  for (let asked = 1; (await source.count()) === 0; asked += 1) {
    await chat.ask(QUESTION);
    await chat.answered(asked);
  }
  const chatFrame = innerFrames(page)[0];
  if (!chatFrame) throw new Error('The chat has no frame.');
  const from = key === null ? chatFrame : page.mainFrame();
  await from.evaluate(LAST_INPUT);
  const found: Opening[] = [];
  for (let run = 0; run < runs; run += 1) {
    if (key !== null) await page.locator('.part.editor').click();
    found.push(await measure(page, from, () => (key === null ? source.click() : page.keyboard.press(key))));
    await closeEditor(page);
  }
  return found;
}

function print(name: string, openings: readonly Opening[]): void {
  const [first = Number.NaN, ...later] = openings.map(({ shown }) => shown);
  const figure = (value: number) => value.toFixed(0).padStart(5);
  console.log(
    `${name.padEnd(32)} first${figure(first)}   later: median${figure(median(later))}, ` +
      `least${figure(Math.min(...later))}, most${figure(Math.max(...later))}`,
  );
  if (!values.parts) return;
  for (const { parts } of openings) {
    console.log(`  ${parts.map(([part, at]) => `${part} ${at.toFixed(0)}`).join(', ')}`);
  }
}

interface Times {
  readonly frame: number;
  readonly canvas?: number;
  readonly [part: string]: number | undefined;
}

async function measure(page: Page, from: Frame, open: () => Promise<void>): Promise<Opening> {
  await open();
  let shown: { frame: Frame; times: Times } | undefined;
  await until('the page is drawn', async () => {
    for (const frame of page.frames()) {
      const times = (await frame.evaluate('globalThis.benchTimes').catch(() => undefined)) as Times | undefined;
      if (times?.canvas !== undefined) shown = { frame, times };
    }
    return shown !== undefined;
  });
  if (!shown) throw new Error('No page is drawn.');
  const input = Number(await from.evaluate('globalThis.benchInput'));
  const files = (await shown.frame.evaluate(
    `performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => [name.split('/').at(-1), performance.timeOrigin + startTime, performance.timeOrigin + responseEnd])`,
  )) as [name: string, start: number, end: number][];
  const webview = (await shown.frame
    .parentFrame()
    ?.evaluate(
      `[['webview', performance.timeOrigin], ...performance.getEntriesByType('mark').map(({ name, startTime }) => [name.replace('webview/index.html/', ''), performance.timeOrigin + startTime])]`,
    )) as [name: string, at: number][];
  const { times } = shown;
  const parts: [string, number][] = [
    ...webview,
    ...Object.entries(times).map(([part, at]): [string, number] => [part, at ?? Number.NaN]),
  ];
  for (const [name, start, end] of files) parts.push([`${name} from`, start], [`${name} to`, end]);
  return {
    shown: (times.canvas ?? Number.NaN) - input,
    parts: parts.map(([part, at]) => [part, at - input] as const).sort(([, one], [, other]) => one - other),
  };
}

async function closeEditor(page: Page): Promise<void> {
  const tab = page.locator('.part.editor .tab.active');
  await tab.hover();
  await tab.getByRole('button', { name: /^Close/ }).click();
  await tab.waitFor({ state: 'detached' });
  await until('only the chat has a frame', () => innerFrames(page).length === 1);
}

/** The frames with the content of webviews. */
function innerFrames(page: Page): Frame[] {
  return page.frames().filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}
