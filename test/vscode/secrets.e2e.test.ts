import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-canary-key-90b1f6';
const ASKED = 'canary-question-7d2e11';
const ANSWERED = 'canary-answer-5c40aa';
const STEP = 'canary-step-1f8810';
const SOURCE = 'canary-source-66d0f3';
const SUGGESTION = 'canary-suggestion-a9137b';
const DRAFT = 'canary-draft-c0ffee';
const KEPT = 'kept-question-2b7a19';
const KEPT_DRAFT = 'kept-draft-e81f02';

describe('what must not be on disk', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    service = await startRecordingService(KEY);
    workbench = await openWorkbench({ settings: { 'fiscal.baseUrl': service.address } });
    chat = chatPage(() => workbench.chat());
    await setKey();
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
  });

  // The workbench in a browser keeps secrets until it is reloaded only.
  async function setKey(): Promise<void> {
    await workbench.runCommand('Fiscal: Set API Key');
    await workbench.fillInput(KEY);
  }

  afterAll(async () => {
    await workbench?.close();
    await service?.close();
  });

  it('a saved question is found in the files, which proves the search of the next tests', async () => {
    service.answer((reply) => {
      reply.text('Kept.');
      reply.done();
    });
    await chat.ask(KEPT);
    await chat.answered(1);
    await workbench.reload();
    await chat.answered(1);
    expect(await workbench.dataHolds(KEPT)).not.toEqual([]);
    await chat.box.fill(KEPT_DRAFT);
    await until('a kept draft is found', () => workbench.storageHolds(KEPT_DRAFT));
  });

  it('nothing of a zero-retention conversation is in any file, after its answer and after a reload', async () => {
    await setKey();
    await workbench.runCommand('Fiscal: New Conversation');
    await until('the new conversation is shown', async () => (await chat.box.inputValue()) === '');
    await workbench.chat().getByRole('button', { name: 'Zero data retention: off' }).click();
    await workbench.chat().getByRole('button', { name: 'Zero data retention: on' }).waitFor();
    service.answer((reply) => {
      reply.step(STEP);
      reply.text(`${ANSWERED} [1]`);
      reply.sources([{ title: SOURCE, snippet: `${SOURCE} snippet` }]);
      reply.suggestions([SUGGESTION]);
      reply.done();
    });
    await chat.ask(ASKED);
    await chat.answered(1);
    expect(service.requests.at(-1)?.body?.ZeroDataRetention).toBe(true);
    await chat.box.fill(DRAFT);
    await workbench.reload();
    await chat.box.waitFor();
    for (const canary of [ASKED, ANSWERED, STEP, SOURCE, SUGGESTION, DRAFT]) {
      expect(await workbench.dataHolds(canary)).toEqual([]);
      expect(await workbench.storageHolds(canary)).toBe(false);
    }
  });

  it('the key is in no file, in no text of the window, and not in the page', async () => {
    expect(await workbench.dataHolds(KEY)).toEqual([]);
    expect(await workbench.page.content()).not.toContain(KEY);
    expect(await workbench.chat().locator('html').innerHTML()).not.toContain(KEY);
    for (const request of service.requests) expect(JSON.stringify(request.body)).not.toContain(KEY);
  });
});
