import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const PROVIDER = fileURLToPath(new URL('./modelProvider', import.meta.url));

describe('a language model of VS Code', () => {
  let control: string;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  /** The file is replaced, because the provider could read an empty file while it is written. */
  async function setMode(mode: 'answer' | 'pause' | 'stall' | 'gone'): Promise<void> {
    await writeFile(join(control, 'next'), mode);
    await rename(join(control, 'next'), join(control, 'mode'));
  }
  const events = async () => (await readFile(join(control, 'log'), 'utf8').catch(() => '')).trim().split('\n');
  const started = async () => (await events()).filter((event) => event.startsWith('started')).length;

  beforeAll(async () => {
    control = await mkdtemp(join(tmpdir(), 'fiscal-model-'));
    await setMode('answer');
    workbench = await openWorkbench({
      settings: { 'chat.disableAIFeatures': false, 'fiscal.privacy.identifierGuard': 'off' },
      env: { FISCAL_TEST_MODEL: control },
      extensionDevelopment: PROVIDER,
    });
    chat = chatPage(() => workbench.chat());
  });
  afterAll(async () => {
    await workbench?.close();
    await rm(control, { recursive: true, force: true });
  });

  it('a model is chosen from the list, its use is confirmed once, and the panel names it', async () => {
    await workbench.runCommand('Fiscal: Choose Language Model…');
    await workbench.pick(/Scripted Model/);
    await workbench.page.getByRole('button', { name: 'Use Model' }).click();
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await workbench.chat().getByText('Library with Scripted Model').first().waitFor();
    expect(await events()).toEqual(['']);
  });

  it('a question about the selection shows the plan, the searches, and each sentence with its mark while the model still writes', async () => {
    await setMode('pause');
    await workbench.openFile('memo-press-line.md');
    await workbench.selectLines(5, 7);
    await workbench.runCommand('Fiscal: Ask About Selection');
    await workbench.pick(/Ask something else/);
    await chat.attached('memo-press-line.md');
    await workbench
      .chat()
      .getByRole('button', { name: /^Research mode/ })
      .click();
    await workbench
      .chat()
      .getByRole('menuitemradio', { name: /^Deep research/ })
      .click();
    await workbench.chat().getByRole('button', { name: 'Research mode: Deep research' }).waitFor();
    await chat.ask('Can this be expensed at once?');
    const step = (text: RegExp) => chat.lastAnswer.locator('.step-title').filter({ hasText: text });
    await chat.lastAnswer.locator('.answer-text p').filter({ hasText: '[2]' }).first().waitFor();
    // The steps are folded when the text begins.
    await chat.lastAnswer.getByRole('button', { name: /^Writing with Scripted Model/ }).click();
    await step(/^Part 1: which costs are capitalized/).waitFor();
    await step(/^Searching for expense tangible property/).waitFor();
    await chat.lastAnswer.getByRole('heading', { name: 'Short answer' }).first().waitFor();
    expect(await chat.lastAnswer.getAttribute('aria-busy')).toBe('true');
    expect(await step(/Held back/).count()).toBe(0);
  });

  it('the sentence without support is left out of the answer with its reason', async () => {
    await setMode('answer');
    const answer = await chat.answered(1);
    const text = await answer.innerText();
    expect(text).toContain('Written by Scripted Model');
    expect(text).toContain('A sentence under “Rule”: a percentage in it was not found in the passages given.');
    expect(text).not.toContain('97.31');
    expect(await answer.getByRole('button', { name: /research step/ }).count()).toBe(1);
    expect(await workbench.chat().getByText('Library with Scripted Model').count()).toBeGreaterThan(1);
  });

  it('source 2 of a written answer opens at the lines of its passage', async () => {
    const row = chat.lastAnswer.locator('li.source').nth(1);
    const place = /([\w.-]+):(\d+)(?:-(\d+))?/.exec(await row.locator('.source-facts').innerText());
    const [name, first, last] = [place?.[1] ?? '', Number(place?.[2]), Number(place?.[3] ?? place?.[2])];
    await workbench.openFile('README.md');
    await chat.source(2).click();
    await workbench.editorShows(name, first, last);
  });

  it('Stop cancels the request at the provider', async () => {
    await setMode('stall');
    const before = await started();
    await chat.ask('Which costs are added to the basis?');
    await until('the model was asked', async () => (await started()) > before);
    await chat.stopButton.click();
    await until('the provider sees the cancellation', async () => (await events()).at(-1) === 'cancelled');
    await chat.answered(2);
    expect(await chat.lastAnswer.locator('li.source').count()).toBe(0);
  });

  it('a model that is removed in the middle of its answer leaves the sentences that it had completed', async () => {
    await setMode('pause');
    await chat.ask('When is a lease modification a separate lease?');
    await chat.lastAnswer.getByRole('heading', { name: 'Rule' }).waitFor();
    await setMode('gone');
    const answer = await chat.answered(3);
    const text = await answer.innerText();
    expect(text).toContain('The reply of the language model was cut off. What it had completed is shown.');
    expect(await chat.source(1).count()).toBe(1);
  });
});
