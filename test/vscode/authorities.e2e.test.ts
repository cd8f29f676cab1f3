import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedPublishers, startPublishers } from '../publishers/support/playPublishers.ts';
import { CODE, releaseCode } from '../publishers/support/releaseCode.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('laws from their publishers, in a window without a folder', () => {
  let workbench: Workbench;
  let played: PlayedPublishers;
  let chat: ChatPage;
  keepPictures(() => workbench);

  const dialog = () => workbench.page.locator('.monaco-dialog-box');
  const message = (text: string) => workbench.page.locator('.notification-toast', { hasText: text });

  beforeAll(async () => {
    played = await startPublishers();
    workbench = await openWorkbench({ noFolder: true, settings: { 'fiscal.library.authorityMirror': played.mirror } });
    chat = chatPage(() => workbench.chat());
  });
  afterAll(async () => {
    await workbench?.close();
    played?.stop();
  });

  it('Get Authorities names the host and what is sent, and asks for nothing before the user agrees', async () => {
    releaseCode(played, { law: '100', date: '06/26/2026', xml: CODE });
    const { page } = workbench;
    await workbench.runCommand('Fiscal: Get Authorities…');
    const widget = page.locator('.quick-input-widget');
    const box = widget.locator('.monaco-checkbox[aria-label^="Internal Revenue Code"]');
    await box.click();
    await until('the law is chosen', async () => (await box.getAttribute('aria-checked')) === 'true');
    await widget.getByRole('button', { name: 'OK' }).click();
    const text = await dialog().innerText();
    expect(text).toContain('Internal Revenue Code (26 U.S.C.): about 8.0 MB');
    expect(text).toContain(`Host: ${new URL(played.mirror).host}`);
    expect(text).toContain('Nothing of yours is sent');
    expect(played.requests).toEqual([]);
    await dialog().getByRole('button', { name: 'Download' }).click();
    await message('is in the library, as of 2026-06-26, Public Law 119-100.').waitFor();
    expect(played.requests).toHaveLength(2);
  });

  it('a question is answered from the Code, with the version of its text, and asks the publisher for nothing', async () => {
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    await chat.ask('What is the dollar limitation of section 179?');
    const answer = await (await chat.answered(1)).innerText();
    expect(answer).toContain('$2,500,000');
    expect(answer).toContain('2026-06-26, Public Law 119-100');
    expect(played.requests).toHaveLength(2);
  });

  it('a reference in the text of the Code is a link to the subsection that it names', async () => {
    await chat.source(1).click();
    await workbench.editorShows('179.md', 2, Infinity);
    const [path = ''] = (await workbench.dataHolds('## (a) Treatment')).filter((each) => each.endsWith('179.md'));
    const lines = (await readFile(path, 'utf8')).split('\n');
    const heading = lines.indexOf('## (a) Treatment as expenses') + 1;
    const line = lines.findIndex((text) => text.includes('under subsection (a)')) + 1;
    const column = (lines[line - 1]?.indexOf('subsection (a)') ?? 0) + 1;
    await workbench.page
      .locator('.detected-link', { hasText: /^subsection.\(a\)$/ })
      .first()
      .waitFor();
    await workbench.openLink(line, column);
    await workbench.editorShows('179.md', heading, heading + 2);
  });

  it('Update Authorities takes a newer version, and what changed is shown side by side', async () => {
    const xml = CODE.replaceAll('shall not exceed $2,500,000', 'shall not exceed $2,750,000');
    releaseCode(played, { law: '120', date: '09/30/2026', xml });
    const { page } = workbench;
    await workbench.runCommand('Fiscal: Update Authorities');
    await dialog().getByRole('button', { name: 'Download' }).click();
    await dialog().getByRole('button', { name: 'Use This Version' }).waitFor();
    const asked = await dialog().innerText();
    expect(asked).toContain('use the version of 2026-09-30, Public Law 119-120?');
    expect(asked).toContain('§ 179. Election to expense');
    await dialog().getByRole('button', { name: 'Use This Version' }).click();
    const updated = message('was updated, as of 2026-09-30, Public Law 119-120. Sections that differ: 1.');
    await updated.getByRole('button', { name: 'Show What Changed' }).click();
    await workbench.pick(/^§ 179\. Election to expense/);
    const sides = page.locator('.monaco-diff-editor');
    await until('both versions are shown', async () => {
      const text = (await sides.innerText()).replaceAll('\u00a0', ' ');
      return text.includes('$2,500,000') && text.includes('$2,750,000');
    });
    await chat.ask('What is the dollar limitation under section 179?');
    expect(await (await chat.answered(2)).innerText()).toContain('2026-09-30, Public Law 119-120');
  });

  it('Show Outdated Answers lists the answer that quotes the version before, and not the one after it', async () => {
    const { page } = workbench;
    await workbench.runCommand('Fiscal: Show Outdated Answers');
    const list = page.locator('.quick-input-list');
    await list.getByText('2026-06-26, Public Law 119-100').waitFor();
    const text = (await list.innerText()).replaceAll('\u00a0', ' ');
    expect(text).toContain('What is the dollar limitation of section 179?');
    expect(text).not.toContain('What is the dollar limitation under section 179?');
    await workbench.closeInput();
  });
});
