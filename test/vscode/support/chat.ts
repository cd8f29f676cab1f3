/** What a user does and reads in the chat page, by role and accessible name. */
import type { FrameLocator, Locator } from 'playwright-core';
import { until } from './until.ts';

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
  /** Waits until the newest answer has ended and there are this many. */
  answered(count: number): Promise<Locator>;
  /** The button that opens source `number` of the newest answer. */
  source(number: number): Locator;
}

export function chatPage(frame: () => FrameLocator): ChatPage {
  const box = frame().getByRole('textbox', { name: 'Question', exact: true });
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
      // VS Code gives the focus back a moment after one of its inputs closes, and a key pressed then goes elsewhere.
      await until('Enter reaches the question box', async () => {
        const reached = await box.evaluateHandle((element) => {
          const keys: string[] = [];
          element.addEventListener('keydown', ({ key }: { key: string }) => keys.push(key), { once: true });
          return keys;
        });
        await box.press('Enter');
        return (await reached.jsonValue()).includes('Enter');
      });
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
