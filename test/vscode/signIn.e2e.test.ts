import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildFirm,
  type FirmFolders,
  type FirmProgram,
  makeDocuments,
  SECRETS,
  type ServerProcess,
} from '../firm/support/firm.ts';
import { POSTGRES, startPostgres, type TestPostgres, WITHOUT_POSTGRES } from '../firm/support/postgres.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const MATTER = '2025-114 Harbor Freight audit';
const QUESTION = 'Can the cost of the packaging line be expensed under section 179, and what is the dollar limitation?';

describe.skipIf(POSTGRES === null)(`signing in at the server of a firm ${WITHOUT_POSTGRES}`, () => {
  let postgres: TestPostgres;
  let issuer: TestIssuer;
  let folders: FirmFolders;
  let built: string;
  let firm: FirmProgram;
  let server: ServerProcess;
  let origin: string;
  let host: string;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    postgres = await startPostgres();
    const urls = await postgres.create();
    // VS Code in a browser opens 127.0.0.1 by an address of its own server.
    issuer = await startIssuer('fiscal-vscode', 'fiscal', '::1');
    // This VS Code runs in a browser, and its address is that of its pages.
    issuer.redirects = /^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/[^?]*callback[^?]*\?/;
    folders = makeDocuments();
    built = mkdtempSync(join(tmpdir(), 'fiscal-program-'));
    firm = await buildFirm(built, urls);
    await firm.run('user', 'add', 'ada');
    await firm.run('collection', 'add', 'law', '--kind', 'authority', '--folder', folders.folder('law'));
    await firm.run('collection', 'add', MATTER, '--folder', folders.folder('alpha'));
    await firm.run('collection', 'add', 'hidden', '--folder', folders.folder('beta'));
    for (const collection of ['law', MATTER])
      await firm.run('grant', 'add', '--collection', collection, '--user', 'ada');
    server = firm.serve(
      ...['--oidc-issuer', issuer.origin, '--oidc-audience', 'fiscal', '--oidc-client-id', 'fiscal-vscode'],
    );
    origin = await server.origin;
    host = new URL(origin).host;
    workbench = await openWorkbench();
    const opened = workbench;
    chat = chatPage(() => opened.chat());
    await workbench.runCommand('Fiscal: Open Chat');
  });
  afterAll(async () => {
    await workbench?.close();
    server?.child.kill('SIGKILL');
    await server?.exit;
    await issuer?.close();
    await postgres?.stop();
    folders?.remove();
    if (built) rmSync(built, { recursive: true, force: true });
  });

  const toast = (text: string | RegExp) => workbench.page.locator('.notification-toast').getByText(text).first();
  const dialog = () => workbench.page.locator('.monaco-dialog-box');
  const sources = () => chat.lastAnswer.getByRole('button', { name: /^Open source \d+:/ });
  /** The issuer signs in without asking and sends the browser back to VS Code. */
  const inBrowser = async (act: () => Promise<unknown>) => {
    const tab = workbench.page.context().waitForEvent('page');
    await act();
    await tab;
  };

  it('connecting to the address of the server asks whether it is that of the firm, and signs in in the browser', async () => {
    // The chat takes the focus when it is loaded.
    await workbench.chat().locator('textarea:focus').waitFor();
    await workbench.runCommand('Fiscal: Connect to Research Service');
    await workbench.fillInput(origin);
    await dialog().getByText(`Is ${host} the server of your firm?`).waitFor();
    await dialog()
      .getByText(`You sign in at ${new URL(issuer.origin).host}.`)
      .waitFor();
    await inBrowser(() => dialog().getByRole('button', { name: 'Sign In', exact: true }).click());
    await toast(`You are signed in to ${host}.`).waitFor();
    await chat.box.waitFor();
  });

  it('a question is answered in a matter with the rights of the person, and its source opens', async () => {
    await workbench.runCommand('Fiscal: Choose Matter');
    const list = workbench.page.locator('.quick-input-widget');
    await list.getByRole('option', { name: MATTER }).waitFor();
    expect(await list.getByRole('option', { name: 'hidden' }).count()).toBe(0);
    await workbench.pick(MATTER);
    await workbench.chat().locator('.box .matter').getByText(MATTER).waitFor();
    await chat.ask(QUESTION);
    await chat.answered(1);
    expect(await chat.lastAnswer.innerText()).toContain(SECRETS.alpha);
    await sources().filter({ hasText: SECRETS.alpha }).first().click();
    await until('the memo is open', async () => (await workbench.activeEditor()).title === 'memo.md.txt');
  });

  it('a document behind a wall is refused as one that does not exist', async () => {
    await firm.run('wall', 'add', '--collection', MATTER, '--user', 'ada');
    await sources().filter({ hasText: SECRETS.alpha }).first().click();
    await toast(`${host} has no such document, or you may not see it.`).waitFor();
    await firm.run('wall', 'remove', '--collection', MATTER, '--user', 'ada');
  });

  it('the token is in no file and no setting', async () => {
    expect(issuer.issued.length).toBeGreaterThan(0);
    for (const token of issuer.issued) {
      expect(await workbench.dataHolds(token)).toEqual([]);
      expect(server.stderr()).not.toContain(token);
    }
  });

  it('a refused session ends in a card that says so and signs in again', async () => {
    issuer.lifetime = 60;
    await workbench.runCommand('Fiscal: Sign Out');
    await workbench.chat().getByText(`You are not signed in to ${host}.`).waitFor();
    await inBrowser(() => workbench.chat().getByRole('button', { name: 'Sign in…', exact: true }).click());
    // VS Code shows no toast when four notifications come within 800 ms.
    await workbench.chat().getByText(`You are not signed in to ${host}.`).waitFor({ state: 'detached' });
    issuer.faults = { refuses: true };
    await chat.ask(QUESTION);
    await chat.answered(2);
    await chat.lastAnswer.getByText('Signed out').first().waitFor();
    await chat.lastAnswer.getByText(`Your sign-in at ${host} has expired or was refused.`).first().waitFor();
    issuer.faults = {};
    issuer.lifetime = 300;
    await inBrowser(() => chat.lastAnswer.getByRole('button', { name: 'Sign in…', exact: true }).click());
    await workbench.chat().getByText(`You are not signed in to ${host}.`).waitFor({ state: 'detached' });
    await chat.lastAnswer.getByRole('button', { name: 'Ask again' }).first().click();
    // The number of turns stays the same, and the turn before this one had ended.
    await chat.lastAnswer.getByText(SECRETS.alpha).first().waitFor();
  });
});
