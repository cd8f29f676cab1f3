import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';
import { serverFolders } from '../../scripts/support/vscodeServer.ts';
import { workerBrowser } from '../support/browser.ts';
import { desktopFromEnvironment } from './support/desktop.ts';
import { LIMIT } from './support/until.ts';

/** It installs the extension first. Milliseconds. */
const START_LIMIT = 240_000;

// `npm start` uses VS Code in the browser.
describe.skipIf(desktopFromEnvironment())('npm start', () => {
  let data: string;
  let started: ChildProcess | undefined;
  let page: Page;
  /** What the last start printed. */
  let output = '';

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'fiscal-start-'));
    page = await (await workerBrowser()).newPage({ viewport: { width: 1300, height: 850 } });
    page.setDefaultTimeout(LIMIT);
  });
  afterAll(async () => {
    await page?.context().close();
    await stop();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });

  const settingsFile = () => serverFolders(data).userSettings;
  const settings = async (): Promise<Record<string, unknown>> => JSON.parse(await readFile(settingsFile(), 'utf8'));

  /** Starts it and returns the address that it prints. */
  async function start(): Promise<string> {
    const child = spawn(
      process.execPath,
      ['scripts/start.ts', '--no-open', '--port', '0', '--data', data, '--vsix', inject('vsix')],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    started = child;
    return new Promise((resolve, reject) => {
      output = '';
      const take = (piece: Buffer) => {
        output += piece.toString();
        const address = /http:\/\/127\.0\.0\.1:\S+/.exec(output)?.[0];
        if (address) resolve(address);
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('close', () => reject(new Error(output)));
    });
  }

  async function stop(): Promise<void> {
    const child = started;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((settle) => child.once('close', settle));
    child.kill('SIGINT');
    await ended;
  }

  it(
    'the first start opens the sample memo and the chat, and nothing that is not ours',
    async () => {
      await page.goto(await start());
      await page.getByRole('tab', { name: 'memo-press-line.md', selected: true }).waitFor();
      const chat = page
        .locator('iframe.webview.ready[src*="extensionId=fiscal.fiscal"]')
        .contentFrame()
        .locator('iframe#active-frame')
        .contentFrame();
      await chat.getByRole('textbox', { name: 'Question', exact: true }).waitFor();
      expect(await page.locator('.part.auxiliarybar').isVisible()).toBe(false);
      expect(await page.getByRole('tab', { name: /Welcome|Walkthrough/ }).count()).toBe(0);
      const bars = page.locator('.part.titlebar, .part.statusbar');
      expect(await bars.getByRole('button', { name: /Chat|Copilot|Sign In/ }).count()).toBe(0);
      expect(output).toContain('Installing it into VS Code');
      await stop();
    },
    START_LIMIT,
  );

  it(
    'the next start installs nothing, and keeps a setting that the user has changed and a file with comments',
    async () => {
      await writeFile(
        settingsFile(),
        JSON.stringify({ ...(await settings()), 'editor.fontSize': 17, 'git.enabled': true }),
      );
      await start();
      expect(output).not.toContain('Installing');
      expect(await settings()).toMatchObject({
        'editor.fontSize': 17,
        'git.enabled': true,
        'telemetry.telemetryLevel': 'off',
      });
      await stop();
      await writeFile(settingsFile(), '{\n  // My comment\n  "editor.fontSize": 19\n}\n');
      await start();
      expect(await readFile(settingsFile(), 'utf8')).toContain('// My comment');
      await stop();
    },
    2 * START_LIMIT,
  );
});
