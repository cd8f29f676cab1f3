import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatView, chatView } from './support/chatView.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-chat-4711';
const DRIVER = fileURLToPath(new URL('./chatDriver', import.meta.url));

describe("VS Code's Chat", () => {
  let service: RecordingService;
  let control: string;
  let workbench: Workbench;
  let chat: ChatView;
  keepPictures(() => workbench);

  beforeAll(async () => {
    control = await mkdtemp(join(tmpdir(), 'fiscal-chat-'));
    service = await startRecordingService(KEY);
    workbench = await openWorkbench({
      settings: { 'chat.disableAIFeatures': false, 'fiscal.baseUrl': service.address },
      env: { FISCAL_TEST_CHAT: control, FISCAL_API_KEY: KEY },
      extensionDevelopment: DRIVER,
    });
    chat = chatView(workbench);
    await chat.open();
  });
  afterAll(async () => {
    await workbench?.close();
    await service?.close();
    await rm(control, { recursive: true, force: true });
  });

  const messages = (index: number) => service.requests[index]?.body?.messages.map(({ content }) => content);

  it('@fiscal answers in Chat with its steps, its text and sources that open at the line', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    service.answer(async (reply) => {
      reply.step('Reading § 179');
      await finished;
      reply.text('From $1,000 to $5,000, up to the limit [1].\n\n![x](https://evil.example/x.png)');
      reply.sources([
        { title: '§ 179', section: '(b)(1)', path: 'reference/irc-179-election-to-expense.md', line: 16, endLine: 19 },
      ]);
      reply.done();
    });
    await chat.ask('@fiscal /deep What is the limit?');
    await chat.responses.last().getByText('Reading § 179').waitFor();
    finish();
    const answer = await chat.answered(1);
    expect(await answer.innerText()).toContain('From $1,000 to $5,000, up to the limit [1].');
    expect(await answer.locator('img[src*="evil"], .katex').count()).toBe(0);
    expect(service.requests[0]?.body?.askMode).toBe('tax_research_deep_research');
    expect(service.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    await answer.getByText('irc-179-election-to-expense.md').last().click();
    await workbench.editorShows('irc-179-election-to-expense.md', 16, 19);
  });

  it('@fiscal sends its own earlier turns and none of other participants', async () => {
    service.answer((reply) => {
      reply.text('Yes.');
      reply.done();
    });
    await chat.ask('@other Hello?');
    await chat.answered(2);
    await chat.ask('@fiscal And for 2026?');
    await chat.answered(3);
    expect(messages(1)?.[0]).toBe('What is the limit?');
    expect(messages(1)?.at(-1)).toBe('And for 2026?');
    expect(messages(1)).toHaveLength(3);
  });

  it('Cancel in Chat ends the request of @fiscal at the service', async () => {
    service.answer(async (reply) => {
      reply.text('Half an answer.\n\n');
      await reply.left;
    });
    await chat.ask('@fiscal And for 2027?');
    await chat.responses.last().getByText('Half an answer.').waitFor();
    await workbench.page.keyboard.press('Control+Escape');
    await until('the service sees that the client left', () => service.requests.at(-1)?.left);
  });

  it('A question of @fiscal with a client identifier is sent only after a dialog, with placeholders', async () => {
    service.answer((reply) => {
      reply.text('The return of [SSN-1] is late.');
      reply.done();
    });
    const before = service.requests.length;
    await chat.ask('@fiscal Is the return of 123-45-6789 late?');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    expect(service.requests).toHaveLength(before);
    await dialog.getByRole('button', { name: 'Send with Placeholders' }).click();
    // Chat removes responses that are out of sight from the page, so they are not counted here.
    await chat.responses.last().getByText('The return of 123-45-6789 is late.').waitFor();
    expect(messages(before)?.at(-1)).toBe('Is the return of [SSN-1] late?');
  });

  it('A conversation of @fiscal is in the list of conversations and opens in the side bar', async () => {
    await chat.responses.last().getByRole('button', { name: 'Open in Fiscal' }).click();
    await workbench.chat().getByText('Is the return of 123-45-6789 late?').first().waitFor();
  });
});
