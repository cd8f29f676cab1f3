import { describe, expect, it } from 'vitest';
import type { ChatPage } from './support/chat.ts';
import { setUpHostedChat } from './support/hostedChat.ts';
import type { RecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import type { Workbench } from './support/workbench.ts';

const KEY = 'sk-test-reload-4712';

describe('a reload while something is under way', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;

  setUpHostedChat(KEY, {}, (opened) => {
    ({ service, workbench, chat } = opened);
  });

  it('a reload during an answer shows the question, the text so far and that it was interrupted', async () => {
    service.answer(async (reply) => {
      reply.step('Looking at the limits');
      reply.text('The first part has arrived.');
      await reply.left;
    });
    await chat.ask('What happens to a long answer?');
    await chat.lastAnswer.getByText('The first part has arrived.').waitFor();
    await workbench.reload();
    await chat.answered(1);
    const question = workbench.chat().locator('[data-find="question"]').last();
    expect(await question.innerText()).toBe('What happens to a long answer?');
    const text = await chat.lastAnswer.innerText();
    expect(text).toContain('The first part has arrived.');
    expect(text).toContain('Interrupted');
    expect(service.requests).toHaveLength(1);
  });

  it('a reload right after Send shows the question, and nothing is sent a second time', async () => {
    service.answer(async (reply) => {
      await reply.left;
    });
    await chat.ask('Is a question safe right after Send?');
    await until('the request has arrived', () => service.requests.length === 2);
    await workbench.reload();
    await chat.answered(2);
    const question = workbench.chat().locator('[data-find="question"]').last();
    expect(await question.innerText()).toBe('Is a question safe right after Send?');
    expect(await chat.lastAnswer.innerText()).toContain('Interrupted');
    expect(await chat.box.inputValue()).toBe('');
    expect(service.requests).toHaveLength(2);
  });

  it('a reload restores the draft', async () => {
    await chat.box.fill('A question that is not sent');
    // The host keeps a draft shortly after the last key; the reload may come at any time after that.
    await until('the draft is kept', () => workbench.storageHolds('A question that is not sent'));
    await workbench.reload();
    // The draft belongs to the conversation, which has to be shown again first.
    await chat.answered(2);
    await expect.poll(() => chat.box.inputValue(), { timeout: 60_000 }).toBe('A question that is not sent');
  });
});
