/**
 * Screenshots of the way from the address of a firm's server to an answer in a matter, a source of the server, and refusals outside of
 * the rights. The server and its issuer of sign-ins run on this machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFirm, makeDocuments, SECRETS } from '../test/firm/support/firm.ts';
import { startPostgres } from '../test/firm/support/postgres.ts';
import { startIssuer } from '../test/support/issuer.ts';
import { chatPage } from '../test/vscode/support/chat.ts';
import { until } from '../test/vscode/support/until.ts';
import { openWindow, type Parts } from '../test/vscode/support/window.ts';
import type { Pictures } from './support/pictures.ts';

const HARBOR = '2025-114 Harbor Freight audit';
const RIVER = '2025-207 River Logistics audit';
const QUESTION = 'Can the cost of the packaging line be expensed under section 179, and what is the dollar limitation?';

export async function takeFirmPictures(parts: Parts, { settings, arrange, picture }: Pictures): Promise<void> {
  const built = mkdtempSync(join(tmpdir(), 'fiscal-program-'));
  const folders = makeDocuments();
  const postgres = await startPostgres();
  // VS Code in a browser opens 127.0.0.1 by an address of its own server.
  const issuer = await startIssuer('fiscal-vscode', 'fiscal', '::1');
  issuer.redirects = /^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/[^?]*callback[^?]*\?/;
  const firm = await buildFirm(built, await postgres.create());
  await firm.run('user', 'add', 'ada');
  await firm.run('collection', 'add', 'law', '--kind', 'authority', '--folder', folders.folder('law'));
  await firm.run('collection', 'add', HARBOR, '--folder', folders.folder('alpha'));
  await firm.run('collection', 'add', RIVER, '--folder', folders.folder('beta'));
  for (const collection of ['law', HARBOR, RIVER])
    await firm.run('grant', 'add', '--collection', collection, '--user', 'ada');
  const server = firm.serve(
    ...['--oidc-issuer', issuer.origin, '--oidc-audience', 'fiscal', '--oidc-client-id', 'fiscal-vscode'],
  );
  const origin = await server.origin;
  const { host } = new URL(origin);
  const workbench = await openWindow(parts, { settings });
  const { page } = workbench;
  const chat = chatPage(() => workbench.chat());
  const dialog = page.locator('.monaco-dialog-box');
  const list = page.locator('.quick-input-widget');
  const toast = (text: string) => page.locator('.notification-toast').getByText(text).first();
  const clearToasts = () => workbench.runCommand('Notifications: Clear All Notifications');
  const memo = () =>
    chat.lastAnswer.getByRole('button', { name: /^Open source \d+:/ }).filter({ hasText: SECRETS.alpha });
  try {
    await workbench.runCommand('Fiscal: Open Chat');
    // The chat takes the focus when it is loaded.
    await workbench.chat().locator('textarea:focus').waitFor();
    await arrange(workbench);
    await workbench.runCommand('Fiscal: Connect to Research Service');
    await workbench.fillInput(origin);
    await dialog.getByText(`Is ${host} the server of your firm?`).waitFor();
    await picture(workbench, 'connect');
    const tab = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await tab;
    await toast(`You are signed in to ${host}.`).waitFor();
    await picture(workbench, 'signed-in');
    await clearToasts();
    await workbench.runCommand('Fiscal: Choose Matter');
    await list.getByRole('option', { name: HARBOR }).waitFor();
    await picture(workbench, 'matters');
    await workbench.pick(HARBOR);
    await workbench.chat().locator('.box .matter').getByText(HARBOR).waitFor();
    await chat.ask(QUESTION);
    await chat.answered(1);
    await picture(workbench, 'answer');
    await memo().first().click();
    await until('the memo is open', async () => (await workbench.activeEditor()).title === 'memo.md.txt');
    await picture(workbench, 'source');
    await firm.run('wall', 'add', '--collection', HARBOR, '--user', 'ada');
    await memo().first().click();
    await toast(`${host} has no such document, or you may not see it.`).waitFor();
    await picture(workbench, 'refused-source');
    await clearToasts();
    await chat.ask('Which vans were bought?');
    await chat.answered(2);
    await chat.lastAnswer.getByText('Matter not available').waitFor();
    await picture(workbench, 'refused-matter');
    // The mouse would show the address of the document.
    await page.mouse.move(700, 600);
    await workbench.runCommand('Fiscal: Sign Out');
    await workbench.chat().getByText(`You are not signed in to ${host}.`).waitFor();
    await picture(workbench, 'signed-out');
  } finally {
    await workbench.close();
    server.child.kill('SIGKILL');
    await server.exit;
    await issuer.close();
    await postgres.stop();
    folders.remove();
    rmSync(built, { recursive: true, force: true });
  }
}
