import { afterEach, expect, it } from 'vitest';
import { column, makePdf } from '../service/documents/support/makePdf.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

let workbench: Workbench | undefined;
// The last hook runs first.
afterEach(() => workbench?.close());
keepPictures(() => workbench);

/** Opens a folder with only these files, and then the chat. */
async function openFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<[Workbench, ChatPage]> {
  const opened = await openWorkbench({ empty: true, files });
  workbench = opened;
  const chat = chatPage(() => opened.chat());
  await opened.runCommand('Fiscal: Open Chat');
  await chat.box.waitFor();
  return [opened, chat];
}

const pdf = (lines: readonly string[]) => makePdf([{ texts: column(72, 700, lines, 18) }]);

it('a folder of PDFs only is asked about with the names of its files, and is quoted with the page', async () => {
  const [opened, chat] = await openFolder({
    'Engagement letter 2025.pdf': pdf(['The audit fee is 48,000 dollars.', 'It is due in three instalments.']),
    'leases/harbor-crane.pdf': pdf(['The lessee returns the gantry crane', 'freshly painted, with a certificate.']),
    'loans/bridge_loan.pdf': pdf(['The bridge loan bears interest', 'at a rate of 7.25 percent.']),
  });
  const welcome = opened.chat().getByRole('region', { name: 'Select a paragraph and ask' });
  await welcome.getByRole('heading', { name: 'From the open folder' }).waitFor();
  const questions = welcome.getByRole('list', { name: 'From the open folder' }).getByRole('listitem');
  await expect
    .poll(() => questions.allInnerTexts())
    .toEqual([
      'What does “harbor crane” say?',
      'What does “bridge loan” say?',
      'What does “Engagement letter 2025” say?',
    ]);
  await opened.libraryRead();
  await chat.ask('At which rate does the bridge loan bear interest?');
  expect(await (await chat.answered(1)).innerText()).toContain('7.25 percent');
  await chat.source(1).waitFor();
  expect(await chat.lastAnswer.locator('.source-facts').first().innerText()).toMatch(/page 1[\s\S]*bridge_loan\.pdf/);
});

it('in a folder of 2,000 documents the chat shows how many are read, asks about three of them, and answers', async () => {
  const notes = Array.from({ length: 1999 }, (_, at) => [
    `notes/${at + 1}.txt`,
    `Note ${at + 1}\n\nThe fee of client ${at + 1} is ${at + 1},000 dollars for the engagement of 2025.\n`,
  ]);
  const [opened, chat] = await openFolder({
    ...Object.fromEntries(notes),
    // It takes longer to read than all others.
    'long.rtf': `{\\rtf1 ${'\\par a'.repeat(2_000_000)}}`,
  });
  const page = opened.chat();
  await page.getByText(/^Indexing documents: [\d,]+ of 2,000$/).waitFor();
  expect(await page.getByRole('progressbar', { name: /^Indexing documents: / }).getAttribute('max')).toBe('2000');
  const questions = page.getByRole('list', { name: 'From the open folder' }).getByRole('listitem');
  await until('there are three questions', async () => (await questions.count()) === 3);
  await chat.ask('What is the fee of client 1234?');
  expect(await (await chat.answered(1)).innerText()).toContain('1234,000 dollars');
});
