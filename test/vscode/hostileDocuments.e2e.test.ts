import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE } from '../service/documents/support/hostile.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const QUESTIONS = 5;
let workbench: Workbench;
let chat: ChatPage;
keepPictures(() => workbench);

beforeAll(async () => {
  const endless = HOSTILE['endless.docx']();
  workbench = await openWorkbench({
    files: {
      // Takes until its time limit of 30 s.
      'papers/open.pdf': HOSTILE['open.pdf'](),
      'papers/unpacks.pdf': HOSTILE['unpacksTwice.pdf'](),
      ...Object.fromEntries([1, 2, 3].map((number) => [`papers/endless-${number}.docx`, endless])),
    },
  });
  chat = chatPage(() => workbench.chat());
  await workbench.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
});
afterAll(() => workbench?.close());

it('questions are answered within a second while files that take much time and memory are read', async () => {
  const seconds: number[] = [];
  for (let asked = 1; asked <= QUESTIONS; asked += 1) {
    await chat.ask('What is the dollar limit of section 179 for 2025?');
    const answer = await chat.answered(asked);
    // A slow driver of the test asks its last questions when all files are read.
    if (asked > 1 && !(await answer.getByText('The library is still being read.').isVisible())) break;
    await answer.getByText('The library is still being read.').waitFor();
    await answer.locator('.answer-text').getByText('$2,500,000').first().waitFor();
    // What Fiscal itself measures: from the request to the end of the answer, without the driver of this test.
    seconds.push(Number(/research steps?, ([\d.]+) s\b/.exec(await answer.innerText())?.[1]));
  }
  // The best of them, because other programs use the processors too.
  expect(Math.min(...seconds)).toBeLessThan(1);
});

it('files that cannot be read are listed with the reason when all others are read', async () => {
  await workbench.runCommand('Fiscal: Show Library Status');
  const list = workbench.page.locator('.quick-input-widget');
  // The PDF takes its 30 seconds.
  await list.getByText('open.pdf').first().waitFor({ timeout: 150_000 });
  await list.getByText('endless-3.docx').first().waitFor();
  await list
    .getByText(/takes more memory than a document of words/)
    .first()
    .waitFor();
  await workbench.closeInput();
}, 180_000);
