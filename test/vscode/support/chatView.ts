/** VS Code's own Chat, as a user drives it. */
import type { Locator } from 'playwright-core';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

export interface ChatView {
  /** The responses, oldest first. */
  readonly responses: Locator;
  /** Opens the Chat view when a language model can be selected, which VS Code requires for each request. */
  open(): Promise<void>;
  /** Types a request and sends it. */
  ask(text: string): Promise<void>;
  /** Waits until there are this many responses and the last one is complete. */
  answered(count: number): Promise<Locator>;
}

export function chatView({ page, runCommand }: Workbench): ChatView {
  const session = page.locator('.part.auxiliarybar .interactive-session, .part.sidebar .interactive-session').first();
  const input = session.locator('.interactive-input-part .monaco-editor[role="code"]').first();
  const responses = session.locator('.interactive-response');
  const running = session.getByRole('button', { name: /^(?:Cancel|Stop)/ });

  async function type(text: string): Promise<void> {
    await input.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    // As one piece: typed letters open the list of participants and commands, which would take the Enter.
    await page.keyboard.insertText(text);
  }

  return {
    responses,
    async open() {
      await runCommand('Chat: Open Chat');
      await input.waitFor();
      await session.getByText('Driver Model').waitFor();
    },
    async ask(text) {
      await type(text);
      await page.keyboard.press('Enter');
    },
    async answered(count) {
      await until(`there are ${count} responses`, async () => (await responses.count()) === count);
      const last = responses.last();
      await until(`response ${count} is complete`, async () => {
        const busy = (await last.getAttribute('class'))?.includes('chat-response-loading');
        return !busy && (await running.count()) === 0;
      });
      return last;
    },
  };
}
