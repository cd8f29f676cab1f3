/** What a user does and reads in the chat page, by role and accessible name. */
import type { FrameLocator, Locator } from 'playwright-core';
import { pressIn, until } from './until.ts';

export interface ChatPage {
  readonly box: Locator;
  /** The answers that are shown, oldest first. */
  readonly answers: Locator;
  readonly lastAnswer: Locator;
  readonly stopButton: Locator;
  readonly suggestions: Locator;
  /** The input of the find bar. */
  readonly find: Locator;
  /** Types a question into the box and sends it with Enter. */
  ask(question: string): Promise<void>;
  /** Sends what is in the box with Enter, and waits until the host has accepted or refused it, or asks for confirmation. */
  send(): Promise<void>;
  /** Waits until text of this file, or the file, is attached to the next question. */
  attached(file: string | RegExp): Promise<void>;
  /** Waits until a conversation without questions is shown. A question that is typed sooner belongs to the one before. */
  isEmpty(): Promise<void>;
  /** Waits until the newest answer has ended and there are this many. */
  answered(count: number): Promise<Locator>;
  /** The button that opens source `number` of the newest answer. */
  source(number: number): Locator;
}

/** `label`: the name of the question box in the language of the window. */
export function chatPage(frame: () => FrameLocator, label = 'Question'): ChatPage {
  const box = frame().getByRole('textbox', { name: label, exact: true });
  /** The page sends nothing while it waits for the host's reply to a request. */
  const idleForm = frame().locator('form.box[aria-busy="false"]');
  async function send(): Promise<void> {
    await idleForm.waitFor();
    await pressIn(box, 'Enter');
    await idleForm.waitFor();
  }
  const turns = frame().locator('[data-turn]');
  const answers = frame().locator('.answer[aria-busy]');
  const lastAnswer = answers.last();
  return {
    box,
    answers,
    lastAnswer,
    stopButton: frame().getByRole('button', { name: 'Stop answering' }),
    suggestions: frame().getByRole('list', { name: 'Follow-up questions' }).locator('button[title^="Click to ask"]'),
    find: frame().getByRole('textbox', { name: 'Find in conversation' }),
    async ask(question) {
      await box.fill(question);
      await send();
    },
    send,
    attached: (file) => frame().locator('form.box .chips').getByText(file).first().waitFor(),
    async isEmpty() {
      await box.waitFor();
      await until('an empty conversation is shown', async () => (await turns.count()) === 0);
    },
    async answered(count) {
      // Turns out of sight are not drawn; their places are there.
      await until(`there are ${count} turns`, async () => (await turns.count()) === count);
      const answer = turns.last().locator('.answer[aria-busy]');
      await until(`answer ${count} has ended`, async () => (await answer.getAttribute('aria-busy')) === 'false');
      await answer.locator('.answer-text[aria-busy="true"]').waitFor({ state: 'detached' });
      return lastAnswer;
    },
    source: (number) => lastAnswer.getByRole('button', { name: new RegExp(`^Open source ${number}:`) }),
  };
}
