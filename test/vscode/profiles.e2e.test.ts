import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEYS = { firm: 'sk-test-profile-firm-81', other: 'sk-test-profile-other-92' };

describe('profiles', () => {
  let firm: RecordingService;
  let other: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  const bar = () => workbench.page.locator('.statusbar-item[id^="fiscal.fiscal"]');
  const line = () => workbench.chat().locator('.status-line');
  /** The page asks in the mode that it shows, so it must show the new one too. */
  const barShows = (text: string) =>
    until(`the status bar and the chat show ${text}`, async () =>
      [await bar().innerText(), await line().innerText()].every((shown) =>
        shown.replace(/\s*·\s*/g, ' · ').includes(text),
      ),
    );
  /** The answers before are not from the service that is asked now. */
  async function confirmAnswersOfOthers(): Promise<void> {
    const dialog = workbench.chat().getByRole('dialog', { name: 'What will be sent' });
    await dialog.getByText('Earlier answers of this conversation are not from this service.').waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  }
  const answers = (service: RecordingService, text: string) =>
    service.answer((reply) => {
      reply.text(text);
      reply.done();
    });

  beforeAll(async () => {
    firm = await startRecordingService(KEYS.firm);
    other = await startRecordingService(KEYS.other);
    answers(firm, 'From the firm.');
    answers(other, 'From the other.');
    workbench = await openWorkbench({
      settings: {
        'fiscal.profiles': [
          { name: 'Firm', baseUrl: firm.address, askMode: 'tax_research_deep_research' },
          { name: 'Other', baseUrl: other.address, askMode: 'audit_research' },
          { name: 'Own documents' },
          { name: 'Broken', baseUrl: 'http://plain.example' },
        ],
      },
      files: {
        '.vscode/settings.json': JSON.stringify({
          'fiscal.profiles': [{ name: 'Firm', baseUrl: other.address }],
          'fiscal.baseUrl': other.address,
        }),
      },
    });
    chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await bar().waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await firm?.close();
    await other?.close();
  });

  it('the profile whose values are in use is named in the status bar and above the question box', async () => {
    await barShows('Own documents (Built-in library)');
  });

  it('a profile is chosen in the list of the status bar item, asks for its key once, and sets its mode', async () => {
    await bar().click();
    await workbench.pick(/Switch Profile/);
    await workbench.pick(/^Firm/);
    await workbench.fillInput(KEYS.firm);
    await barShows(`Firm (${new URL(firm.address).host}) · Deep research`);
    await chat.ask('Who answers?');
    await chat.answered(1);
    expect(firm.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEYS.firm}`);
    expect(firm.requests.at(-1)?.body?.askMode).toBe('tax_research_deep_research');
  });

  it('the key of one profile is never sent to the address of another', async () => {
    await workbench.runCommand('Fiscal: Switch Profile…');
    await workbench.pick(/^Other/);
    await workbench.page
      .locator('.quick-input-widget')
      .getByText(/API Key for/)
      .waitFor();
    await workbench.closeInput();
    await barShows('No API key');
    await chat.ask('Does a key go there?');
    await workbench.chat().getByRole('alert').getByText('No API key is set').waitFor();
    expect(other.requests).toEqual([]);
    await workbench.runCommand('Fiscal: Set API Key…');
    await workbench.fillInput(KEYS.other);
    await barShows(`Other (${new URL(other.address).host}) · Audit research`);
    await chat.send();
    await confirmAnswersOfOthers();
    await chat.answered(2);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEYS.other}`]);
  });

  it('a question that waits goes to the service of the profile with which it was asked', async () => {
    let finish = () => {};
    const held = new Promise<void>((settle) => {
      finish = settle;
    });
    other.answer(async (reply) => {
      reply.text('First');
      await held;
      reply.done();
    });
    await chat.ask('A long question?');
    await chat.lastAnswer.getByText('First').waitFor();
    await chat.ask('A question that waits?');
    await workbench.chat().getByText('Queued. Will be sent').waitFor();
    await workbench.runCommand('Fiscal: Switch Profile…');
    await workbench.pick(/^Firm/);
    await barShows('Firm (');
    const before = firm.requests.length;
    answers(other, 'Second.');
    finish();
    await chat.answered(4);
    expect(other.requests.at(-1)?.body?.messages.at(-1)?.content).toBe('A question that waits?');
    expect(firm.requests).toHaveLength(before);
    await chat.ask('And a new question?');
    await confirmAnswersOfOthers();
    await chat.answered(5);
    expect(firm.requests.at(-1)?.body?.messages.at(-1)?.content).toBe('And a new question?');
  });

  it('a profile that cannot be used is listed with the reason', async () => {
    await workbench.runCommand('Fiscal: Switch Profile…');
    const row = workbench.page.locator('.quick-input-widget').getByRole('option', { name: /Broken/ });
    await row.getByText('Not used: the address is not valid.').waitFor();
    await workbench.closeInput();
  });
});
