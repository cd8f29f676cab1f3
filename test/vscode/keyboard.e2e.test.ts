import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatPage } from './support/chat.ts';
import { setUpHostedChat } from './support/hostedChat.ts';
import type { RecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import type { Workbench } from './support/workbench.ts';

const KEY = 'sk-test-keyboard-5150';

describe('the chat by keyboard and for screen readers', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;

  const press = (key: string) => workbench.page.keyboard.press(key);
  /** The element of the workbench that has the focus. The chat is an iframe there. */
  const focusIsInChat = async () => (await workbench.page.evaluate('document.activeElement?.tagName')) === 'IFRAME';
  /** VS Code learns by a message that a page has the focus, so it can take the first key for its own. */
  const clickAndPress = (place: Locator, key: string, shown: Locator) =>
    until(`${key} shows what it is for`, async () => {
      await place.click();
      await press(key);
      await shown.waitFor({ timeout: 3000 }).catch(() => undefined);
      if (await shown.isVisible()) return true;
      await press('Escape');
      return false;
    });
  const dialog = (name: string) => workbench.chat().getByRole('dialog', { name });

  setUpHostedChat(KEY, {}, (opened) => {
    ({ service, workbench, chat } = opened);
  });

  it('Escape in the question box stops the answer, and a question that waits is not sent', async () => {
    service.answer(async (reply) => {
      reply.text('The roof may be');
      await reply.left;
    });
    await chat.ask('And the roof?');
    await chat.lastAnswer.getByText('The roof may be').waitFor();
    await chat.ask('A question that waits?');
    await workbench.chat().getByText('Queued. Will be sent').waitFor();
    await press('Escape');
    await workbench.chat().getByRole('log').getByText('You stopped this answer.').waitFor();
    await workbench.chat().getByRole('log').getByText('Not sent. The previous question has no').waitFor();
    await until('the service sees that the client left', () => service.requests[0]?.left);
    expect(service.requests).toHaveLength(1);
    await workbench.chat().getByRole('button', { name: 'Remove', exact: true }).first().click();
  });

  it('Alt+F1 in the chat shows the help, and Escape returns to the question box', async () => {
    const text = dialog('Accessibility Help').getByRole('textbox');
    await clickAndPress(chat.box, 'Alt+F1', text);
    expect(await text.inputValue()).toContain('Escape in the question box stops the running answer');
    await press('Escape');
    await dialog('Accessibility Help').waitFor({ state: 'hidden' });
    await workbench.chat().locator('textarea:focus[aria-label="Question"]').waitFor();
  });

  it('Alt+F2 in the chat shows the newest answer with its sources as Markdown', async () => {
    service.answer((reply) => {
      reply.text('**Yes**, under § 179 [1].');
      reply.sources([{ title: '§ 179 Election to expense', url: 'https://law.example/179' }]);
      reply.done();
    });
    await chat.ask('Can it be expensed?');
    await until('the answer is there', async () => (await chat.lastAnswer.innerText()).includes('under § 179'));
    await chat.source(1).waitFor();
    const text = dialog('Answer as Markdown').getByRole('textbox');
    await clickAndPress(chat.box, 'Alt+F2', text);
    const markdown = await text.inputValue();
    expect(markdown).toMatch(/^\*\*Yes\*\*, under § 179/);
    expect(markdown).toContain('Election to expense');
    await press('Escape');
    await dialog('Answer as Markdown').waitFor({ state: 'hidden' });
  });

  it('F6 leaves the chat for the next part of the window, and Shift+F6 returns to it', async () => {
    await chat.box.click();
    await until('the focus is in the chat', focusIsInChat);
    await press('F6');
    await until('the focus is outside of the chat', async () => !(await focusIsInChat()));
    await press('Shift+F6');
    await until('the focus is in the chat', focusIsInChat);
  });

  it('Ctrl+F in the chat finds text in the conversation, and does not open the find widget of the file', async () => {
    await workbench.openFile('memo-press-line.md');
    await clickAndPress(chat.box, 'Alt+F1', dialog('Accessibility Help'));
    await press('Escape');
    await dialog('Accessibility Help').waitFor({ state: 'hidden' });
    await press('Control+f');
    const find = workbench.chat().getByRole('textbox', { name: 'Find in conversation' });
    await find.waitFor();
    await find.fill('roof');
    await workbench
      .chat()
      .getByText(/^1 of /)
      .waitFor();
    expect(await workbench.page.locator('.monaco-editor .find-widget.visible').count()).toBe(0);
    await press('Escape');
    await find.waitFor({ state: 'detached' });
  });

  it('Alt+F1 shows the help in the chat that has the focus, in an editor tab or in the side bar', async () => {
    await workbench.runCommand('Fiscal: Open Chat in Editor');
    const pageIn = (purpose: string) =>
      workbench.page
        .locator(`iframe.webview.ready[src*="extensionId=fiscal.fiscal"]${purpose}`)
        .contentFrame()
        .locator('iframe#active-frame')
        .contentFrame();
    const sideBar = pageIn('[src*="purpose=webviewView"]');
    const tab = pageIn(':not([src*="purpose=webviewView"])');
    for (const [shown, other] of [
      [tab, sideBar],
      [sideBar, tab],
    ] as const) {
      const box = shown.getByRole('textbox', { name: 'Question', exact: true });
      const help = shown.getByRole('dialog', { name: 'Accessibility Help' });
      await clickAndPress(box, 'Alt+F1', help);
      expect(await other.getByRole('dialog').count()).toBe(0);
      await press('Escape');
      await help.waitFor({ state: 'hidden' });
    }
  });

  it('Alt+F1 is the key of VS Code again where the chat does not have the focus', async () => {
    await workbench.page.getByRole('tab', { name: 'memo-press-line.md' }).click();
    // Not one of its lines, of which some are drawn out of sight.
    const editor = workbench.page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
    await clickAndPress(editor, 'Alt+F1', workbench.page.locator('.accessible-view'));
    await press('Escape');
  });
});
