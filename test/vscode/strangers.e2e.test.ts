import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyAnswer, newConversation, type Turn } from '../../src/conversation/conversation.ts';
import { conversationJson } from '../../src/conversation/transcript.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { fileDialog } from './support/fileDialog.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const HOSTILE = `\u202etxt.exe <img src=x onerror=alert(1)> $(gear) [run](command:workbench.action.quit) ${'W'.repeat(300)}`;
const SOURCES = 500;

/** The export of a stranger: hostile text in each field, 500 sources and a table of 300 kB. */
function strangersExport(): string {
  const turn: Turn = {
    id: 't1',
    parent: null,
    epoch: 1,
    askedAt: 0,
    question: { text: HOSTILE, selections: [], matter: [{ name: HOSTILE, value: HOSTILE }] },
    askMode: 'auto',
    zeroRetention: false,
    service: 'research.example',
    answer: {
      ...emptyAnswer('done'),
      text: `The answer of a stranger [1] [999].\n\n${HOSTILE}\n\n| a | b |\n| - | - |\n${'| =1+1 | +1+A1 |\n'.repeat(20_000)}`,
      steps: [{ title: HOSTILE, at: 0 }],
      sources: Array.from({ length: SOURCES }, () => ({
        title: HOSTILE,
        url: 'https://law.example/',
        snippet: HOSTILE,
        review: 'unread' as const,
        location: { path: '/etc/passwd', line: 1, endLine: 9 },
      })),
      suggestions: [HOSTILE],
    },
  };
  return conversationJson({
    ...newConversation({ id: 'c', now: 0 }),
    title: HOSTILE,
    turns: [turn],
    currentTurnId: 't1',
  });
}

describe('what comes from a stranger, and files that cannot be edited', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      settings: { 'files.simpleDialog.enable': true, 'files.readonlyInclude': { '**/memo-press-line.md': true } },
    });
    chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
  });
  afterAll(() => workbench?.close());

  it('an answer is not inserted in a read-only file, and a message says what to do', async () => {
    await chat.ask('What is the dollar limit of section 179 for 2025?');
    const answer = await chat.answered(1);
    await workbench.openFile('memo-press-line.md');
    const path = join(workbench.folder, 'memo-press-line.md');
    const before = await readFile(path, 'utf8');
    await answer.getByRole('button', { name: 'Insert answer' }).click();
    await workbench.page.getByText('could not be inserted in memo-press-line.md').first().waitFor();
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await workbench.page.locator('.tab.dirty').count()).toBe(0);
  });

  it('an imported conversation of a stranger is shown as text, with its sources and its table, and runs nothing', async () => {
    const path = join(workbench.dataFolder, 'stranger.json');
    await writeFile(path, strangersExport());
    await workbench.runCommand('Fiscal: Import Conversation…');
    await fileDialog(workbench).open(path);
    const answer = await chat.answered(1);
    await answer.getByRole('button', { name: `${SOURCES} sources, 1 cited` }).waitFor();
    await until('the table is rendered', async () => (await workbench.chat().locator('.in-parts').count()) === 0);
    expect(await answer.locator('td').count()).toBe(40_000);
    expect(await answer.locator('img, [href^="command:"]').count()).toBe(0);
    expect(await workbench.chat().getByText('[U+202E]txt.exe').count()).toBeGreaterThan(0);
    await chat.box.fill('A question after it');
    expect(await chat.box.inputValue()).toBe('A question after it');
  });
});
