import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, makePdf } from '../service/documents/support/makePdf.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { pressIn, until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const LEASE = makePdf(
  ['insurance', 'parking', 'crane', 'water'].map((topic) => ({
    texts: column(72, 700, [
      `The lessee pays for the ${topic} of the foundry hall from the first day of May.`,
      ...Array.from({ length: 12 }, (_, line) => `Rule ${line + 1} about ${topic} is agreed in schedule ${line + 40}.`),
    ]),
  })),
  { title: 'Foundry hall' },
);

/** Drops a file on the question box. Runs in the chat page. */
const drop = (uri: string) => `(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/uri-list', ${JSON.stringify(uri)});
  document.querySelector('form textarea').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
})()`;

describe('files attached to a question', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  let outside: string;
  keepPictures(() => workbench);

  beforeAll(async () => {
    outside = await mkdtemp(join(tmpdir(), 'fiscal-outside-'));
    await writeFile(join(outside, 'elsewhere.md'), '# Elsewhere\n\nThe crane is inspected in June.\n');
    workbench = await openWorkbench({ files: { 'foundry-lease.pdf': LEASE } });
    chat = chatPage(() => workbench.chat());
    await workbench.libraryRead();
  });
  afterAll(async () => {
    await workbench?.close();
    await rm(outside, { recursive: true, force: true });
  });

  const chips = () => workbench.chat().getByRole('form').getByRole('list', { name: 'Attached to this question' });

  it('Ask About This File attaches a PDF of the explorer, whose text is previewed and whose passage is quoted', async () => {
    await workbench.runCommand('File: Focus on Files Explorer');
    await workbench.page.getByRole('treeitem', { name: 'foundry-lease.pdf' }).click({ button: 'right' });
    for (const name of ['Fiscal', 'Ask About This File']) {
      const item = workbench.page.getByRole('menuitem', { name, exact: true });
      await item.hover();
      // A click is ignored for the first 100 ms that a menu is open.
      await item.press('Enter');
    }
    await chips().getByText('foundry-lease.pdf').waitFor();
    await chat.box.fill('From which day does the lessee pay for the crane?');
    await workbench.chat().getByRole('button', { name: 'Preview what will be sent' }).click();
    const sent = await workbench.chat().getByRole('textbox', { name: 'Text of this question' }).inputValue();
    expect(sent).toContain('From foundry-lease.pdf, the whole file:');
    expect(sent).toContain('Rule 12 about water is agreed in schedule 51.');
    await workbench.chat().getByRole('button', { name: 'Send', exact: true }).click();
    const answer = await chat.answered(1);
    await answer.locator('.answer-text').getByText('The lessee pays for the crane').first().waitFor();
    expect(await answer.locator('li.source').first().innerText()).toContain('foundry-lease.pdf');
    await chips().waitFor({ state: 'detached' });
  });

  it('# in the question box lists the open file first, and Enter attaches it and returns to the question box', async () => {
    await workbench.openFile('memo-press-line.md');
    await chat.box.click();
    await chat.box.pressSequentially('Is this right? #');
    const list = workbench.page.locator('.quick-input-widget');
    await list.getByText('Open editors').waitFor();
    await list
      .getByRole('option', { name: /memo-press-line\.md/ })
      .first()
      .waitFor();
    await pressIn(list.locator('input.input').first(), 'Enter');
    await chips().getByText('memo-press-line.md').waitFor();
    await expect.poll(() => chat.box.inputValue()).toBe('Is this right? memo-press-line.md ');
    await until('the question box has the focus', () => chat.box.evaluate((box) => box.matches(':focus')));
    await workbench.page.keyboard.type('Or wrong?');
    await expect.poll(() => chat.box.inputValue()).toBe('Is this right? memo-press-line.md Or wrong?');
    await chips().getByRole('button', { name: 'Remove memo-press-line.md' }).click();
    await chat.box.fill('');
  });

  it('a file that is dropped from outside the library is attached, and the answer says that it is not searched', async () => {
    const uri = pathToFileURL(join(outside, 'elsewhere.md')).href;
    await chat.box.evaluate(drop(uri));
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Attach files from outside the opened folders?').waitFor();
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await chips().getByText('elsewhere.md').waitFor();
    await chat.ask('When is the crane of the foundry hall inspected?');
    const answer = await chat.answered(2);
    await answer
      .getByText('elsewhere.md is not in the folders of the library. It is not searched or quoted.')
      .waitFor();
  });
});
