import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-test-status-2210';

describe('where the next question goes', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  const item = () => workbench.page.locator('.statusbar-item[id^="fiscal.fiscal"]');
  const line = () => workbench.chat().locator('.status-line');
  /** Waits until the status bar and the chat show the same parts. */
  const shows = (parts: readonly string[]) =>
    until(`both show ${parts.join(', ')}`, async () => {
      const lines = [await item().innerText(), (await line().innerText()).replace('Next question:', '')];
      return lines.every(
        (text) =>
          text
            .split('·')
            .map((part) => part.trim())
            .join('|') === parts.join('|'),
      );
    });

  beforeAll(async () => {
    service = await startRecordingService(KEY);
    workbench = await openWorkbench();
    chat = chatPage(() => workbench.chat());
  });
  afterAll(async () => {
    await workbench?.close();
    await service?.close();
  });

  it('the status bar shows nothing of Fiscal before it is used', async () => {
    await workbench.openFile('memo-press-line.md');
    expect(await item().count()).toBe(0);
  });

  it('the status bar and the chat show that the library answers', async () => {
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await item().waitFor();
    await shows(['Built-in library', 'Fast research']);
  });

  it('after connecting to a host, an open conversation shows the host, first without and then with its key', async () => {
    await chat.ask('What does section 179 require?');
    await chat.answered(1);
    await workbench.runCommand('Fiscal: Connect to Research Service');
    await workbench.fillInput(service.address);
    const host = new URL(service.address).host;
    await shows([host, 'No API key', 'Fast research']);
    await workbench.fillInput(KEY);
    await shows([host, 'Fast research']);
  });

  it('a click on the status bar item offers the research modes, and both lines show the chosen one', async () => {
    await item().click();
    await workbench.pick(/Research Mode/);
    await workbench.pick('Deep research');
    await shows([new URL(service.address).host, 'Deep research']);
  });

  it('a new conversation keeps the research mode that was chosen', async () => {
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    await shows([new URL(service.address).host, 'Deep research']);
  });

  it('a click on the line in the chat opens the same list, which turns zero data retention on', async () => {
    await line().click();
    await workbench.pick(/Turn On Zero Data Retention/);
    await shows([new URL(service.address).host, 'Deep research', 'Zero data retention']);
    await workbench.chat().getByRole('note').getByText('Zero data retention. Not saved here').waitFor();
  });

  it('a running answer is shown in the status bar and is stopped from there', async () => {
    service.answer(async (reply) => {
      reply.text('The roof may be');
      await reply.left;
    });
    await chat.ask('And the roof?');
    await chat.lastAnswer.getByText('The roof may be').waitFor();
    await until('the item shows it', async () => (await item().innerText()).includes('Answering'));
    await item().click();
    await workbench.pick(/Stop Answering/);
    await chat.answered(1);
    await until('the service sees that the client left', () => service.requests.at(-1)?.left);
    await until('the item shows no answer', async () => !(await item().innerText()).includes('Answering'));
  });

  it('a temporary conversation says from the first moment that it is not saved', async () => {
    await item().click();
    await workbench.pick(/New Temporary Conversation/);
    await workbench.chat().getByRole('note').getByText('Temporary conversation. Not saved').waitFor();
    await shows([new URL(service.address).host, 'Deep research', 'Temporary']);
  });

  it('screen readers get the whole line as the name of the item', async () => {
    const host = new URL(service.address).host;
    await expect
      .poll(() => item().locator('a').getAttribute('aria-label'))
      .toContain(`Fiscal: ${host}, Deep research, Temporary`);
  });

  it('the text of an empty temporary conversation goes on in the new one in its place', async () => {
    await chat.box.fill('Half a question');
    await workbench.runCommand('Fiscal: New Conversation');
    await workbench
      .chat()
      .getByRole('note')
      .getByText('Temporary conversation. Not saved')
      .waitFor({ state: 'detached' });
    await until('the text is there', async () => (await chat.box.inputValue()) === 'Half a question');
  });
});
