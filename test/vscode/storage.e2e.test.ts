import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Conversation, emptyAnswer, newConversation, type Turn } from '../../src/conversation/conversation.ts';
import { conversationJson } from '../../src/conversation/transcript.ts';
import type { ChatPage } from './support/chat.ts';
import { fileDialog } from './support/fileDialog.ts';
import { setUpHostedChat } from './support/hostedChat.ts';
import type { RecordingService } from './support/recordingService.ts';
import { until } from './support/until.ts';
import type { Workbench } from './support/workbench.ts';

const KEY = 'sk-test-keeping-8261';

describe('conversations are kept, found, named and deleted', () => {
  let service: RecordingService;
  let workbench: Workbench;
  let chat: ChatPage;

  const settings = {
    'fiscal.privacy.identifierGuard': 'replace',
    'fiscal.privacy.clientNames': ['Harbor Quay LLP'],
    'fiscal.privacy.researchLog': 'global',
    'files.simpleDialog.enable': true,
  };
  setUpHostedChat(KEY, { settings }, (opened) => {
    ({ service, workbench, chat } = opened);
  });

  const items = () => workbench.page.getByRole('tree', { name: /Conversations/ }).getByRole('treeitem');
  const notification = (text: RegExp) => workbench.page.locator('.notification-list-item').getByText(text).first();

  it('identifiers leave as placeholders and are shown as they are', async () => {
    service.answer((reply) => {
      reply.sources([
        { title: '26 U.S.C. § 6041A', url: 'https://uscode.example/6041A', snippet: 'Returns regarding payments' },
      ]);
      reply.text('For [NAM');
      reply.text('E-1] with [SSN-');
      reply.text('1]: zyzzyva applies.');
      reply.done();
    });
    await chat.ask('Does Harbor Quay LLP report for 123-45-6789?');
    const answer = await chat.answered(1);
    expect(service.requests[0]?.body?.messages.at(-1)?.content).toBe('Does [NAME-1] report for [SSN-1]?');
    expect(await answer.innerText()).toContain('For Harbor Quay LLP with 123-45-6789: zyzzyva applies.');
  });

  it('the Sources view lists the source, and its review state is the same in the page', async () => {
    await workbench.runCommand('Fiscal: Focus on Sources View');
    const source = workbench.page.getByRole('treeitem', { name: /26 U.S.C. § 6041A, Unread/ });
    await source.hover();
    await source.getByRole('button', { name: 'Mark Source as Relied On' }).click();
    await workbench.page.getByRole('treeitem', { name: /26 U.S.C. § 6041A, Relied on/ }).waitFor();
  });

  it('the Conversations view lists the conversation, and a word of its answer finds it', async () => {
    await workbench.runCommand('Fiscal: Focus on Conversations View');
    await until('it is listed', async () => (await items().count()) === 1);
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    await until('it has the focus', () => chat.box.evaluate((box) => box.ownerDocument.activeElement === box));
    await workbench.runCommand('Fiscal: Search Conversations…');
    await workbench.page.locator('.quick-input-widget input').first().fill('ZYZZYVA');
    await workbench.pick(/Does \[NAME-1\]/);
    await chat.answered(1);
    await until('the hit is shown', async () => (await chat.find.inputValue()) === 'ZYZZYVA');
    await workbench.chat().getByText('1 of 1', { exact: true }).waitFor();
  });

  it('the research log verifies, contains what was sent, and reveals an edited line', async () => {
    await workbench.runCommand('Fiscal: Verify Research Log');
    await notification(/The research log is intact: [3-9] entries/).waitFor();
    const [file = ''] = await findLog(workbench.dataFolder);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Does [NAME-1] report for [SSN-1]?');
    expect(text).not.toContain('123-45-6789');
    await writeFile(file, text.replace('[SSN-1]?', '[SSN-2]?'));
    await workbench.runCommand('Fiscal: Verify Research Log');
    await notification(/The research log was changed: line 2 does not match/).waitFor();
  });

  it('a deleted conversation is removed from the disk, and is there again after Undo', async () => {
    expect(await workbench.dataHolds('zyzzyva applies')).not.toEqual([]);
    await workbench.runCommand('Fiscal: Delete Conversation…');
    await workbench.pick(/Does \[NAME-1\]/);
    await workbench.page.getByRole('button', { name: 'Delete' }).click();
    await until('the tree is empty', async () => (await items().count()) === 0);
    await until('no file holds it', async () => (await workbench.dataHolds('zyzzyva applies')).length === 0);
    await workbench.runCommand('Notifications: Show Notifications');
    await workbench.page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await items()
      .filter({ hasText: /Does \[NAME-1\]/ })
      .waitFor();
    await until('a file holds it', async () => (await workbench.dataHolds('zyzzyva applies')).length > 0);
  });

  it('conversations are grouped by day, and those of another folder are below its name', async () => {
    const days = 24 * 60 * 60_000;
    await importConversation('An old question', null, Date.now() - 40 * days);
    await importConversation('A question at Acme', { name: 'Acme', uri: 'file:///acme' }, Date.now());
    await expect.poll(groups).toEqual(['Today open', 'Older open', 'Acme closed']);
    await items().filter({ hasText: 'An old question' }).waitFor();
    expect(await items().filter({ hasText: 'A question at Acme' }).count()).toBe(0);
    await group('Acme').click();
    await items().filter({ hasText: 'A question at Acme' }).waitFor();
  });

  it('an archived conversation is in a group of its own, from which it is moved back', async () => {
    const item = items().filter({ hasText: /Does \[NAME-1\]/ });
    await choose(item, 'Archive Conversation');
    await group('Archived').waitFor();
    await expect.poll(groups).toEqual(['Older open', 'Acme open', 'Archived closed']);
    await expect.poll(() => item.count()).toBe(0);
    await group('Archived').click();
    await choose(item, 'Unarchive Conversation');
    await group('Archived').waitFor({ state: 'detached' });
    await expect.poll(groups).toContain('Today open');
  });

  const group = (name: string) => workbench.page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`), level: 1 });

  /** The groups from top to bottom, with `open` or `closed`. */
  async function groups(): Promise<string[]> {
    const found: string[] = [];
    for (const item of await items().and(workbench.page.locator('[aria-expanded]')).all()) {
      const isOpen = (await item.getAttribute('aria-expanded')) === 'true';
      found.push(`${await item.locator('.label-name').innerText()} ${isOpen ? 'open' : 'closed'}`);
    }
    return found;
  }

  async function choose(item: Locator, entry: string): Promise<void> {
    await item.click({ button: 'right' });
    const row = workbench.page.getByRole('menuitem', { name: entry, exact: true });
    await row.hover();
    // A click is ignored for the first 100 ms that a menu is open, so that its opening click chooses nothing.
    await row.press('Enter');
  }

  async function importConversation(title: string, folder: Conversation['folder'], time: number): Promise<void> {
    const path = join(workbench.dataFolder, 'import.json');
    const conversation = { ...newConversation({ id: 'c', now: time }), title, folder };
    await writeFile(path, conversationJson({ ...conversation, turns: [turnAt(time, title)], currentTurnId: 't1' }));
    await workbench.runCommand('Fiscal: Import Conversation…');
    await fileDialog(workbench).open(path);
    await workbench.chat().getByText(title).first().waitFor();
  }
});

function turnAt(askedAt: number, text: string): Turn {
  return {
    id: 't1',
    parent: null,
    epoch: 1,
    askedAt,
    question: { text, selections: [] },
    askMode: 'auto',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), text: 'An answer.' },
  };
}

async function findLog(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('research-log.jsonl')).map((name) => join(folder, name));
}
