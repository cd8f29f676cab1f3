import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverFolders } from '../../scripts/support/vscodeServer.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-attacks-3095';
const SSN = '123-45-6789';
const CONTROL = 'https://control.attack.example/x.png';

describe('attacks in the real VS Code', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;
  /** Addresses of other hosts that anything in VS Code asked for. */
  const foreign: string[] = [];
  keepPictures(() => workbench);

  beforeAll(async () => {
    service = await startRecordingService(KEY);
    workbench = await openWorkbench({
      settings: {
        'fiscal.baseUrl': service.address,
        'fiscal.privacy.identifierGuard': 'replace',
        'fiscal.privacy.clientNames': ['Jean-Luc', 'Harbor & Sons, Inc. (NY)'],
        'fiscal.privacy.researchLog': 'global',
      },
      files: { 'control.md': `# Control\n\n![x](${CONTROL})\n` },
      env: { FISCAL_API_KEY: KEY },
    });
    workbench.page.on('request', (request) => {
      if (request.url().includes('attack.example')) foreign.push(request.url());
    });
    chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await service?.close();
  });

  const answerWith = (...pieces: string[]) =>
    service.answer((reply) => {
      for (const piece of pieces) reply.text(piece);
      reply.done();
    });
  const sent = () =>
    service.requests
      .at(-1)
      ?.body?.messages.map(({ content }) => content)
      .join('\n') ?? '';
  const notification = (text: RegExp) => workbench.page.locator('.notification-list-item').getByText(text).first();
  const dialog = () => workbench.page.locator('.monaco-dialog-box');

  it('client names with a hyphen and other punctuation are replaced, and their question is sent', async () => {
    answerWith('Yes.');
    await chat.ask(`May Jean-Luc and Harbor & Sons, Inc. (NY) deduct it? ${SSN}`);
    await chat.answered(1);
    expect(sent()).toBe('May [NAME-1] and [NAME-2] deduct it? [SSN-1]');
  });

  it('identifiers that were replaced are not sent in clear after the user chose a weaker guard', async () => {
    await changeSettings({ 'fiscal.privacy.identifierGuard': 'warn' });
    await workbench.reload();
    await chat.answered(1);
    await chat.ask('And next year?');
    await chat.answered(2);
    expect(sent()).toContain('[SSN-1]');
    expect(sent()).not.toMatch(/123-45-6789|Jean-Luc|Harbor/);
  });

  it('identifiers are sent unchanged only after a dialog of VS Code, which the page cannot answer', async () => {
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    const before = service.requests.length;
    await chat.ask(`Is ${SSN} exempt?`);
    await workbench.chat().getByRole('button', { name: 'Send unchanged' }).click();
    await dialog()
      .getByText(/Send this question to/)
      .waitFor();
    expect(await dialog().innerText()).not.toContain(SSN);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await workbench.chat().getByRole('button', { name: 'Send unchanged' }).click();
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await chat.answered(1);
    expect(service.requests).toHaveLength(before + 1);
    expect(sent()).toBe(`Is ${SSN} exempt?`);
  });

  it('the preview of a memo loads no image and shows no HTML of the answer', async () => {
    answerWith(
      'Yes ![x](https://md.attack.example/x.png) and <img src="https://html.attack.example/x.png">.\n\n',
      '- ```\n<img src="https://item.attack.example/x.png">\n\n$$\n```\n![y](https://late.attack.example/y.png)\n',
    );
    await chat.ask('Which images?');
    await chat.answered(2);
    await workbench.runCommand('Fiscal: Create Memo from Answer');
    // The last answer is selected already.
    const picker = workbench.page.locator('.quick-input-widget');
    await picker.locator('.monaco-checkbox[aria-checked="true"]').first().waitFor();
    await picker.getByRole('button', { name: 'OK' }).click();
    await workbench.pick(/^Markdown/);
    await workbench.page.getByRole('tab', { name: /Untitled-1/, selected: true }).waitFor();
    await workbench.page.locator('.editor-group-container.active .view-line').first().waitFor();
    const memo = await openPreview('Which images?');
    await memo
      .getByText(/md\.attack\.example/)
      .first()
      .waitFor();
    expect(await memo.locator('img').count()).toBe(0);
    expect(foreign).toEqual([]);
    // The same preview does load the image of an ordinary file. Without this, the test could not fail.
    await workbench.openFile('control.md');
    await openPreview('Control');
    await until('the image of the control is requested', () => foreign.includes(CONTROL));
    expect(foreign.filter((address) => address !== CONTROL)).toEqual([]);
  });

  it('an entry that is cut off the research log is reported with the next question, and found afterwards', async () => {
    const file = await logFile(workbench.dataFolder);
    const text = await readFile(file, 'utf8');
    await truncate(file, Buffer.byteLength(text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)));
    answerWith('Yes.');
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.ask('Is the log whole?');
    await chat.answered(3);
    await notification(/The research log was changed: entries are missing/).waitFor();
    await expect.poll(() => readFile(file, 'utf8')).toContain('"type":"gap"');
    await workbench.runCommand('Fiscal: Verify Research Log');
    await notification(/entries are missing\. The newest of them/).waitFor();
  });

  it('a wait beyond the calendar is shown as an error, also after a reload, and the next question works', async () => {
    service.refuse(429, { 'retry-after': '9999999999999' });
    await chat.ask('How long must I wait?');
    await chat.answered(4);
    await chat.lastAnswer
      .getByRole('button', { name: /Ask again|Try again/ })
      .first()
      .waitFor();
    await workbench.reload();
    await chat.answered(4);
    await chat.lastAnswer
      .getByRole('button', { name: /Ask again|Try again/ })
      .first()
      .waitFor();
    answerWith('It works.');
    await chat.ask('And now?');
    expect(await (await chat.answered(5)).innerText()).toContain('It works.');
  });

  async function changeSettings(values: Record<string, unknown>): Promise<void> {
    const file = serverFolders(workbench.dataFolder).userSettings;
    const settings = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...settings, ...values }));
  }

  /** Opens the preview of the active Markdown editor and waits for its heading. */
  async function openPreview(heading: string) {
    await workbench.runCommand('Markdown: Open Preview');
    const preview = workbench.page
      .locator('iframe.webview.ready[src*="vscode.markdown-language-features"]')
      .last()
      .contentFrame()
      .locator('iframe#active-frame')
      .contentFrame();
    await preview.getByText(heading).first().waitFor();
    return preview;
  }
});

async function logFile(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const name = names.find((each) => each.endsWith('research-log.jsonl'));
  if (name === undefined) throw new Error('There is no research log.');
  return join(folder, name);
}
