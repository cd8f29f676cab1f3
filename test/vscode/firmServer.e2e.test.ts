import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../src/firm/database/database.ts';
import {
  buildFirm,
  type FirmFolders,
  type FirmProgram,
  makeDocuments,
  SECRETS,
  type ServerProcess,
} from '../firm/support/firm.ts';
import {
  POSTGRES,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
  WITHOUT_POSTGRES,
} from '../firm/support/postgres.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const HARBOR = '2025-114 Harbor Freight audit';
const RIVER = '2025-207 River Logistics audit';
const QUESTION = 'Can the cost of the packaging line be expensed under section 179, and what is the dollar limitation?';

const auditSchema = z.object({ action: z.string(), details: z.record(z.string(), z.unknown()) });

describe.skipIf(POSTGRES === null)(`an auditor at the server of a firm ${WITHOUT_POSTGRES}`, () => {
  let postgres: TestPostgres;
  let urls: TestDatabase;
  let folders: FirmFolders;
  let built: string;
  let firm: FirmProgram;
  let server: ServerProcess;
  let host: string;
  let key = '';
  let keyNumber = '';
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    postgres = await startPostgres();
    urls = await postgres.create();
    folders = makeDocuments();
    built = mkdtempSync(join(tmpdir(), 'fiscal-program-'));
    firm = await buildFirm(built, urls);
    await firm.run('user', 'add', 'ada');
    [, keyNumber = '', key = ''] = /^Key (\d+): (\S+)$/m.exec(await firm.run('key', 'add', '--user', 'ada')) ?? [];
    await firm.run('collection', 'add', 'law', '--kind', 'authority', '--folder', folders.folder('law'));
    await firm.run('collection', 'add', HARBOR, '--folder', folders.folder('alpha'));
    await firm.run('collection', 'add', RIVER, '--folder', folders.folder('beta'));
    for (const collection of ['law', HARBOR, RIVER])
      await firm.run('grant', 'add', '--collection', collection, '--user', 'ada');
    server = firm.serve();
    const origin = await server.origin;
    host = new URL(origin).host;
    workbench = await openWorkbench({ settings: { 'fiscal.baseUrl': origin } });
    const opened = workbench;
    chat = chatPage(() => opened.chat());
    await workbench.runCommand('Fiscal: Open Chat');
  });
  afterAll(async () => {
    await workbench?.close();
    server?.child.kill('SIGKILL');
    await server?.exit;
    await postgres?.stop();
    folders?.remove();
    if (built) rmSync(built, { recursive: true, force: true });
  });

  const matterLine = () => workbench.chat().locator('.box .matter');
  const sources = () => chat.lastAnswer.getByRole('button', { name: /^Open source \d+:/ });
  const newestQuestion = () => workbench.chat().locator('.question').last();
  const settingsFile = () => readFile(join(workbench.folder, '.vscode/settings.json'), 'utf8');
  const warning = (text: string | RegExp) => workbench.page.locator('.notification-toast').getByText(text).first();
  const audit = async () => {
    const owner = openDatabase({ url: urls.adminUrl, connections: 1 });
    const rows = await owner
      .query(z.object({ entry: z.string() }), 'SELECT entry FROM fiscal.audit ORDER BY seq')
      .finally(() => owner.close());
    return rows.map(({ entry }) => z.parse(auditSchema, JSON.parse(entry)));
  };

  const signIn = async () => {
    // The palette lists the commands that are there when it opens, and not those of an extension that starts after that.
    // After a matter was chosen, the address is known as the server of a firm, at which people can sign in.
    const missing = workbench.chat().getByText(/^(?:No API key is set for|You are not signed in to) /);
    await missing.waitFor();
    await workbench.runCommand('Fiscal: Set API Key');
    await workbench.fillInput(key);
    await missing.waitFor({ state: 'detached' });
  };

  it('the key that the firm issued signs the auditor in', async () => {
    await signIn();
    await chat.box.waitFor();
  });

  it('the auditor chooses the matter of the folder among those that the server lists, and the chat shows it before anything is asked', async () => {
    await workbench.runCommand('Fiscal: Choose Matter');
    await workbench.page.locator('.quick-input-widget').getByRole('option', { name: HARBOR }).waitFor();
    await workbench.pick(HARBOR);
    await matterLine().getByText(HARBOR).waitFor();
    expect(JSON.parse(await settingsFile())).toMatchObject({ 'fiscal.matterName': HARBOR });
  });

  it('the preview names the matter, and the answer is from authorities and that matter, which the question shows', async () => {
    await chat.box.fill(QUESTION);
    await workbench.chat().getByRole('button', { name: 'Preview what will be sent' }).click();
    const dialog = workbench.chat().getByRole('dialog');
    await dialog.locator('dd').getByText(HARBOR, { exact: true }).waitFor();
    await workbench.chat().getByRole('button', { name: 'Send', exact: true }).click();
    await chat.answered(1);
    const text = await chat.lastAnswer.innerText();
    expect(text).toContain(SECRETS.alpha);
    expect(text).not.toContain(SECRETS.beta);
    await newestQuestion().locator('.matter-name').getByText(HARBOR).waitFor();
    const questions = (await audit()).filter(({ action }) => action === 'question');
    expect(questions).toHaveLength(1);
    expect(questions[0]?.details.matter).not.toBeNull();
  });

  it('a source of the firm opens at the quoted line as a text that cannot be edited, also after a reload', async () => {
    await workbench.reload();
    // This VS Code keeps secrets in the memory of its window.
    await signIn();
    await chat.answered(1);
    await newestQuestion().locator('.matter-name').getByText(HARBOR).waitFor();
    const memo = sources().filter({ hasText: SECRETS.alpha }).first();
    await memo.click();
    await workbench.editorShows('memo.md.txt', 2, Infinity);
    const editor = workbench.page.locator('.editor-group-container.active .editor-instance');
    await editor.locator('.view-line').getByText('packaging line').first().waitFor();
    await workbench.focusEditor();
    await workbench.page.keyboard.press('x');
    await workbench.page.getByText('Cannot edit in read-only editor').first().waitFor();
    expect((await audit()).filter(({ action }) => action === 'document')).toHaveLength(1);
  });

  it('a document that the auditor may no longer see is refused in a sentence, and its text leaves the editor', async () => {
    await firm.run('wall', 'add', '--collection', HARBOR, '--user', 'ada');
    await sources().filter({ hasText: SECRETS.alpha }).first().click();
    await warning(`${host} has no such document, or you may not see it.`).waitFor();
    const editor = workbench.page.locator('.editor-group-container.active .editor-instance');
    await until('the text is gone', async () => !(await editor.innerText()).includes(SECRETS.alpha));
    expect((await audit()).filter(({ action }) => action === 'document')).toHaveLength(1);
  });

  it('a question in a matter that the auditor may not see is refused as one that does not exist, and offers the others', async () => {
    await chat.ask('Which vans were bought?');
    await chat.answered(2);
    await chat.lastAnswer.getByText('Matter not available').waitFor();
    const text = await chat.lastAnswer.innerText();
    expect(text).toContain(`${host} has no such matter, or you may not see it.`);
    await chat.lastAnswer.getByRole('button', { name: 'Choose matter…' }).click();
    await workbench.page.locator('.quick-input-widget').getByRole('option', { name: RIVER }).waitFor();
    expect(await workbench.page.locator('.quick-input-widget').getByRole('option', { name: HARBOR }).count()).toBe(0);
    await workbench.pick(RIVER);
    await matterLine().getByText(RIVER).waitFor();
  });

  it('the refused question is asked again in the matter that was chosen, once the auditor has seen what is sent with it', async () => {
    await chat.lastAnswer.getByRole('button', { name: 'Ask again' }).first().click();
    const dialog = workbench.chat().getByRole('dialog');
    await dialog.locator('dd').getByText(RIVER, { exact: true }).waitFor();
    await workbench.chat().getByRole('button', { name: 'Cancel' }).click();
  });

  it('answers from one matter are sent with a question of another one only after the auditor has seen that', async () => {
    await chat.ask('Which vans were bought?');
    const dialog = workbench.chat().getByRole('dialog');
    await dialog.getByText('Earlier questions of this conversation were asked in another matter.').waitFor();
    await workbench.chat().getByRole('button', { name: 'Cancel' }).click();
    await chat.box.fill('');
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    await chat.ask('Which vans were bought?');
    await chat.answered(1);
    expect(await chat.lastAnswer.innerText()).toContain(SECRETS.beta);
    await newestQuestion().locator('.matter-name').getByText(RIVER).waitFor();
  });

  it('a revoked key is refused in words that say what to do', async () => {
    await firm.run('key', 'revoke', keyNumber);
    await sources().first().click();
    await warning(`${host} does not accept your API key.`).waitFor();
  });
});
